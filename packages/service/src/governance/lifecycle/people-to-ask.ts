// The people whom a question about a group asks, and who get its news: the responsible person first, then also the deputy, and
// the steward of the organisation at the end.
import type { Asked, Assignee } from '../../messages/tasks/task.ts';
import { type Fallback, type Question, whomToAsk } from '../question.ts';

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

/**
 * The people who get news about the group: those who answer for it, else the steward, else the administrators.
 * @param others people who get it beside the first
 */
export function peopleToTell(
  answering: Answering,
  others: readonly (Assignee | undefined)[] = [],
): readonly Assignee[] {
  const { responsible, deputy } = answering;
  return whomToAsk([distinct([responsible, deputy, ...others])], answering) ?? [];
}

/**
 * Dates and people of a question about the whole group.
 * @param given reminders that its people got
 */
export function toGroup(
  answering: Answering,
  {
    remindAt,
    escalateAt,
    given,
  }: {
    readonly remindAt: readonly Date[];
    readonly escalateAt: Date | undefined;
    readonly given: number;
  },
): Pick<Question, 'assignees' | 'mayKeep' | 'remindAt' | 'escalation'> {
  const { responsible, deputy, steward, administrators } = answering;
  const all = peopleToAsk(answering, given, true);
  return {
    assignees: peopleToAsk(answering, given, false),
    mayKeep: distinct([responsible, deputy, steward, ...administrators]),
    remindAt,
    ...(escalateAt !== undefined &&
      all !== undefined && { escalation: { at: escalateAt, to: all } }),
  };
}

export function distinct(people: readonly (Assignee | undefined)[]): readonly Assignee[] {
  const byId = new Map(people.flatMap((person) => (person ? [[person.personId, person]] : [])));
  return [...byId.values()];
}
