// The naming rules of a template beside its patterns: declared properties, the counter and the transliteration.
import { Button } from '@fluentui/react-button';
import { Field } from '@fluentui/react-field';
import { Textarea } from '@fluentui/react-textarea';
import { AddRegular, DeleteRegular } from '@fluentui/react-icons';
import { SelectField } from '../components/select-field.tsx';
import { SwitchField } from '../components/switch-field.tsx';
import { TextField } from '../components/text-field.tsx';
import type { Form } from '../components/use-form.ts';
import { propertyDraftOf, type PropertyDraft, type TemplateDraft } from './template-draft.ts';

const types = [
  ['text', 'Text'],
  ['number', 'Whole number'],
  ['date', 'Date'],
  ['choice', 'Choice'],
] as const;
const sequences = [
  ['template', 'This template'],
  ['organisation', 'All templates of the organisation'],
  ['year', 'This template, from the start each year'],
] as const;
const transliterations = [
  ['default', 'Without accents: ä becomes a'],
  ['de', 'German: ä becomes ae'],
] as const;

export function TemplateNaming({ form }: { form: Form<TemplateDraft> }) {
  const { value: counter, onChange } = form.field('counter');
  const fault = form.problem.at('/counter');
  const faultOf = (member: 'width' | 'start') => form.problem.field(`/counter/${member}`);
  return (
    <div className="stack">
      <Properties form={form} />
      <div className="form-grid">
        <SelectField
          label="Letters in aliases"
          options={transliterations}
          {...form.field('transliteration')}
        />
        <SwitchField
          label="Counter"
          value={counter.isOn}
          onChange={(isOn) => onChange({ ...counter, isOn })}
          on="Assign a number to {{counter}}"
          off="No numbers"
          fault={fault}
        />
        {counter.isOn ? (
          <>
            <TextField
              label="Minimum digits"
              type="number"
              value={counter.width}
              onChange={(width) => onChange({ ...counter, width })}
              fault={faultOf('width')}
            />
            <TextField
              label="First number"
              type="number"
              value={counter.start}
              onChange={(start) => onChange({ ...counter, start })}
              fault={faultOf('start')}
            />
            <SelectField
              label="Numbers are shared by"
              options={sequences}
              value={counter.per}
              onChange={(per) => onChange({ ...counter, per })}
              fault={undefined}
            />
          </>
        ) : null}
      </div>
    </div>
  );
}

function Properties({ form }: { form: Form<TemplateDraft> }) {
  const { value: properties, onChange } = form.field('properties');
  const change = (id: number, part: Partial<PropertyDraft>) =>
    onChange(properties.map((one) => (one.id === id ? Object.assign({}, one, part) : one)));
  const add = () =>
    onChange([...properties, propertyDraftOf(Math.max(0, ...properties.map(({ id }) => id)) + 1)]);
  return (
    <div className="stack">
      <h3>Properties</h3>
      {properties.map((property, index) => (
        <Property
          key={property.id}
          property={property}
          index={index}
          form={form}
          onChange={(part) => change(property.id, part)}
          onRemove={() => onChange(properties.filter(({ id }) => id !== property.id))}
        />
      ))}
      <div>
        <Button icon={<AddRegular />} onClick={add}>
          Declare property
        </Button>
      </div>
    </div>
  );
}

function Property({
  property,
  index,
  form,
  onChange,
  onRemove,
}: {
  property: PropertyDraft;
  index: number;
  form: Form<TemplateDraft>;
  onChange: (part: Partial<PropertyDraft>) => void;
  onRemove: () => void;
}) {
  const { name, type } = property;
  const text = (
    label: string,
    member: 'description' | 'default' | 'pattern' | 'minimum' | 'maximum',
    kind: 'text' | 'number' = 'text',
  ) => (
    <TextField
      label={label}
      type={kind}
      value={property[member]}
      onChange={(value) => onChange({ [member]: value })}
      fault={form.problem.field(`/properties/${name.trim()}/${member}`)}
    />
  );
  const choicesFault = form.problem.field(`/properties/${name.trim()}/choices`);
  return (
    <div className="form-grid" role="group" aria-label={`Settings of property ${index + 1}`}>
      <TextField
        label={`Property ${index + 1}`}
        value={name}
        onChange={(value) => onChange({ name: value })}
        fault={form.problem.at(`/properties/${name.trim()}`)}
        mono
      />
      <SelectField
        label="Type"
        options={types}
        value={type}
        onChange={(value) => onChange({ type: value })}
        fault={undefined}
      />
      {text('Description', 'description')}
      {type === 'text' ? text('Regular expression', 'pattern') : null}
      {type === 'text' || type === 'number' ? text('Minimum', 'minimum', 'number') : null}
      {type === 'text' || type === 'number' ? text('Maximum', 'maximum', 'number') : null}
      {type === 'choice' ? (
        <Field
          label="Choices"
          hint="One per line."
          {...(choicesFault !== undefined && {
            validationMessage: choicesFault,
            validationState: 'error',
          })}
        >
          <Textarea
            value={property.choices}
            rows={3}
            resize="vertical"
            onChange={(_event, { value }) => onChange({ choices: value })}
          />
        </Field>
      ) : null}
      {text('Default', 'default')}
      <SwitchField
        label="Required"
        value={property.required}
        onChange={(required) => onChange({ required })}
        on="Every group has a value"
        off="Optional"
      />
      <Button
        appearance="subtle"
        icon={<DeleteRegular />}
        aria-label={`Remove property ${index + 1}`}
        title={`Remove property ${index + 1}`}
        onClick={onRemove}
      />
    </div>
  );
}
