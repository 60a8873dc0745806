// The lifecycle that a template gives to its groups: when they expire and what follows, and the effect on the groups that exist, before the policy is saved.
import { api } from '../../api/client.ts';
import { Card } from '../../components/layout.tsx';
import { PeriodField } from '../../components/period-field.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { SwitchField } from '../../components/switch-field.tsx';
import { TextField } from '../../components/text-field.tsx';
import { TriedMonths } from '../../components/tried-months.tsx';
import type { Form } from '../../components/use-form.ts';
import { templateLifecycle as texts } from '../../messages/template-lifecycle.ts';
import { useFormat } from '../../messages/use-format.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { bodyOf, type TemplateDraft } from './template-draft.ts';
import { late } from '../../components/late.tsx';
import { useTemplatePlan } from './use-template-plan.ts';

const UnknownUse = late(async () => (await import('./unknown-use.tsx')).UnknownUse);

type Lifecycle = TemplateDraft['lifecycle'];

const expiries = ['after', 'on', 'property', 'never'] as const;
const consequences = ['archive', 'delete', 'keep'] as const;
const subjects = ['both', 'owners', 'guests'] as const;
const reviewConsequences = ['keep', 'remove_guests', 'archive'] as const;
const idleAsked = ['both', 'responsible', 'all'] as const;
const idleConsequences = ['keep', 'expire'] as const;
const decisionsBy = ['link', 'signed_in'] as const;

export function TemplateLifecycle({
  form,
  templateId,
}: {
  form: Form<TemplateDraft>;
  /** Undefined for a new template, which has no groups. */
  templateId: string | undefined;
}) {
  const t = useMessages(texts);
  const { value, onChange } = form.field('lifecycle');
  return (
    <Card title={t('title')} note={t('note')}>
      <div className="stack">
        <SwitchField
          label={t('expiry')}
          value={value.isOn}
          onChange={(isOn) => onChange({ ...value, isOn })}
          on={t('on')}
          off={t('off')}
          fault={form.problem.at('/policy/lifecycle')}
        />
        {value.isOn ? <Fields form={form} /> : null}
        {templateId === undefined ? null : <Effect form={form} templateId={templateId} />}
      </div>
    </Card>
  );
}

