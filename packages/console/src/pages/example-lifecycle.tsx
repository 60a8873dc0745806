// The dates of a group that is created today and that nobody renews.
import { formatDay } from '../components/time.tsx';
import { remindersOf } from './governance-draft.ts';
import type { TemplateDraft } from './template-draft.ts';

type Lifecycle = TemplateDraft['lifecycle'];

interface Moment {
  readonly at: Date;
  readonly what: string;
}

export function ExampleLifecycle({ policy }: { policy: Lifecycle }) {
  const moments = exampleOf(policy, new Date());
  if (moments === undefined) return null;
  return (
    <figure className="example">
      <figcaption className="muted small">
        {policy.expires === 'property'
          ? 'A group that is created today with a day one year from now, if nobody renews it:'
          : 'A group that is created today, if nobody renews it:'}
      </figcaption>
      <ol className="timeline">
        {moments.map(({ at, what }) => (
          <li key={`${at.toISOString()} ${what}`}>
            <time dateTime={at.toISOString()}>{formatDay(at.toISOString())}</time>
            <span>{what}</span>
          </li>
        ))}
      </ol>
    </figure>
  );
}

const askedBy = ['responsible', 'responsible and deputy'];

/** Undefined while a date is missing or wrong. */
export function exampleOf(policy: Lifecycle, today: Date): readonly Moment[] | undefined {
  const expiry = expiryOf(policy, today);
  if (expiry === undefined || Number.isNaN(expiry.getTime())) return undefined;
  const reminders = remindersOf(policy)
    .map((before) => added(expiry, before, -1))
    .filter((at) => at !== undefined && at > today) as Date[];
  reminders.sort((one, other) => one.getTime() - other.getTime());
  const asked = reminders.map((at, index) => ({
    at,
    what:
      index > 0 && index === reminders.length - 1
        ? 'Last reminder, also to the steward'
        : `Reminder to the ${askedBy[Math.min(index, 1)] ?? ''}`,
  }));
  const { unanswered } = policy;
  const end = {
    at: expiry,
    what: unanswered === 'keep' ? 'Expires, and stays' : 'Expires, and is archived',
  };
  const deleteAfter = policy.deleteAfterArchived || (unanswered === 'delete' ? 'P30D' : '');
  const deleted = unanswered === 'keep' ? undefined : added(expiry, deleteAfter);
  return [
    { at: today, what: 'Created' },
    ...asked,
    end,
    ...(deleted === undefined ? [] : [{ at: deleted, what: 'Deleted, after two warnings' }]),
  ];
}

function expiryOf({ expires, after, on, plus }: Lifecycle, today: Date): Date | undefined {
  if (expires === 'never') return undefined;
  if (expires === 'after') return added(today, after);
  if (expires === 'on') return on === '' ? undefined : new Date(`${on}T08:00:00Z`);
  const day = added(today, 'P1Y');
  return plus === '' || day === undefined ? day : added(day, plus);
}

/** Undefined for a duration that is none. */
function added(from: Date, duration: string, sign: 1 | -1 = 1): Date | undefined {
  if (!/^P(?=\d)(\d+[YMWD])+$/.test(duration)) return undefined;
  const to = new Date(from);
  for (const [, count = '0', unit] of duration.matchAll(/(\d+)([YMWD])/g)) {
    const number = sign * Number(count);
    if (unit === 'Y') to.setUTCFullYear(to.getUTCFullYear() + number);
    else if (unit === 'M') to.setUTCMonth(to.getUTCMonth() + number);
    else to.setUTCDate(to.getUTCDate() + number * (unit === 'W' ? 7 : 1));
  }
  return to;
}
