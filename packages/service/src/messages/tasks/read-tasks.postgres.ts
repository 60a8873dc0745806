// Reads tasks for those who list or decide them, with the group that each is about.
import type { GroupLimit } from '../../ground/group-limit.ts';
import { createBatcher } from '../../ground/batcher.ts';
import { createConditions } from '../../postgres/conditions.ts';
import type { Queryable } from '../../postgres/database.ts';
import type { TaskState } from './task.ts';
import type { TaskOfGroup } from './task-response.ts';
import { taskColumns } from './tasks.postgres.ts';

export interface TaskFilter {
  /** Separated by commas. */
  readonly kind?: string | undefined;
  readonly state?: TaskState | undefined;
  readonly teamId?: string | undefined;
  /** Id of an assignee. */
  readonly assigneeId?: string | undefined;
  /** Undefined: all. */
  readonly within?: GroupLimit | undefined;
}

export interface TaskReader {
  read(this: void, tenantId: string, taskId: string): Promise<TaskOfGroup | undefined>;
  /** A decision link has the id alone. */
  find(this: void, taskId: string): Promise<TaskOfGroup | undefined>;
  /** Newest first. */
  list(
    this: void,
    tenantId: string,
    filter: TaskFilter,
    page: { readonly afterTaskId: string | undefined; readonly limit: number },
  ): Promise<readonly TaskOfGroup[]>;
}

const columns = `${taskColumns}, t.display_name, t.mail_nickname, t.template_id`;
const withGroup = 'tasks k join teams t on t.tenant_id = k.tenant_id and t.team_id = k.team_id';

/** @param lists for reads at length */
export function createTaskReader(database: Queryable, lists: Queryable): TaskReader {
  return {
    async read(tenantId, taskId) {
      const [task] = await database.query<TaskOfGroup>(
        `select ${columns} from ${withGroup} where k.tenant_id = $1 and k.task_id = $2`,
        [tenantId, taskId],
      );
      return task;
    },
    // Anyone with the form of a link may ask: requests at the same time share a statement.
    find: createBatcher({
      flush: (taskIds) => findTasks(database, taskIds),
      // The id of a task does not tell its tenant.
      tenantOf: () => '',
      maxItems: 500,
      maxConcurrent: 1,
    }),
    list(tenantId, filter, { afterTaskId, limit }) {
      const { add, text, values } = createConditions(tenantId, 'k.tenant_id');
      add((n) => `k.state = ${n}`, filter.state);
      add((n) => `k.kind = any (${n}::text[])`, filter.kind?.split(','));
      add((n) => `k.team_id = ${n}`, filter.teamId);
      add(
        (n) => `k.organisation_id = any (${n}::uuid[])`,
        filter.within?.organisationIds ?? undefined,
      );
      add((n) => `t.template_id = any (${n}::uuid[])`, filter.within?.templateIds ?? undefined);
      add(
        (n) => `k.assignees @> ${n}::jsonb`,
        filter.assigneeId && JSON.stringify([{ personId: filter.assigneeId }]),
      );
      add((n) => `k.task_id < ${n}`, afterTaskId);
      return lists.query<TaskOfGroup>(
        `select ${columns} from ${withGroup} where ${text()}
        order by k.task_id desc limit ${limit}`,
        values,
      );
    },
  };
}

async function findTasks(
  database: Queryable,
  taskIds: readonly string[],
): Promise<(TaskOfGroup | undefined)[]> {
  const tasks = await database.query<TaskOfGroup>(
    `select ${columns} from ${withGroup} where k.task_id = any ($1::uuid[])`,
    [taskIds],
  );
  const byId = new Map(tasks.map((task) => [task.taskId, task]));
  return taskIds.map((taskId) => byId.get(taskId));
}
