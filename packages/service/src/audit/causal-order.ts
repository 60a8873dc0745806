// The order of entries that one transaction wrote about one thing: a cause precedes what follows from it, in whichever order
// the code wrote them. The chain, and with it the event feed and the webhooks, have entries in this order.
import type { ActivityAction } from './activity.ts';

/** Every action has its place; within a place, entries stay in the order in which they were written. */
const places = {
  /** People decided, or their time is over. */
  decision: ['task.decided', 'task.lapsed'],
  answer: ['review.answered', 'review.lapsed'],
  /** A question that no longer applies has its reason before it. */
  withdrawal: ['task.withdrawn'],
  question: ['task.opened', 'task.reassigned', 'task.reminded', 'task.escalated'],
  /** Its effect is recorded when it ends, in another transaction. */
  operation: ['group.operation_accepted'],
} as const satisfies Readonly<Record<string, readonly ActivityAction[]>>;

/** Everything else happens to the thing itself. */
const order = ['decision', 'answer', 'fact', 'withdrawal', 'question', 'operation'] as const;

const placeOf = new Map<string, number>(
  Object.entries(places).flatMap(([place, actions]) =>
    actions.map((action) => [action, order.indexOf(place as (typeof order)[number])] as const),
  ),
);

export function causalPlace(action: string): number {
  return placeOf.get(action) ?? order.indexOf('fact');
}

interface Written {
  readonly tenantId: string;
  /** The id of the database transaction that wrote it. */
  readonly transaction: string;
  readonly action: string;
  readonly subjectKind: string;
  readonly subjectId: string;
}

/** The same for the entries of one transaction about one thing. */
export function storyOf({
  tenantId,
  transaction,
  subjectKind,
  subjectId,
}: Omit<Written, 'action'>): string {
  return [tenantId, transaction, subjectKind, subjectId].join('/');
}

/** @param entries in the order in which they were written; those of other transactions keep their places */
export function inCausalOrder<Entry extends Written>(entries: readonly Entry[]): Entry[] {
  const ordered = [...entries];
  const together = Map.groupBy(entries.keys(), (at) => storyOf(entries[at] as Entry));
  for (const positions of together.values()) {
    const sorted = positions
      .map((at) => entries[at] as Entry)
      .toSorted((one, other) => causalPlace(one.action) - causalPlace(other.action));
    for (const [n, at] of positions.entries()) ordered[at] = sorted[n] as Entry;
  }
  return ordered;
}
