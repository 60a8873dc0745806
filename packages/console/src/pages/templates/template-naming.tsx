// The naming rules of a template beside its patterns: declared properties, the counter and the transliteration.
import { Button } from '@fluentui/react-button';
import { Field } from '@fluentui/react-field';
import { TextArea } from '../../components/text-area.tsx';
import { AddRegular, DeleteRegular } from '@fluentui/react-icons';
import { Card } from '../../components/layout.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { SwitchField } from '../../components/switch-field.tsx';
import { TextField } from '../../components/text-field.tsx';
import type { Form } from '../../components/use-form.ts';
import { placeholdersOf } from '../groups/request/asked-properties.ts';
import { propertyDraftOf, type PropertyDraft, type TemplateDraft } from './template-draft.ts';
import { templates as texts } from '../../messages/templates.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { faultProps } from '../../components/fault-props.ts';

const types = ['text', 'number', 'date', 'choice'] as const;
const sequences = ['template', 'organisation', 'year'] as const;
const transliterations = ['default', 'de'] as const;

export function TemplateCounter({ form }: { form: Form<TemplateDraft> }) {
  const t = useMessages(texts);
  const { value: counter, onChange } = form.field('counter');
  const fault = form.problem.at('/counter');
  const faultOf = (member: 'width' | 'start') => form.problem.field(`/counter/${member}`);
  return (
    <div className="form-grid">
      <SelectField
        label={t('letters')}
        options={transliterations.map((one) => [one, t(`transliterations.${one}`)])}
        {...form.field('transliteration')}
      />
      <SwitchField
        label={t('counter')}
        value={counter.isOn}
        onChange={(isOn) => onChange({ ...counter, isOn })}
        on={t('counterOn', { placeholder: '{{counter}}' })}
        off={t('counterOff')}
        fault={fault}
      />
      {counter.isOn ? (
        <>
          <TextField
            label={t('digits')}
            type="number"
            value={counter.width}
            onChange={(width) => onChange({ ...counter, width })}
            fault={faultOf('width')}
          />
          <TextField
            label={t('firstNumber')}
            type="number"
            value={counter.start}
            onChange={(start) => onChange({ ...counter, start })}
            fault={faultOf('start')}
          />
          <SelectField
            label={t('sharedBy')}
            options={sequences.map((one) => [one, t(`sequences.${one}`)])}
            value={counter.per}
            onChange={(per) => onChange({ ...counter, per })}
            fault={undefined}
          />
        </>
      ) : null}
    </div>
  );
}

export function TemplateProperties({ form }: { form: Form<TemplateDraft> }) {
  const t = useMessages(texts);
  const { value: properties, onChange } = form.field('properties');
  const { mailNicknamePattern, displayNamePattern } = form.values;
  const change = (id: number, part: Partial<PropertyDraft>) =>
    onChange(properties.map((one) => (one.id === id ? Object.assign({}, one, part) : one)));
  const add = (name?: string) =>
    onChange([
      ...properties,
      propertyDraftOf(Math.max(0, ...properties.map(({ id }) => id)) + 1, name),
    ]);
  const proposed = placeholdersOf([mailNicknamePattern, displayNamePattern]).filter((name) =>
    properties.every((one) => one.name.trim() !== name),
  );
  return (
    <Card title={t('properties')} note={t('propertiesNote')}>
      <div className="stack">
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
        <div className="row">
          {proposed.map((name) => (
            <Button key={name} icon={<AddRegular />} onClick={() => add(name)}>
              {t('declareNamed', { name })}
            </Button>
          ))}
          <Button icon={<AddRegular />} onClick={() => add()}>
            {t('declareProperty')}
          </Button>
        </div>
      </div>
    </Card>
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
  const t = useMessages(texts);
  const { name, type } = property;
  const text = (
    member: 'description' | 'default' | 'pattern' | 'minimum' | 'maximum',
    kind: 'text' | 'number' = 'text',
  ) => (
    <TextField
      label={t(member)}
      type={kind}
      value={property[member]}
      onChange={(value) => onChange({ [member]: value })}
      fault={form.problem.field(`/properties/${name.trim()}/${member}`)}
    />
  );
  const choicesFault = form.problem.field(`/properties/${name.trim()}/choices`);
  return (
    <div
      className="form-grid"
      role="group"
      aria-label={t('propertySettings', { number: index + 1 })}
    >
      <TextField
        label={t('property', { number: index + 1 })}
        value={name}
        onChange={(value) => onChange({ name: value })}
        fault={form.problem.at(`/properties/${name.trim()}`)}
        mono
      />
      <SelectField
        label={t('type')}
        options={types.map((one) => [one, t(`types.${one}`)])}
        value={type}
        onChange={(value) => onChange({ type: value })}
        fault={undefined}
      />
      {text('description')}
      {type === 'text' ? text('pattern') : null}
      {type === 'text' || type === 'number' ? text('minimum', 'number') : null}
      {type === 'text' || type === 'number' ? text('maximum', 'number') : null}
      {type === 'choice' ? (
        <Field label={t('choices')} hint={t('onePerLine')} {...faultProps(choicesFault)}>
          <TextArea
            value={property.choices}
            rows={3}
            onChange={(choices) => onChange({ choices })}
          />
        </Field>
      ) : null}
      {text('default')}
      <SwitchField
        label={t('required')}
        value={property.required}
        onChange={(required) => onChange({ required })}
        on={t('requiredOn')}
        off={t('requiredOff')}
      />
      <Button
        appearance="subtle"
        icon={<DeleteRegular />}
        aria-label={t('removeProperty', { number: index + 1 })}
        title={t('removeProperty', { number: index + 1 })}
        onClick={onRemove}
      />
    </div>
  );
}
