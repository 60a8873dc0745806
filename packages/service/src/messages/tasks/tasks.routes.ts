// Tasks: list, read and decide them. Administrators may decide each within their limit.
import { isWithin, requireWithin } from '../../ground/group-limit.ts';
import { Type } from 'typebox';
import type { FindPeople } from '../../directory/find-people.ts';
import { notFound } from '../../ground/errors.ts';
import { filteredTeamId, type ReadGroup } from '../../ground/query-filters.ts';
import type { Subscribers } from '../../http/open-responses.ts';
import { type ListIdentity, pageOf, pageQuery, positionPart, readPage } from '../../http/paging.ts';
import { requestKeyOf } from '../../http/idempotency-key.ts';
import { refTo, shareSchemas } from '../../http/schema-ref.ts';
import { type MountUrl, requireScopeOf, senderOf } from '../../http/sender.ts';
import type { Server } from '../../http/server.ts';
import type { DecideTask } from './decide-task.postgres.ts';
import type { TaskReader } from './read-tasks.postgres.ts';
import { isApproval } from './task.ts';
import { type TaskOfGroup, taskResponse } from './task-response.ts';
import {
  DecisionBody,
  taskFilterQuery,
  TaskPage,
  TaskParams,
  TaskResponse,
  taskSchemas,
} from './tasks.schema.ts';

export interface TaskDeps {
  readonly tasks: TaskReader;
  readonly decideTask: DecideTask;
  readonly people: FindPeople;
  readonly readGroup: ReadGroup;
  readonly subscribers: Subscribers;
  readonly urlOf: MountUrl;
}

export function registerTaskRoutes(server: Server, deps: TaskDeps): void {
  const { tasks, decideTask, people, readGroup, subscribers, urlOf } = deps;
  shareSchemas(server, taskSchemas);
  const answerOf = (task: TaskOfGroup) => taskResponse(task, decideTask.optionsOf(task, 'other'));

  server.get(
    '/tasks',
    {
      config: {
        scope: 'tasks:read',
        answer: 'A page of tasks.',
        problems: ['invalid_query', 'directory_permission_missing', 'directory_unavailable'],
      },
      schema: {
        operationId: 'listTasks',
        tags: ['Tasks'],
        summary: 'List the tasks of the tenant, newest first.',
        description:
          'Filters combine. The service looks up the e-mail address of an assignee in the directory.',
        querystring: Type.Object(
          { ...taskFilterQuery, ...pageQuery },
          { additionalProperties: false },
        ),
        response: { 200: refTo(TaskPage) },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'private, no-store');
      const { tenantId, within } = senderOf(request);
      const { limit: _, cursor: __, ...filters } = request.query;
      const { kind, state, assignee } = filters;
      const list: ListIdentity = {
        path: '/tasks',
        tenantId,
        filters,
        position: [positionPart.guid],
      };
      const page = readPage(request.query, list);
      const teamId = await filteredTeamId(readGroup, { tenantId, within }, filters.teamId);
      const [assigneeId] =
        assignee === undefined
          ? []
          : await subscribers.whileAdmitted(request, (signal) =>
              people.findIds(tenantId, [assignee], signal),
            );
      const isUnknown = assignee !== undefined && assigneeId === undefined;
      const found = isUnknown
        ? []
        : await tasks.list(
            tenantId,
            {
              kind,
              state,
              teamId,
              assigneeId,
              within,
            },
            { afterTaskId: page.after?.[0], limit: page.limit + 1 },
          );
      return pageOf(found, page, list, urlOf(tenantId), ({ taskId }) => [taskId], answerOf);
    },
  );

  server.get(
    '/tasks/:taskId',
    {
      config: { scope: 'tasks:read', answer: 'The task.', problems: ['not_found'] },
      schema: {
        operationId: 'getTask',
        tags: ['Tasks'],
        summary: 'Read a task.',
        params: TaskParams,
        response: { 200: refTo(TaskResponse) },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'private, no-store');
      const { tenantId, within } = senderOf(request);
      const task = requireWithin(
        within,
        await tasks.read(tenantId, request.params.taskId.toLowerCase()),
      );
      return answerOf(task);
    },
  );

  server.post(
    '/tasks/:taskId/decision',
    {
      config: {
        scope: ['tasks:decide', 'approvals:decide'],
        admin: 'groups:manage',
        answer: 'The decided task.',
        idempotentBy: 'use case',
        problems: ['not_found', 'task_closed', 'validation_failed'],
      },
      schema: {
        operationId: 'decideTask',
        tags: ['Tasks'],
        summary: 'Decide a task.',
        description:
          'The scope approvals:decide is enough for the kinds approve, approve_change, approve_delete and approve_adoption. The decision is final. If several people decide at once, the first one counts and the others get 409 task_closed. With an Idempotency-Key, a repeated request decides nothing and gets the task.',
        params: TaskParams,
        body: refTo(DecisionBody),
        response: { 200: refTo(TaskResponse) },
      },
    },
    async (request, reply) => {
      const { tenantId, actor, within, via } = senderOf(request);
      const taskId = request.params.taskId.toLowerCase();
      const asked = await tasks.read(tenantId, taskId);
      // An absent task and one of an organisation elsewhere get the same answer, below.
      const isSeen = asked !== undefined && isWithin(within, asked);
      if (isSeen && !isApproval(asked.kind)) requireScopeOf(request, 'tasks:decide');
      await decideTask.decide({
        tenantId,
        taskId,
        input: request.body,
        actor,
        via,
        within,
        key: requestKeyOf(request, reply),
      });
      const task = await tasks.read(tenantId, taskId);
      if (task === undefined) throw notFound();
      return answerOf(task);
    },
  );
}
