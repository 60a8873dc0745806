// The open questions of a walked life.
import type { Task, TaskKind } from '../../messages/tasks/task.ts';
import type { Effect, GovernedGroup } from '../rule.ts';

export type OpenTasks = readonly Task[];

/** Those that are open after the effects of an assessment. */
export function tasksAfter(
  tasks: OpenTasks,
  effects: readonly Effect[],
  { tenantId, teamId, organisationId, now }: GovernedGroup,
): OpenTasks {
  let open = [...tasks];
  for (const effect of effects) {
    if (effect.kind === 'open_task') {
      const about = { tenantId, teamId, organisationId, openedAt: now };
      open.push({ ...unanswered, ...effect.task, ...about });
    } else if (effect.kind === 'update_task') {
      const { taskKind, update } = effect;
      open = open.map((task) => (task.kind === taskKind ? { ...task, ...update } : task));
    } else if (effect.kind === 'withdraw_tasks') {
      open = open.filter(({ kind }) => !effect.taskKinds.includes(kind));
    } else if (effect.kind === 'lapse_task') {
      open = open.filter(({ kind }) => kind !== effect.taskKind);
    }
  }
  return open;
}

export function isAsked(tasks: OpenTasks, kind: TaskKind): boolean {
  return tasks.some((task) => task.kind === kind);
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
