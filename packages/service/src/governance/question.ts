// A question about a group, whatever it asks. It always asks someone: its people, then the steward of the organisation, then
// its administrators. Until it is answered, lapses or no longer applies, its people are reminded, it is escalated, and it
// goes to others when its people change. A kind of question gives the dates and the people; the rest is here.
import { type Asked, asked, type Assignee, type Task } from '../messages/tasks/task.ts';

/** The people who are asked where nobody of the question can be. */
export interface Fallback {
  readonly steward: Assignee | undefined;
  readonly administrators: readonly Assignee[];
}

/** The first set that has someone. Undefined: nobody can be asked, not even an administrator. */
export function whomToAsk(
  sets: readonly (readonly Assignee[])[],
  { steward, administrators }: Fallback,
): Asked | undefined {
  const all = [...sets, steward === undefined ? [] : [steward], administrators];
  return asked(all.find((people) => people.length > 0) ?? []);
}

/** How far an open question is. */
export interface Progress {
  readonly reminders: number;
  readonly isEscalated: boolean;
}

export const noProgress: Progress = { reminders: 0, isEscalated: false };

/** As the task remembers it. */
export function progressOf({ data }: Pick<Task, 'data'>): Progress {
  return { reminders: Number(data['reminders'] ?? 0), isEscalated: data['isEscalated'] === true };
}

export interface Question {
  /** Those who can answer now. */
  readonly assignees: Asked;
  /** In their order. */
  readonly remindAt: readonly Date[];
  /** The people whom it asks from then on; absent: it is never escalated. */
  readonly escalation?: { readonly at: Date; readonly to: Asked } | undefined;
}

export interface Followed {
  /** Undefined: everything stays as it is. */
  readonly action: 'task.reminded' | 'task.escalated' | 'task.reassigned' | undefined;
  /** Absent: as before. */
  readonly assignees?: Asked;
  /** Those who get a message: everyone at a reminder or an escalation, otherwise the new ones. */
  readonly informed: readonly Assignee[];
  readonly progress: Progress;
  /** When to look again. */
  readonly dates: readonly Date[];
}

/** @param asks the people whom the open question asks */
export function followQuestion(
  { assignees: present, remindAt, escalation }: Question,
  asks: readonly Pick<Assignee, 'personId'>[],
  before: Progress,
  now: Date,
): Followed {
  const reminders = remindAt.filter((date) => date <= now).length;
  const isEscalated = escalation !== undefined && (before.isEscalated || escalation.at <= now);
  const assignees = isEscalated ? escalation.to : present;
  const known = new Set(asks.map(({ personId }) => personId));
  const newcomers = assignees.filter(({ personId }) => !known.has(personId));
  const isSame = newcomers.length === 0 && assignees.length === known.size;
  const action =
    isEscalated && !before.isEscalated
      ? 'task.escalated'
      : reminders > before.reminders
        ? 'task.reminded'
        : isSame
          ? undefined
          : 'task.reassigned';
  return {
    action,
    ...(!isSame && { assignees }),
    informed: action === 'task.reassigned' ? newcomers : action === undefined ? [] : assignees,
    progress: { reminders, isEscalated },
    dates: [
      ...remindAt.filter((date) => date > now),
      ...(isEscalated || escalation === undefined ? [] : [escalation.at]),
    ],
  };
}

const dayMs = 86_400_000;

/** Dates that count from the opening. */
export function daysAfter(openedAt: Date, days: readonly number[]): readonly Date[] {
  return days.map((count) => new Date(openedAt.getTime() + count * dayMs));
}
