// A question beside the state of responsibility. Its task is all that is remembered of it.
import type { Effect } from '../governance/rule.ts';
import {
  datesOf,
  followQuestion,
  noProgress,
  progressOf,
  type Question,
  ruleOf,
} from './follow-question.ts';
import { causeOf, type ResponsibilityFacts } from './responsibility-facts.ts';
import type { TaskKind } from '../tasks/task.ts';

export interface StandingQuestion extends Question {
  /** Of a new task. */
  readonly data: Readonly<Record<string, unknown>>;
}

export interface Asked {
  readonly effects: readonly Effect[];
  /** When to look again. */
  readonly dates: readonly Date[];
}

/**
 * @param question absent: it does not apply, and an open task of it is withdrawn
 * @param mayOpen whether it is asked now if no task of it is open
 */
export function askStanding(
  facts: ResponsibilityFacts,
  kind: TaskKind,
  question: Omit<StandingQuestion, 'kind'> | undefined,
  mayOpen: boolean,
): Asked {
  const open = facts.openTasks.find((task) => task.kind === kind);
  if (question === undefined) {
    if (open === undefined) return { effects: [], dates: [] };
    const reason = 'The question no longer applies.';
    return {
      effects: [{ kind: 'withdraw_tasks', taskKinds: [kind], reason, cause: null }],
      dates: [],
    };
  }
  const asking = { ...question, kind };
  if (open !== undefined) return followQuestion(facts, asking, open, progressOf(open));
  if (!mayOpen) return { effects: [], dates: [] };
  const { assignees, data } = question;
  const cause = causeOf(facts, ruleOf(asking));
  const decisions = facts.policy?.decisions ?? 'link';
  const task = { kind, assignees, data, cause, decisions, dueAt: null };
  return {
    effects: [{ kind: 'open_task', task }],
    dates: datesOf(facts, asking, noProgress, facts.group.now),
  };
}
