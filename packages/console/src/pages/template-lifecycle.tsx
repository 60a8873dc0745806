// The lifecycle that a template gives to its groups: when they expire and what follows, the dates of an example, and the
// effect on the groups that exist, before the policy is saved.
import { Card } from '../components/layout.tsx';
import { PeriodField } from '../components/period-field.tsx';
import { SelectField } from '../components/select-field.tsx';
import { SwitchField } from '../components/switch-field.tsx';
import { TextField } from '../components/text-field.tsx';
import { formatDay } from '../components/time.tsx';
import type { Form } from '../components/use-form.ts';
import { ExampleLifecycle } from './example-lifecycle.tsx';
import type { TemplateDraft } from './template-draft.ts';
import { useTemplatePlan } from './use-template-plan.ts';

type Lifecycle = TemplateDraft['lifecycle'];

const expiries = [
  ['after', 'A period after the creation'],
  ['on', 'On one day'],
  ['property', 'On the day in a property'],
  ['never', 'Never: only reviews, or a day in the request'],
] as const;
const consequences = [
  ['archive', 'Archive the group'],
  ['delete', 'Archive the group, then delete it'],
  ['keep', 'Keep the group'],
] as const;
const subjects = [
  ['both', 'Owners and guests'],
  ['owners', 'Owners'],
  ['guests', 'Guests'],
] as const;
const reviewConsequences = [
  ['keep', 'Keep everyone'],
  ['remove_guests', 'Remove the guests'],
  ['archive', 'Archive the group'],
] as const;
const decisionsBy = [
  ['link', 'The link of the message is enough'],
  ['signed_in', 'The person also signs in'],
] as const;

export function TemplateLifecycle({
  form,
  templateId,
}: {
  form: Form<TemplateDraft>;
  /** Undefined for a new template, which has no groups. */
  templateId: string | undefined;
}) {
  const { value, onChange } = form.field('lifecycle');
  return (
    <Card
      title="Lifecycle"
      note="When groups expire, and what follows. Applies immediately, including to existing groups."
    >
      <div className="stack">
        <SwitchField
          label="Expiry"
          value={value.isOn}
          onChange={(isOn) => onChange({ ...value, isOn })}
          on="Groups of this template expire"
          off="Groups of this template do not expire"
          fault={form.problem.at('/policy/lifecycle')}
        />
        {value.isOn ? <Fields form={form} /> : null}
        {value.isOn ? <ExampleLifecycle policy={value} /> : null}
        {templateId === undefined ? null : <Effect form={form} templateId={templateId} />}
      </div>
    </Card>
  );
}

function Fields({ form }: { form: Form<TemplateDraft> }) {
  const { value, onChange } = form.field('lifecycle');
  const of = <Name extends keyof Lifecycle>(name: Name, pointer: string = name) => ({
    value: value[name],
    onChange: (next: Lifecycle[Name]) => onChange({ ...value, [name]: next }),
    fault: form.problem.field(`/policy/lifecycle/${pointer}`),
  });
  return (
    <div className="form-grid">
      <SelectField
        label="Groups expire"
        options={expiries}
        {...of('expires')}
        fault={form.problem.at('/policy/lifecycle/expires')}
      />
      {value.expires === 'after' ? (
        <PeriodField label="After the creation" {...of('after', 'expires/after')} />
      ) : null}
      {value.expires === 'on' ? (
        <TextField label="Day" type="date" {...of('on', 'expires/on')} />
      ) : null}
      {value.expires === 'property' ? (
        <>
          <TextField
            label="Property"
            hint="Groups without a day in it do not expire."
            {...of('property', 'expires/property')}
            mono
          />
          <PeriodField label="After that day" {...of('plus', 'expires/plus')} />
        </>
      ) : null}
      <TextField
        label="Reminders"
        hint="Days before the expiry. The second also asks the deputy, the last also the steward."
        {...of('remindBefore')}
      />
      <PeriodField label="A renewal lasts" {...of('renewFor', 'renew/for')} />
      <TextField
        label="Renewals of a group"
        hint="By its people. Leave empty for no limit."
        type="number"
        {...of('atMost', 'renew/atMost')}
      />
      <SelectField label="If nobody renews" options={consequences} {...of('unanswered')} />
      {value.unanswered === 'keep' ? null : (
        <PeriodField
          label="Delete archived groups after"
          hint={
            value.unanswered === 'delete'
              ? 'At least 14 days. Empty: 30 days.'
              : 'At least 14 days. Leave empty to keep them.'
          }
          {...of('deleteAfterArchived')}
        />
      )}
      <PeriodField
        label="Grace for existing groups"
        hint="They do not expire before, when the policy comes or becomes shorter."
        {...of('graceForExisting')}
      />
      <PeriodField
        label="Spread of existing groups"
        hint="Those that would expire at the end of the grace do so over this time. Leave empty for one day."
        {...of('spreadExisting')}
      />
      <SelectField label="To decide" options={decisionsBy} {...of('decisions')} />
      <SwitchField
        label="Requests"
        on="May name the expiry of their group"
        off="Cannot name the expiry of their group"
        {...of('callerMaySet')}
      />
      <PeriodField
        label="Latest expiry"
        hint="Of requests and renewals. Leave empty for ten years."
        {...of('longest')}
      />
      <SwitchField
        label="Reviews"
        on="The people of a group are reviewed regularly"
        off="The people of a group are not reviewed by policy"
        {...of('isReviewed', 'attest')}
      />
      {value.isReviewed ? (
        <>
          <PeriodField label="From one review to the next" {...of('reviewEvery', 'attest/every')} />
          <PeriodField label="Time for the answer" {...of('reviewWithin', 'attest/within')} />
          <SelectField
            label="People to review"
            options={subjects}
            {...of('reviewSubjects', 'attest/subjects')}
          />
          <SelectField
            label="If nobody reviews"
            options={reviewConsequences}
            {...of('reviewUnanswered', 'attest/unanswered')}
          />
        </>
      ) : null}
    </div>
  );
}

/** The service's count of the groups that the lifecycle would concern. Nothing while it has a fault. */
function Effect({ form, templateId }: { form: Form<TemplateDraft>; templateId: string }) {
  const { isOn } = form.values.lifecycle;
  const plan = useTemplatePlan(form, templateId, 'lifecycle');
  if (plan === undefined) return null;
  const { groups, concerned, expireWithin30Days, firstAt, reviewed, firstReviewAt } = plan;
  const { firstExpiryAt, lastExpiryAt } = plan;
  const isOf = (count: number) =>
    `${count.toLocaleString('en')} ${count === 1 ? 'group' : 'groups'}`;
  return (
    <p className="effect" role="status">
      {isOn ? (
        <>
          <strong>Applies to {isOf(groups)}.</strong> {isOf(concerned)} would expire or be deleted
          some day, {expireWithin30Days.toLocaleString('en')} would expire within 30 days.
          {firstAt === null ? '' : ` The first date is ${formatDay(firstAt)}.`}
          {firstExpiryAt === null || lastExpiryAt === null
            ? ''
            : ` They expire from ${formatDay(firstExpiryAt)} to ${formatDay(lastExpiryAt)}.`}
          {firstReviewAt === null
            ? ''
            : ` The people of ${isOf(reviewed)} are reviewed, the first on ${formatDay(firstReviewAt)}.`}
        </>
      ) : (
        <>{isOf(groups)} will no longer expire.</>
      )}
    </p>
  );
}
