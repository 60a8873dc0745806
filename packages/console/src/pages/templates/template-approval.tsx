// The approval that requests need before a group of a template is created, changed or deleted, and its effect on the
// groups that exist, before the policy is saved.
import { Button } from '@fluentui/react-button';
import { AddRegular, DeleteRegular } from '@fluentui/react-icons';
import { Choices } from '../../components/choices.tsx';
import { Card } from '../../components/layout.tsx';
import { PeriodField } from '../../components/period-field.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { SwitchField } from '../../components/switch-field.tsx';
import { TextField } from '../../components/text-field.tsx';
import type { Form } from '../../components/use-form.ts';
import { templateApproval } from '../../messages/template-approval.ts';
import { useMessages } from '../../messages/use-messages.ts';
import type { TemplateDraft } from './template-draft.ts';
import { useTemplatePlan } from './use-template-plan.ts';

type Approval = TemplateDraft['approval'];

const conditions = ['always', 'public', 'guests', 'people'] as const;
const operations = ['public', 'guests', 'properties', 'delete'] as const;
const lapses = ['rejected', 'approved'] as const;
const decisionsBy = ['link', 'signed_in'] as const;

export function TemplateApproval({
  form,
  templateId,
}: {
  form: Form<TemplateDraft>;
  /** Undefined for a new template, which has no groups. */
  templateId: string | undefined;
}) {
  const t = useMessages(templateApproval);
  const { value, onChange } = form.field('approval');
  return (
    <Card title={t('title')} note={t('note')}>
      <div className="stack">
        <SwitchField
          label={t('policy')}
          value={value.isOn}
          onChange={(isOn) => onChange({ ...value, isOn })}
          on={t('on')}
          off={t('off')}
          fault={form.problem.at('/policy/approval')}
        />
        {value.isOn ? <Fields form={form} /> : null}
        {templateId === undefined ? null : <Effect form={form} templateId={templateId} />}
      </div>
    </Card>
  );
}

function Fields({ form }: { form: Form<TemplateDraft> }) {
  const t = useMessages(templateApproval);
  const { value, onChange } = form.field('approval');
  const of = <Name extends keyof Approval>(name: Name, pointer: string = name) => ({
    value: value[name],
    onChange: (next: Approval[Name]) => onChange({ ...value, [name]: next }),
    fault: form.problem.field(`/policy/approval/${pointer}`),
  });
  return (
    <>
      <Choices
        legend={t('creations')}
        choices={conditions.map((one) => ({ value: one, label: t(`conditions.${one}`) }))}
        {...of('when')}
      />
      <Choices
        legend={t('operationsOfGroups')}
        choices={operations.map((one) => ({ value: one, label: t(`operations.${one}`) }))}
        {...of('operations')}
      />
      <Stages form={form} />
      <div className="form-grid">
        {value.when.includes('people') ? (
          <TextField label={t('peopleOver')} type="number" {...of('peopleOver', 'when')} />
        ) : null}
        <PeriodField label={t('lapseAfter')} {...of('lapseAfter', 'lapse/after')} />
        <SelectField
          label={t('lapseAs')}
          options={lapses.map((one) => [one, t(`lapses.${one}`)] as const)}
          {...of('lapseAs', 'lapse/as')}
        />
        <TextField label={t('reminders')} hint={t('remindersHint')} {...of('remindDays')} />
        <SelectField
          label={t('decisions')}
          options={decisionsBy.map((one) => [one, t(`decisionsBy.${one}`)] as const)}
          {...of('decisions')}
        />
        <SwitchField
          label={t('selfApproval')}
          on={t('mayApprove')}
          off={t('mayNotApprove')}
          {...of('selfApproval')}
        />
      </div>
    </>
  );
}

function Stages({ form }: { form: Form<TemplateDraft> }) {
  const t = useMessages(templateApproval);
  const { value, onChange } = form.field('approval');
  const { stages } = value;
  const set = (next: Approval['stages']) => onChange({ ...value, stages: next });
  const next = Math.max(0, ...stages.map(({ id }) => id)) + 1;
  return (
    <div className="stack">
      {stages.map(({ id, by }, index) => (
        <div className="stage" key={id}>
          <TextField
            label={t('approvers', { stage: index + 1 })}
            hint={t('approversHint')}
            value={by}
            onChange={(text) => set(stages.map((one) => (one.id === id ? { id, by: text } : one)))}
            fault={form.problem.field(`/policy/approval/stages/${index}`)}
            mono
          />
          {stages.length === 1 ? null : (
            <Button
              appearance="subtle"
              icon={<DeleteRegular />}
              aria-label={t('removeStage', { stage: index + 1 })}
              title={t('removeStage', { stage: index + 1 })}
              onClick={() => set(stages.filter((one) => one.id !== id))}
            />
          )}
        </div>
      ))}
      <div>
        <Button icon={<AddRegular />} onClick={() => set([...stages, { id: next, by: '' }])}>
          {t('addStage')}
        </Button>
      </div>
    </div>
  );
}

/** Nothing while the draft has a fault. */
function Effect({ form, templateId }: { form: Form<TemplateDraft>; templateId: string }) {
  const t = useMessages(templateApproval);
  const effect = useTemplatePlan(form, templateId, 'approval')?.approval;
  if (effect === undefined) return null;
  const { approverGroups, asksAtMost: asked, ...counts } = effect;
  return (
    <>
      <p className="effect" role="status">
        {counts.concerned === 0
          ? t('noEffect')
          : t.rich('effect', { ...counts, b: (text) => <strong>{text}</strong> })}
      </p>
      {approverGroups.map(({ group, people }) =>
        people !== null && people <= asked ? null : (
          <p className="effect" role="status" key={group}>
            {people === null ? t('noGroup', { group }) : t('tooMany', { group, people, asked })}
          </p>
        ),
      )}
    </>
  );
}