function Fields({ form }: { form: Form<TemplateDraft> }) {
  const t = useMessages(texts);
  const { value, onChange } = form.field('lifecycle');
  const of = <Name extends keyof Lifecycle>(name: Name, pointer: string = name) => ({
    value: value[name],
    onChange: (next: Lifecycle[Name]) => onChange({ ...value, [name]: next }),
    fault: form.problem.field(`/policy/lifecycle/${pointer}`),
  });
  return (
    <div className="form-grid">
      <SelectField
        label={t('expires')}
        options={expiries.map((one) => [one, t(`expiries.${one}`)])}
        {...of('expires')}
        fault={form.problem.at('/policy/lifecycle/expires')}
      />
      {value.expires === 'after' ? (
        <PeriodField label={t('after')} {...of('after', 'expires/after')} />
      ) : null}
      {value.expires === 'on' ? (
        <TextField label={t('day')} type="date" {...of('on', 'expires/on')} />
      ) : null}
      {value.expires === 'property' ? (
        <>
          <TextField
            label={t('property')}
            hint={t('propertyHint')}
            {...of('property', 'expires/property')}
            mono
          />
          <PeriodField label={t('plus')} {...of('plus', 'expires/plus')} />
        </>
      ) : null}
      <TextField label={t('reminders')} hint={t('remindersHint')} {...of('remindBefore')} />
      <PeriodField label={t('renewFor')} {...of('renewFor', 'renew/for')} />
      <TextField
        label={t('atMost')}
        hint={t('atMostHint')}
        type="number"
        {...of('atMost', 'renew/atMost')}
      />
      <SelectField
        label={t('unanswered')}
        options={consequences.map((one) => [one, t(`consequences.${one}`)])}
        {...of('unanswered')}
      />
      {value.unanswered === 'keep' ? null : (
        <PeriodField
          label={t('deleteAfter')}
          hint={t(`deleteAfterHint.${value.unanswered}`)}
          {...of('deleteAfterArchived')}
        />
      )}
      <PeriodField label={t('grace')} hint={t('graceHint')} {...of('graceForExisting')} />
      <PeriodField label={t('spread')} hint={t('spreadHint')} {...of('spreadExisting')} />
      <SelectField
        label={t('decisions')}
        options={decisionsBy.map((one) => [one, t(`decisionsBy.${one}`)])}
        {...of('decisions')}
      />
      <SwitchField
        label={t('requests')}
        on={t('requestsOn')}
        off={t('requestsOff')}
        {...of('callerMaySet')}
      />
      <PeriodField label={t('longest')} hint={t('longestHint')} {...of('longest')} />
      <SwitchField
        label={t('idle')}
        on={t('idleOn')}
        off={t('idleOff')}
        {...of('asksIdle', 'inactivity')}
      />
      {value.asksIdle ? (
        <>
          <PeriodField
            label={t('idleAfter')}
            hint={t('idleAfterHint')}
            {...of('idleAfter', 'inactivity/after')}
          />
          <SelectField
            label={t('idleAsk')}
            options={idleAsked.map((one) => [one, t(`idleAsked.${one}`)])}
            {...of('idleAsk', 'inactivity/ask')}
          />
          <PeriodField label={t('idleWithin')} {...of('idleWithin', 'inactivity/within')} />
          <SelectField
            label={t('idleUnanswered')}
            options={idleConsequences.map((one) => [one, t(`idleConsequences.${one}`)])}
            {...of('idleUnanswered', 'inactivity/unanswered')}
          />
          <PeriodField
            label={t('idleQuietFor')}
            hint={t('idleQuietForHint')}
            {...of('idleQuietFor', 'inactivity/quietFor')}
          />
          <UnknownUse />
        </>
      ) : null}
      <SwitchField
        label={t('reviews')}
        on={t('reviewsOn')}
        off={t('reviewsOff')}
        {...of('isReviewed', 'review')}
      />
      {value.isReviewed ? (
        <>
          <PeriodField label={t('reviewEvery')} {...of('reviewEvery', 'review/every')} />
          <PeriodField label={t('reviewWithin')} {...of('reviewWithin', 'review/within')} />
          <SelectField
            label={t('reviewSubjects')}
            options={subjects.map((one) => [one, t(`subjects.${one}`)])}
            {...of('reviewSubjects', 'review/subjects')}
          />
          <SelectField
            label={t('reviewUnanswered')}
            options={reviewConsequences.map((one) => [one, t(`reviewConsequences.${one}`)])}
            {...of('reviewUnanswered', 'review/unanswered')}
          />
        </>
      ) : null}
    </div>
  );
}

/** The service's count of the groups that the lifecycle would concern. Nothing while it has a fault. */
function Effect({ form, templateId }: { form: Form<TemplateDraft>; templateId: string }) {
  const t = useMessages(texts);
  const format = useFormat();
  const { isOn } = form.values.lifecycle;
  const plan = useTemplatePlan(form, templateId, 'lifecycle');
  if (plan === undefined) return null;
  const { groups, concerned, expireWithin30Days, firstAt, reviewed, firstReviewAt } = plan;
  const { firstExpiryAt, lastExpiryAt } = plan;
  const day = (iso: string) => format.date(iso);
  const dayOf = (iso: string | null) => (iso === null ? '' : day(iso));
  const [first, last] = [dayOf(firstExpiryAt), dayOf(lastExpiryAt)];
  const dates = [
    firstAt === null ? '' : t('firstDate', { date: day(firstAt) }),
    first === '' ? '' : t(first === last ? 'expireOn' : 'expireBetween', { first, last }),
    firstReviewAt === null ? '' : t('reviewed', { count: reviewed, date: day(firstReviewAt) }),
    plan.unused === 0 ? '' : t('unused', { count: plan.unused }),
  ];
  return (
    <>
      <p className="effect" role="status">
        {isOn ? (
          <>
            {t.rich('applies', {
              groups,
              concerned,
              soon: expireWithin30Days,
              b: (text) => <strong>{text}</strong>,
            })}{' '}
            {dates.filter((text) => text !== '').join(' ')}
          </>
        ) : (
          t('noLonger', { count: groups })
        )}
      </p>
      {groups === 0 ? null : (
        <TriedMonths
          queryKey={['template', templateId]}
          body={bodyOf(form.values)}
          plan={(request) =>
            api.post('/templates/{templateId}/plan', { path: { templateId }, ...request })
          }
        />
      )}
    </>
  );
}
