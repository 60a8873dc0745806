// The succession of the people who answer for the groups of a template, and the people who get a message about a new group.
import { Choices } from '../../components/choices.tsx';
import { Card } from '../../components/layout.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { SwitchField } from '../../components/switch-field.tsx';
import { TextField } from '../../components/text-field.tsx';
import type { Form } from '../../components/use-form.ts';
import { templateApproval } from '../../messages/template-approval.ts';
import { templateResponsibility } from '../../messages/template-responsibility.ts';
import { useMessages } from '../../messages/use-messages.ts';
import type { successors } from './governance-draft.ts';
import type { TemplateDraft } from './template-draft.ts';

type Responsibility = TemplateDraft['responsibility'];

const candidates = ['deputy', 'owners', 'manager', 'steward'] as const;
const formerPlaces = ['keep', 'member', 'remove'] as const;
const informed = ['responsible', 'deputy'] as const;
const decisionsBy = ['link', 'signed_in'] as const;

export function TemplateResponsibility({ form }: { form: Form<TemplateDraft> }) {
  const t = useMessages(templateResponsibility);
  const { value, onChange } = form.field('responsibility');
  return (
    <Card title={t('title')} note={t('note')}>
      <div className="stack">
        <SwitchField
          label={t('succession')}
          value={value.isOn}
          onChange={(isOn) => onChange({ ...value, isOn })}
          on={t('on')}
          off={t('off')}
          fault={form.problem.at('/policy/responsibility')}
        />
        {value.isOn ? <Fields form={form} /> : null}
        <Choices
          legend={t('inform')}
          choices={informed.map((one) => ({ value: one, label: t(`informed.${one}`) }))}
          {...form.field('created')}
        />
      </div>
    </Card>
  );
}

function Fields({ form }: { form: Form<TemplateDraft> }) {
  const t = useMessages(templateResponsibility);
  const approval = useMessages(templateApproval);
  const { value, onChange } = form.field('responsibility');
  const of = <Name extends keyof Responsibility>(name: Name) => ({
    value: value[name],
    onChange: (next: Responsibility[Name]) => onChange({ ...value, [name]: next }),
    fault: form.problem.field(`/policy/responsibility/${name}`),
  });
  const days = (name: 'graceDays' | 'escalateDays' | 'beforeLeaveDays' | 'acceptWithinDays') => (
    <TextField label={t(name)} hint={t(`${name}Hint`)} type="number" {...of(name)} />
  );
  const succession = of('succession');
  return (
    <>
      <Choices
        legend={t('successors')}
        choices={candidates.map((one) => ({ value: one, label: t(`candidates.${one}`) }))}
        {...succession}
        onChange={(chosen) => succession.onChange(inOrder(value.succession, chosen))}
      />
      <div className="form-grid">
        {days('graceDays')}
        <TextField label={t('remindDays')} hint={t('remindDaysHint')} {...of('remindDays')} />
        {days('escalateDays')}
        {days('beforeLeaveDays')}
        {days('acceptWithinDays')}
        <SelectField
          label={t('former')}
          options={formerPlaces.map((one) => [one, t(`formerPlaces.${one}`)] as const)}
          {...of('formerResponsible')}
        />
        <SelectField
          label={t('decisions')}
          options={decisionsBy.map((one) => [one, approval(`decisionsBy.${one}`)] as const)}
          {...of('decisions')}
        />
        <SwitchField
          label={t('deputy')}
          on={t('deputyRequired')}
          off={t('deputyOptional')}
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
