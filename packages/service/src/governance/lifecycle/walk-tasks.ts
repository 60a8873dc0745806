// The open questions of a walked life: effects change them as question-effects.postgres.ts does.
import type { Task, TaskKind } from '../../messages/tasks/task.ts';
import { isQuestionEffect, type QuestionEffect, questionOrder } from '../question.ts';
import type { Effect, GovernedGroup } from '../rule.ts';

export type OpenTasks = readonly Task[];

export interface AppliedQuestions {
  readonly openTasks: OpenTasks;
  /** The effects that changed something. */
  readonly applied: ReadonlySet<Effect>;
}

/** The questions that are open after the effects of an assessment. */
export function applyQuestions(
  before: OpenTasks,
  effects: readonly Effect[],
  group: GovernedGroup,
): AppliedQuestions {
  const applied = new Set<Effect>();
  const questions = effects.filter(isQuestionEffect);
  if (questions.length === 0) return { openTasks: before, applied };
  let openTasks = before;
  for (const kind of questionOrder) {
    for (const effect of questions) {
      if (effect.kind !== kind) continue;
      const next = tasksAfter(openTasks, effect, group);
      if (next !== openTasks) applied.add(effect);
      openTasks = next;
    }
  }
  return { openTasks, applied };
}

/** The same list if there was nothing to change. */
function tasksAfter(
  tasks: OpenTasks,
  effect: QuestionEffect,
  { tenantId, teamId, organisationId, now }: GovernedGroup,
): OpenTasks {
  switch (effect.kind) {
    case 'open_task': {
      const { task } = effect;
      if (taskOf(tasks, task.kind) !== undefined) return tasks;
      return [
        ...tasks,
        { ...unanswered, ...task, tenantId, teamId, organisationId, openedAt: now },
      ];
    }
    case 'update_task': {
      const { taskKind, update } = effect;
      if (taskOf(tasks, taskKind) === undefined) return tasks;
      return tasks.map((task) => (task.kind === taskKind ? { ...task, ...update } : task));
    }
    case 'withdraw_tasks':
      return without(tasks, effect.taskKinds);
    case 'lapse_task':
      return without(tasks, [effect.taskKind]);
    default:
      return effect satisfies never;
  }
}

/** The same list if none of the kinds is open. */
export function without(tasks: OpenTasks, kinds: readonly TaskKind[]): OpenTasks {
  const left = tasks.filter(({ kind }) => !kinds.includes(kind));
  return left.length === tasks.length ? tasks : left;
}

export function taskOf(tasks: OpenTasks, kind: TaskKind): Task | undefined {
  return tasks.find((task) => task.kind === kind);
}

const unanswered = {
  taskId: '',
  state: 'open',
  outcome: null,
  reason: null,
  decidedBy: null,
  decidedVia: null,
  decidedAt: null,
  version: 0,
} as const;
