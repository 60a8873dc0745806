// The people whom a question about a group asks: the responsible person first, then also the deputy, and the steward of
// the organisation at the end.
import type { Asked, Assignee } from '../../messages/tasks/task.ts';
import { type Fallback, whomToAsk } from '../question.ts';

export interface Answering extends Fallback {
  readonly responsible: Assignee | undefined;
  readonly deputy: Assignee | undefined;
}

/** @param before number of reminders so far. Undefined: nobody can be asked. */
export function peopleToAsk(
  answering: Answering,
  before: number,
  isLast: boolean,
): Asked | undefined {
  const { responsible, deputy, steward } = answering;
  const people = distinct([
    responsible,
    ...(before > 0 || responsible === undefined ? [deputy] : []),
    ...(isLast ? [steward] : []),
  ]);
  return whomToAsk([people], answering);
}

/** Whether the question asks someone who does not answer for the group any more, or not the first who can. */
export function isOutdated(answering: Answering, askedIds: readonly string[]): boolean {
  const { responsible, deputy, steward, administrators } = answering;
  const present = distinct([responsible, deputy, steward, ...administrators]);
  const [first] = present;
  if (first === undefined) return false;
  const ids = new Set(present.map(({ personId }) => personId));
  return !askedIds.includes(first.personId) || askedIds.some((personId) => !ids.has(personId));
}

export function distinct(people: readonly (Assignee | undefined)[]): readonly Assignee[] {
  const byId = new Map(people.flatMap((person) => (person ? [[person.personId, person]] : [])));
  return [...byId.values()];
}
