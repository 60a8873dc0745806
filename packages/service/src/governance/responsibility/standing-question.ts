// A question beside the state of responsibility. Its task is all that is remembered of it.
import type { Effect } from '../rule.ts';
import {
  datesOf,
  followQuestion,
  noProgress,
  progressOf,
  type Question,
  ruleOf,
  tomorrow,
} from './follow-question.ts';
import { causeOf, type ResponsibilityFacts } from './responsibility-facts.ts';
import type { Asked as AskedPeople, Task, TaskKind } from '../../messages/tasks/task.ts';

interface StandingQuestion extends Question {
  /** Of a new task. */
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

const dayMs = 86_400_000;

/**
 * @param question absent: it does not apply, and an open task of it is withdrawn
 * @param mayOpen whether it is asked now if no task of it is open
 */
export function askStanding(
  facts: ResponsibilityFacts,
  kind: TaskKind,
  question:
    | (Omit<StandingQuestion, 'kind' | 'assignees'> & {
        readonly assignees: AskedPeople | undefined;
      })
    | undefined,
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
  const { assignees } = question;
  if (assignees === undefined) return { effects: [], dates: [tomorrow(facts)] };
  const asking = { ...question, kind, assignees };
  if (open !== undefined) return follow(facts, asking, open);
  if (!mayOpen) return { effects: [], dates: [] };
  const { now } = facts.group;
  const { data, dueDays } = question;
  const cause = causeOf(facts, ruleOf(asking));
  const decisions = facts.policy?.decisions ?? 'link';
  const dueAt = dueDays === undefined ? null : new Date(now.getTime() + dueDays * dayMs);
  const task = { kind, assignees, data, cause, decisions, dueAt };
  const dates = [...datesOf(facts, asking, noProgress, now), ...(dueAt === null ? [] : [dueAt])];
  return { effects: [{ kind: 'open_task', task }], dates };
}

function follow(facts: ResponsibilityFacts, asking: StandingQuestion, open: Task): Asked {
  const { taskId, dueAt } = open;
  if (dueAt === null || dueAt > facts.group.now) {
    const { effects, dates } = followQuestion(facts, asking, open, progressOf(open));
    return { effects, dates: dueAt === null ? dates : [...dates, dueAt] };
  }
  const cause = causeOf(facts, ruleOf(asking));
  const outcome = asking.unanswered ?? 'unanswered';
  return { effects: [{ kind: 'lapse_task', taskId, outcome, cause }], dates: [], hasLapsed: true };
}
