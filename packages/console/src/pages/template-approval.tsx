// The approval that requests need before a group of a template is created, changed or deleted.
import { Button } from '@fluentui/react-button';
import { AddRegular, DeleteRegular } from '@fluentui/react-icons';
import { Choices } from '../components/choices.tsx';
import { Card } from '../components/layout.tsx';
import { PeriodField } from '../components/period-field.tsx';
import { SelectField } from '../components/select-field.tsx';
import { SwitchField } from '../components/switch-field.tsx';
import { TextField } from '../components/text-field.tsx';
import type { Form } from '../components/use-form.ts';
import type { TemplateDraft } from './template-draft.ts';
import { decisionsBy } from './template-lifecycle.tsx';

type Approval = TemplateDraft['approval'];

const conditions = [
  { value: 'always', label: 'Every request' },
  { value: 'public', label: 'Public groups' },
  { value: 'guests', label: 'Groups with guests' },
  { value: 'people', label: 'Groups with many people' },
] as const;
const operations = [
  { value: 'public', label: 'A change that makes the group public' },
  { value: 'guests', label: 'A change that adds guests' },
  { value: 'delete', label: 'The deletion of the group' },
] as const;
const lapses = [
  ['rejected', 'The request is rejected'],
  ['approved', 'The request is approved'],
] as const;

export function TemplateApproval({ form }: { form: Form<TemplateDraft> }) {
  const { value, onChange } = form.field('approval');
  return (
    <Card
      title="Approval"
      note="Applies to requests from now on, also for existing groups. Nothing happens before the approval."
    >
      <div className="stack">
        <SwitchField
          label="Approval of requests"
          value={value.isOn}
          onChange={(isOn) => onChange({ ...value, isOn })}
          on="Requests wait for an approval"
          off="No approval"
          fault={form.problem.at('/policy/approval')}
        />
        {value.isOn ? <Fields form={form} /> : null}
      </div>
    </Card>
  );
}

function Fields({ form }: { form: Form<TemplateDraft> }) {
  const { value, onChange } = form.field('approval');
  const of = <Name extends keyof Approval>(name: Name, pointer: string = name) => ({
    value: value[name],
    onChange: (next: Approval[Name]) => onChange({ ...value, [name]: next }),
    fault: form.problem.field(`/policy/approval/${pointer}`),
  });
  return (
    <>
      <Choices legend="New groups that need it" choices={conditions} {...of('when')} />
      <Choices
        legend="Operations on existing groups that need it"
        choices={operations}
        {...of('operations')}
      />
      <Stages form={form} />
      <div className="form-grid">
        {value.when.includes('people') ? (
          <TextField label="More people than" type="number" {...of('peopleOver', 'when')} />
        ) : null}
        <PeriodField label="Time limit of a stage" {...of('lapseAfter', 'lapse/after')} />
        <SelectField label="After the time limit" options={lapses} {...of('lapseAs', 'lapse/as')} />
        <TextField
          label="Reminders"
          hint="Days after the start of a stage, separated by commas."
          {...of('remindDays')}
        />
        <SelectField label="To decide" options={decisionsBy} {...of('decisions')} />
        <SwitchField
          label="The responsible person"
          on="May approve the own group"
          off="Cannot approve the own group"
          {...of('selfApproval')}
        />
      </div>
    </>
  );
}

function Stages({ form }: { form: Form<TemplateDraft> }) {
  const { value, onChange } = form.field('approval');
  const { stages } = value;
  const set = (next: Approval['stages']) => onChange({ ...value, stages: next });
  const next = Math.max(0, ...stages.map(({ id }) => id)) + 1;
  return (
    <div className="stack">
      {stages.map(({ id, by }, index) => (
        <div className="stage" key={id}>
          <TextField
            label={`Approvers of stage ${index + 1}`}
            hint="manager, people, or group:approvers@contoso.com, separated by commas. Any one of them approves."
            value={by}
            onChange={(text) => set(stages.map((one) => (one.id === id ? { id, by: text } : one)))}
            fault={form.problem.field(`/policy/approval/stages/${index}`)}
            mono
          />
          {stages.length === 1 ? null : (
            <Button
              appearance="subtle"
              icon={<DeleteRegular />}
              aria-label={`Remove stage ${index + 1}`}
              title={`Remove stage ${index + 1}`}
              onClick={() => set(stages.filter((one) => one.id !== id))}
            />
          )}
        </div>
      ))}
      <div>
        <Button icon={<AddRegular />} onClick={() => set([...stages, { id: next, by: '' }])}>
          Add stage
        </Button>
      </div>
    </div>
  );
}
