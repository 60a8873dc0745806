// The dates of a group that is created today and that nobody renews.
import { templateLifecycle as texts } from '../../messages/template-lifecycle.ts';
import { momentOfDay } from '../../messages/tenant-day.ts';
import { useFormat } from '../../messages/use-format.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { remindersOf } from './governance-draft.ts';
import type { TemplateDraft } from './template-draft.ts';

type Lifecycle = TemplateDraft['lifecycle'];

/** By the name of its text. */
type What = Exclude<keyof (typeof texts.texts)['en']['example'], 'today' | 'withDay'>;

interface Moment {
  readonly at: Date;
  readonly what: What;
}

export function ExampleLifecycle({ policy }: { policy: Lifecycle }) {
  const t = useMessages(texts);
  const format = useFormat();
  const moments = exampleOf(policy, new Date());
  if (moments === undefined) return null;
  return (
    <figure className="example">
      <figcaption className="muted small">
        {t(policy.expires === 'property' ? 'example.withDay' : 'example.today')}
      </figcaption>
      <ol className="timeline">
        {moments.map(({ at, what }) => (
          <li key={`${at.toISOString()} ${what}`}>
            <time dateTime={at.toISOString()}>{format.date(at.toISOString())}</time>
            <span>{t(`example.${what}`)}</span>
          </li>
        ))}
      </ol>
    </figure>
  );
}

/** Undefined while a date is missing or wrong. */
export function exampleOf(policy: Lifecycle, today: Date): readonly Moment[] | undefined {
  const expiry = expiryOf(policy, today);
  if (expiry === undefined || Number.isNaN(expiry.getTime())) return undefined;
  const reminders = remindersOf(policy)
    .map((before) => added(expiry, before, -1))
    .filter((at) => at !== undefined && at > today) as Date[];
  reminders.sort((one, other) => one.getTime() - other.getTime());
  const asked = reminders.map((at, index) => ({ at, what: reminderOf(index, reminders.length) }));
  const { unanswered } = policy;
  const end = {
    at: expiry,
    what: unanswered === 'keep' ? 'kept' : 'archived',
  } as const;
  const deleteAfter = policy.deleteAfterArchived || (unanswered === 'delete' ? 'P30D' : '');
  const deleted = unanswered === 'keep' ? undefined : added(expiry, deleteAfter);
  return [
    { at: today, what: 'created' },
    ...asked,
    end,
    ...(deleted === undefined ? [] : [{ at: deleted, what: 'deleted' } as const]),
  ];
}

function reminderOf(index: number, count: number): What {
  if (index > 0 && index === count - 1) return 'lastReminder';
  return index === 0 ? 'firstReminder' : 'reminder';
}

function expiryOf({ expires, after, on, plus }: Lifecycle, today: Date): Date | undefined {
  if (expires === 'never') return undefined;
  if (expires === 'after') return added(today, after);
  if (expires === 'on') return on === '' ? undefined : new Date(momentOfDay(on));
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
