// Tasks for administrators: they see every task within their limit and may decide each.
import { notFound } from '../audit/changes/change.ts';
import type { FindPeople } from '../directory/find-people.ts';
import { refTo } from '../http/schema-ref.ts';
import type { Server } from '../http/server.ts';
import type { DecideTask } from '../messages/tasks/decide-task.postgres.ts';
import type { TaskReader } from '../messages/tasks/read-tasks.postgres.ts';
import { type TaskOfGroup, taskResponse } from '../messages/tasks/task-response.ts';
import { DecisionBody, TaskResponse } from '../messages/tasks/tasks.schema.ts';
import { operations } from './operations.ts';
import { resourceOf } from './request.ts';
import { TaskList, taskListQuery, TaskParams } from './tasks.schema.ts';

export interface AdminTaskDeps {
  readonly people: FindPeople;
  readonly tasks: TaskReader;
  readonly decideTask: DecideTask;
}

const lookUpTimeoutMs = 20_000;

const declared = operations('Tasks', {
  listTasks: {
    reach: 'organisations',
    summary: 'List the tasks of the tenant, newest first.',
    answer: 'A page of tasks.',
    problems: ['directory_unavailable', 'directory_permission_missing'],
    querystring: taskListQuery,
    response: { 200: TaskList },
  },
  getTask: {
    reach: 'organisations',
    summary: 'Read a task.',
    answer: 'The task.',
    problems: ['not_found'],
    params: TaskParams,
    response: { 200: refTo(TaskResponse) },
  },
  decideTask: {
    reach: 'organisations',
    summary: 'Decide a task for its assignees.',
    admin: 'groups:manage',
    answer: 'The decided task.',
    creates: true,
    problems: ['not_found', 'task_closed', 'validation_failed'],
    params: TaskParams,
    body: refTo(DecisionBody),
    response: { 200: refTo(TaskResponse) },
  },
});

export function registerAdminTaskRoutes(server: Server, deps: AdminTaskDeps): void {
  const { people, tasks, decideTask } = deps;
  const answerOf = (task: TaskOfGroup) => taskResponse(task, decideTask.optionsOf(task, 'other'));

  async function read(tenantId: string, taskId: string) {
    const task = await tasks.read(tenantId, taskId);
    if (task === undefined) throw notFound('task');
    return answerOf(task);
  }

  server.get('/:tenantId/tasks', declared.listTasks, async (request) => {
    const { tenantId, limit: within } = resourceOf(request);
    const { after, limit = 50, assignee, teamId, kind, state } = request.query;
    const signal = AbortSignal.timeout(lookUpTimeoutMs);
    const [assigneeId] =
      assignee === undefined ? [] : await people.findIds(tenantId, [assignee], signal);
    if (assignee !== undefined && assigneeId === undefined) return { items: [], hasMore: false };
    const found = await tasks.list(
      tenantId,
      { kind, state, teamId: teamId?.toLowerCase(), assigneeId, within },
      { afterTaskId: after?.toLowerCase(), limit: limit + 1 },
    );
    return { items: found.slice(0, limit).map(answerOf), hasMore: found.length > limit };
  });

  server.get('/:tenantId/tasks/:taskId', declared.getTask, (request) => {
    const { tenantId, taskId } = resourceOf(request);
    return read(tenantId, taskId);
  });

  server.post('/:tenantId/tasks/:taskId/decision', declared.decideTask, async (request) => {
    const { tenantId, taskId, actor, limit: within } = resourceOf(request);
    const { body: input } = request;
    await decideTask.decide({
      tenantId,
      taskId,
      input,
      actor,
      via: 'admin',
      within,
    });
    return read(tenantId, taskId);
  });
}
