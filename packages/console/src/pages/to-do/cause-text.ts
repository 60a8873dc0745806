// The causes of what is to do: their sentences, their numbers, and where each is solved. Home, the menu of notifications and
// the page To do show the same ones.
import { problemLabel } from '../../components/problems.ts';
import { tasks } from '../../messages/tasks.ts';
import { toDo as texts } from '../../messages/to-do.ts';
import { labelOf, messagesOf } from '../../messages/use-messages.ts';
import { openFailures } from '../../components/request-states.ts';
import type { Cause } from './use-to-do.ts';

/** A cause as the address of its list has it, and the API. */
export const causeKey = ({ cause, id }: Pick<Cause, 'cause' | 'id'>) =>
  id === null ? cause : `${cause}:${id}`;

/** The text is in the language of the page. */
const seenCauses: ReadonlySet<string> = new Set(['ownerless', 'too_few_owners', 'unreachable']);

/** Whether its time is of the clock of governance, which may be ahead in a sandbox. Other times are those of the day. */
export function isGoverned({ area, cause }: Pick<Cause, 'area' | 'cause'>): boolean {
  return area !== 'creations' && area !== 'differences' && !seenCauses.has(cause);
}

export function causeText({ cause, id, name, reason, email, affected }: Cause): string {
  const t = messagesOf(texts);
  if (cause === 'question') return labelOf(messagesOf(tasks), `kinds.${id ?? ''}`, id ?? '');
  return labelOf(t, `causes.${cause}`, cause, {
    name:
      name ??
      email ??
      (cause === 'differs' || cause === 'stopped_adoptions' ? (id ?? '') : t('unknownPerson')),
    reason: reason ?? '',
    affected: affected ?? 0,
    code: id ?? '',
    problem: problemLabel(id ?? ''),
  });
}

/** Undefined of a stopped rule, which the page itself shows. */
export function countText({ area, count }: Cause): string | undefined {
  if (area === 'stopped') return undefined;
  const unit = { approvals: 'approvals', reviews: 'reviews', questions: 'tasks' } as const;
  const items = unit[area as keyof typeof unit] ?? 'groups';
  return messagesOf(texts)(`items.${items}`, { count });
}

/** The address at which the items of a cause are listed. */
export function addressOf(one: Cause): string {
  const { area, cause, id } = one;
  switch (area) {
    case 'stopped':
      return '/to-do';
    case 'approvals':
    case 'reviews':
      return `/to-do?show=${area}`;
    case 'creations':
      return `/groups?status=${openFailures}&error=${id ?? ''}`;
    case 'ownership':
    case 'differences':
    case 'rosters':
    case 'questions':
      return `/to-do?show=${area}&cause=${encodeURIComponent(causeKey({ cause, id }))}`;
    default:
      return (area satisfies never, '/to-do');
  }
}

export const sumOf = (causes: readonly Cause[]) =>
  causes.reduce((sum, { count }) => sum + count, 0);
