// The people whom a question about a group asks: the responsible person first, then also the deputy, and the steward of
// the organisation at the end.
import type { Assignee } from '../../messages/tasks/task.ts';

export interface Answering {
  readonly responsible: Assignee | undefined;
  readonly deputy: Assignee | undefined;
  readonly steward: Assignee | undefined;
}

/** @param before number of reminders so far */
export function peopleToAsk(
  { responsible, deputy, steward }: Answering,
  before: number,
  isLast: boolean,
): readonly Assignee[] {
  return distinct([
    responsible,
    ...(before > 0 || responsible === undefined ? [deputy] : []),
    ...(isLast ? [steward] : []),
  ]);
}

/** Whether the question asks someone who does not answer for the group any more, or not the responsible person. */
export function isOutdated(
  { responsible, deputy, steward }: Answering,
  askedIds: readonly string[],
): boolean {
  if (responsible === undefined) return false;
  const present = new Set(distinct([responsible, deputy, steward]).map(({ personId }) => personId));
  const isAsked = askedIds.includes(responsible.personId);
  return !isAsked || askedIds.some((personId) => !present.has(personId));
}

export function distinct(people: readonly (Assignee | undefined)[]): readonly Assignee[] {
  const byId = new Map(people.flatMap((person) => (person ? [[person.personId, person]] : [])));
  return [...byId.values()];
}
