// An open question about a group on its way: it is asked of other people when its own are not the right ones any more,
// reminded of, and escalated, by the dates of the template.
import type { Effect } from '../rule.ts';
import type { Asked, Assignee, Task, TaskKind } from '../../messages/tasks/task.ts';
import { causeOf, type ResponsibilityFacts } from './responsibility-facts.ts';

export interface Question {
  readonly kind: TaskKind;
  readonly assignees: Asked;
  /** The people to ask once it is escalated; absent: it never is. */
  readonly escalatedTo?: Asked;
}

export interface Progress {
  readonly reminders: number;
  readonly isEscalated: boolean;
}

export interface Followed {
  readonly effects: readonly Effect[];
  readonly progress: Progress;
  /** When the next reminder or the escalation is due. */
  readonly dates: readonly Date[];
}

const dayMs = 86_400_000;

export const noProgress: Progress = { reminders: 0, isEscalated: false };

/** Reassigns a task whose question is another person's now, reminds of it, and escalates it. */
export function followQuestion(
  facts: ResponsibilityFacts,
  question: Question,
  open: Task,
  before: Progress,
): Followed {
  const { remindDays, escalateDays } = daysOf(facts);
  const now = facts.group.now.getTime();
  const after = (days: number) => open.openedAt.getTime() + days * dayMs <= now;
  const reminders = remindDays.filter(after).length;
  const isEscalated =
    question.escalatedTo !== undefined && (before.isEscalated || after(escalateDays));
  const assignees = (isEscalated ? question.escalatedTo : undefined) ?? question.assignees;
  const isSame = idsOf(assignees) === idsOf(open.assignees);
  const progress = { reminders, isEscalated };
  const dates = datesOf(facts, question, progress, open.openedAt);
  const action =
    isEscalated && !before.isEscalated
      ? 'task.escalated'
      : reminders > before.reminders
        ? 'task.reminded'
        : 'task.reassigned';
  if (action === 'task.reassigned' && isSame) return { effects: [], progress, dates };
  const update = { ...(!isSame && { assignees }), data: { ...open.data, ...progress } };
  const cause = causeOf(facts, ruleOf(question));
  const effect: Effect = { kind: 'update_task', taskKind: question.kind, update, action, cause };
  return { effects: [effect], progress, dates };
}

/** When a question that was opened then is reminded of or escalated next. */
export function datesOf(
  facts: ResponsibilityFacts,
  { escalatedTo }: Pick<Question, 'escalatedTo'>,
  { reminders, isEscalated }: Progress,
  openedAt: Date,
): readonly Date[] {
  const { remindDays, escalateDays } = daysOf(facts);
  const escalation = isEscalated || escalatedTo === undefined ? [] : [escalateDays];
  return [...remindDays.slice(reminders), ...escalation].map(
    (days) => new Date(openedAt.getTime() + days * dayMs),
  );
}

/** When to look again whether someone can be asked. */
export function tomorrow({ group }: Pick<ResponsibilityFacts, 'group'>): Date {
  return new Date(group.now.getTime() + dayMs);
}

/** As the task remembers it. */
export function progressOf({ data }: Pick<Task, 'data'>): Progress {
  return { reminders: Number(data['reminders'] ?? 0), isEscalated: data['isEscalated'] === true };
}

export function ruleOf({ kind }: Pick<Question, 'kind'>): string {
  return `responsibility.${kind}`;
}

function daysOf({ policy }: ResponsibilityFacts) {
  const { remindDays = [], escalateDays = 0 } = policy ?? {};
  return { remindDays, escalateDays };
}

function idsOf(people: readonly Assignee[]): string {
  return people.map(({ personId }) => personId).join();
}
