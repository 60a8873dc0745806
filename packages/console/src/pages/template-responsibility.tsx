// The succession of the people who answer for the groups of a template, and the people who get a message about a new group.
import { Choices } from '../components/choices.tsx';
import { Card } from '../components/layout.tsx';
import { SelectField } from '../components/select-field.tsx';
import { SwitchField } from '../components/switch-field.tsx';
import { TextField } from '../components/text-field.tsx';
import type { Form } from '../components/use-form.ts';
import type { successors } from './governance-draft.ts';
import type { TemplateDraft } from './template-draft.ts';
import { decisionsBy } from './template-lifecycle.tsx';

type Responsibility = TemplateDraft['responsibility'];

const candidates = [
  { value: 'deputy', label: 'The deputy' },
  { value: 'owners', label: 'Other owners' },
  { value: 'manager', label: 'The manager' },
  { value: 'steward', label: 'The steward of the organisation' },
] as const;
const formerPlaces = [
  ['keep', 'Stays an owner'],
  ['member', 'Becomes a member'],
  ['remove', 'Leaves the group'],
] as const;
const informed = [
  { value: 'responsible', label: 'The responsible person' },
  { value: 'deputy', label: 'The deputy' },
] as const;

export function TemplateResponsibility({ form }: { form: Form<TemplateDraft> }) {
  const { value, onChange } = form.field('responsibility');
  return (
    <Card
      title="Responsibility"
      note="The consequences when the responsible person or the deputy leaves. Applies immediately, including to existing groups."
    >
      <div className="stack">
        <SwitchField
          label="Succession"
          value={value.isOn}
          onChange={(isOn) => onChange({ ...value, isOn })}
          on="A successor takes over"
          off="Nothing happens by itself"
          fault={form.problem.at('/policy/responsibility')}
        />
        {value.isOn ? <Fields form={form} /> : null}
        <Choices legend="Inform of a new group" choices={informed} {...form.field('created')} />
      </div>
    </Card>
  );
}

function Fields({ form }: { form: Form<TemplateDraft> }) {
  const { value, onChange } = form.field('responsibility');
  const of = <Name extends keyof Responsibility>(name: Name) => ({
    value: value[name],
    onChange: (next: Responsibility[Name]) => onChange({ ...value, [name]: next }),
    fault: form.problem.field(`/policy/responsibility/${name}`),
  });
  const succession = of('succession');
  return (
    <>
      <Choices
        legend="Successors, in this order"
        choices={candidates}
        {...succession}
        onChange={(chosen) => succession.onChange(inOrder(value.succession, chosen))}
      />
      <div className="form-grid">
        <TextField
          label="Grace period"
          hint="Days for which an unavailable person keeps the place."
          type="number"
          {...of('graceDays')}
        />
        <TextField
          label="Reminders"
          hint="Days after the opening of a task, separated by commas."
          {...of('remindDays')}
        />
        <TextField
          label="Escalation"
          hint="Days after which the steward is asked, too."
          type="number"
          {...of('escalateDays')}
        />
        <TextField
          label="Before a leave date"
          hint="Days. Leave empty to ignore leave dates."
          type="number"
          {...of('beforeLeaveDays')}
        />
        <TextField
          label="Acceptance"
          hint="Days in which a person who is named accepts the role. Leave empty to ask nobody."
          type="number"
          {...of('acceptWithinDays')}
        />
        <SelectField
          label="The former responsible person"
          options={formerPlaces}
          {...of('formerResponsible')}
        />
        <SelectField label="To decide" options={decisionsBy} {...of('decisions')} />
        <SwitchField
          label="Deputy"
          on="Every new group needs a deputy"
          off="New groups may have no deputy"
          {...of('deputyRequired')}
        />
      </div>
    </>
  );
}

/** Keeps the stored order; a new candidate comes last. */
function inOrder(
  before: Responsibility['succession'],
  chosen: readonly (typeof successors)[number][],
): Responsibility['succession'] {
  const kept = before.filter((one) => chosen.includes(one));
  return [...kept, ...chosen.filter((one) => !before.includes(one))];
}
