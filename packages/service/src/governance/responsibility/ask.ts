// Asks a question of responsibility, and follows its task by the dates of the template.
import type { Effect } from '../rule.ts';
import { daysAfter, followQuestion, progressOf } from '../question.ts';
import type { Asked as People, Task, TaskKind } from '../../messages/tasks/task.ts';
import { causeOf, type ResponsibilityFacts } from './responsibility-facts.ts';

interface Question {
  /** Undefined: nobody can be asked at present. */
  readonly assignees: People | undefined;
  /** The people to ask once it is escalated; absent: it never is. */
  readonly escalatedTo?: People | undefined;
  /** It belongs to a new task. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Time for the answer; absent: no limit. */
  readonly dueDays?: number;
  /** The outcome of a task whose time is over. */
  readonly unanswered?: string;
}

export interface Asked {
  readonly effects: readonly Effect[];
  /** When to look again. */
  readonly dates: readonly Date[];
  /** Nobody answered in time. */
  readonly hasLapsed?: boolean;
}

/**
 * @param question absent: it does not apply, and an open task of it is withdrawn
 * @param mayOpen whether it is asked now if no task of it is open
 */
export function ask(
  facts: ResponsibilityFacts,
  kind: TaskKind,
  question: Question | undefined,
  mayOpen: boolean,
): Asked {
  const open = facts.openTasks.find((task) => task.kind === kind);
  const { group, policy } = facts;
  if (question === undefined) {
    if (open === undefined) return { effects: [], dates: [] };
    const reason = 'The question no longer applies.';
    return {
      effects: [{ kind: 'withdraw_tasks', taskKinds: [kind], reason, cause: null }],
      dates: [],
    };
  }
  const { assignees, data, dueDays } = question;
  if (open !== undefined) return follow(facts, open, question);
  if (assignees === undefined) return { effects: [], dates: daysAfter(group.now, [1]) };
  if (!mayOpen) return { effects: [], dates: [] };
  const cause = causeOf(facts, ruleOf(kind));
  const [dueAt = null] = daysAfter(group.now, dueDays === undefined ? [] : [dueDays]);
  const decisions = policy?.decisions ?? 'link';
  const task = { kind, assignees, data, cause, decisions, dueAt };
  const { remindDays = [], escalateDays = 0 } = policy ?? {};
  const days = [...remindDays, ...(question.escalatedTo === undefined ? [] : [escalateDays])];
  const dates = [...daysAfter(group.now, days), ...(dueAt === null ? [] : [dueAt])];
  return { effects: [{ kind: 'open_task', task }], dates };
}

function follow(
  facts: ResponsibilityFacts,
  open: Task,
  { assignees, escalatedTo, unanswered }: Question,
): Asked {
  const { kind, taskId, dueAt, openedAt, data } = open;
  const { now } = facts.group;
  const cause = causeOf(facts, ruleOf(kind));
  if (dueAt !== null && dueAt <= now) {
    const outcome = unanswered ?? 'unanswered';
    const lapse: Effect = { kind: 'lapse_task', taskId, outcome, cause };
    return { effects: [lapse], dates: [], hasLapsed: true };
  }
  if (assignees === undefined) return { effects: [], dates: daysAfter(now, [1]) };
  const { remindDays = [], escalateDays = 0 } = facts.policy ?? {};
  const [at = now] = daysAfter(openedAt, [escalateDays]);
  const escalation = escalatedTo && { at, to: escalatedTo };
  const remindAt = daysAfter(openedAt, remindDays);
  const before = progressOf(open);
  const next = followQuestion({ assignees, remindAt, escalation }, open.assignees, before, now);
  const dates = [...next.dates, ...(dueAt === null ? [] : [dueAt])];
  const { action } = next;
  if (action === undefined) return { effects: [], dates };
  const update = {
    ...(next.assignees !== undefined && { assignees: next.assignees }),
    data: { ...data, ...next.progress },
  };
  const informed = next.informed;
  return {
    effects: [{ kind: 'update_task', taskKind: kind, update, action, cause, informed }],
    dates,
  };
}

export function ruleOf(kind: TaskKind): string {
  return `responsibility.${kind}`;
}
