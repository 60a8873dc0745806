// Asks a question of responsibility, and follows its task by the dates of the template.
import type { Effect } from '../rule.ts';
import {
  askQuestion,
  daysAfter,
  isOver,
  lapseQuestion,
  progressOf,
  withdrawQuestion,
} from '../question.ts';
import type { Asked as People, TaskKind } from '../../messages/tasks/task.ts';
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
  if (question === undefined) {
    const effects =
      open === undefined ? [] : [withdrawQuestion(kind, 'The question no longer applies.', null)];
    return { effects, dates: [] };
  }
  const { now } = facts.group;
  const cause = causeOf(facts, ruleOf(kind));
  if (open !== undefined && isOver(open, now)) {
    const lapse = lapseQuestion(kind, question.unanswered ?? 'unanswered', cause);
    return { effects: [lapse], dates: [], hasLapsed: true };
  }
  const { assignees, escalatedTo, dueDays } = question;
  if (open === undefined && assignees !== undefined && !mayOpen) return { effects: [], dates: [] };
  const { remindDays = [], escalateDays = 0, decisions = 'link' } = facts.policy ?? {};
  const openedAt = open?.openedAt ?? now;
  const [at = now] = daysAfter(openedAt, [escalateDays]);
  const [dueAt = null] = daysAfter(openedAt, dueDays === undefined ? [] : [dueDays]);
  return askQuestion(
    {
      kind,
      cause,
      decisions,
      assignees,
      remindAt: daysAfter(openedAt, remindDays),
      escalation: escalatedTo && { at, to: escalatedTo },
      dueAt: open === undefined ? dueAt : open.dueAt,
      data: open?.data ?? question.data,
    },
    open && { assignees: open.assignees, progress: progressOf(open) },
    now,
  );
}

export function ruleOf(kind: TaskKind): string {
  return `responsibility.${kind}`;
}
