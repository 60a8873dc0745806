// Opens and ends tasks, as a part of the caller's transaction. Each change has its entry in the activity log.
// A transaction locks the group (`teams`) before its tasks.
import { type ActivityAction, type Actor, loggedCause } from '../../audit/activity.ts';
import { recordActivity } from '../../audit/activity.postgres.ts';
import type { CreateId } from '../../ground/identifiers.ts';
import type { Queryable } from '../../postgres/database.ts';
import { ofFoundRow } from '../../postgres/found-row.ts';
import type { LinkUse } from './decision-links.ts';
import {
  loggedAssignees,
  type NewTask,
  operationIdOf,
  type Task,
  type TaskKind,
  type TaskUpdate,
} from './task.ts';

export const taskColumns = `k.tenant_id, k.task_id, k.kind, k.team_id, k.organisation_id, k.assignees, k.data, k.cause,
  k.decisions, k.state, k.opened_at, k.due_at, k.outcome, k.reason, k.decided_by, k.decided_via, k.decided_at, k.version`;

/** It belongs to tasks that are found by their key, or by their group. */
const isOpen = ofFoundRow("k.state = 'open'");

/** The author of a change of a task, and the time of it. */
export interface By {
  readonly actor: Actor;
  /** Milliseconds since the Unix epoch, of the real clock. */
  readonly at: number;
}

interface TeamKey {
  readonly tenantId: string;
  readonly teamId: string;
}

/** Everyone who changes a task locks its group first. */
export async function lockGroupOfTasks(
  transaction: Queryable,
  { tenantId, teamId }: TeamKey,
): Promise<void> {
  await transaction.query('select from teams where tenant_id = $1 and team_id = $2 for update', [
    tenantId,
    teamId,
  ]);
}

/** Opens each task unless the group has an open one of the kind. Answers the tasks that were opened. */
export async function openTasks(
  transaction: Queryable,
  tasks: readonly NewTask[],
  { actor, at, newId }: By & { readonly newId: CreateId },
): Promise<readonly Task[]> {
  if (tasks.length === 0) return [];
  const opened = await transaction.query<Task>(
    `insert into tasks as k
      (tenant_id, task_id, kind, team_id, organisation_id, assignees, data, cause, decisions, state, opened_at, due_at)
    select "tenantId", "taskId", kind, "teamId", "organisationId", assignees, data, cause, decisions, 'open', "openedAt",
      "dueAt"
    from rows from (
      jsonb_to_recordset($1::jsonb) as ("tenantId" uuid, "taskId" uuid, kind text, "teamId" uuid,
        "organisationId" uuid, assignees jsonb, data jsonb, cause jsonb, decisions text, "openedAt" timestamptz,
        "dueAt" timestamptz)
    ) with ordinality
    order by ordinality
    on conflict (tenant_id, team_id, kind) where state = 'open' do nothing
    returning ${taskColumns}`,
    [JSON.stringify(tasks.map((task) => ({ ...task, taskId: newId() })))],
  );
  await record(transaction, opened, 'task.opened', { actor, at });
  return opened;
}

/** Ends the open tasks of the group, of the given kinds or of all, because their question no longer applies. */
export async function withdrawTasks(
  transaction: Queryable,
  { tenantId, teamId }: TeamKey,
  {
    kinds,
    operationId,
    reason,
    ...by
  }: By & {
    readonly kinds?: readonly TaskKind[];
    /** Only the task of this operation. */
    readonly operationId?: string | undefined;
    readonly reason: string;
  },
): Promise<readonly Task[]> {
  const withdrawn = await transaction.query<Task>(
    `update tasks k set state = 'withdrawn', reason = $4, decided_at = governance_now($1), version = k.version + 1
    where k.tenant_id = $1 and k.team_id = $2 and ${isOpen} and ($3::text[] is null or k.kind = any ($3))
      and ($5::text is null or k.data ->> 'operationId' = $5)
    returning ${taskColumns}`,
    [tenantId, teamId, kinds ?? null, reason, operationId ?? null],
  );
  await record(transaction, withdrawn, 'task.withdrawn', by);
  return withdrawn;
}

/** Ends the open task of the group whose time is over, with what follows from that. Undefined unless there is one. */
export async function lapseTask(
  transaction: Queryable,
  { tenantId, teamId, kind }: TeamKey & { readonly kind: TaskKind },
  { outcome, ...by }: By & { readonly outcome: string },
): Promise<Task | undefined> {
  const lapsed = await transaction.query<Task>(
    `update tasks k set state = 'lapsed', outcome = $4, decided_at = governance_now($1), version = k.version + 1
    where k.tenant_id = $1 and k.team_id = $2 and k.kind = $3 and ${isOpen}
    returning ${taskColumns}`,
    [tenantId, teamId, kind, outcome],
  );
  await record(transaction, lapsed, 'task.lapsed', by);
  return lapsed[0];
}

/**
 * Changes the open task of the group: its assignees, whose links end with that, its data or its due time. Undefined
 * unless there is one.
 * @param by.action how the change is recorded
 */
export async function updateTask(
  transaction: Queryable,
  { tenantId, teamId, kind }: TeamKey & { readonly kind: TaskKind },
  { assignees, data, dueAt }: TaskUpdate,
  {
    action,
    ...by
  }: By & { readonly action: 'task.reminded' | 'task.escalated' | 'task.reassigned' },
): Promise<Task | undefined> {
  const updated = await transaction.query<Task>(
    `update tasks k
    set assignees = coalesce($4, k.assignees), data = coalesce($5, k.data),
      due_at = case when $6 then $7::timestamptz else k.due_at end, version = k.version + 1
    where k.tenant_id = $1 and k.team_id = $2 and k.kind = $3 and ${isOpen}
    returning ${taskColumns}`,
    [
      tenantId,
      teamId,
      kind,
      assignees === undefined ? null : JSON.stringify(assignees),
      data === undefined ? null : JSON.stringify(data),
      dueAt !== undefined,
      dueAt ?? null,
    ],
  );
  await record(transaction, updated, action, by);
  return updated[0];
}

/** The open tasks of groups. */
export function readOpenTasks(
  transaction: Queryable,
  keys: readonly TeamKey[],
): Promise<readonly Task[]> {
  return transaction.query<Task>(
    `select ${taskColumns}
    from (select distinct * from unnest($1::uuid[], $2::uuid[]) as wanted (tenant_id, team_id)) wanted
    join tasks k on k.tenant_id = wanted.tenant_id and k.team_id = wanted.team_id and ${isOpen}
    order by k.task_id`,
    [keys.map(({ tenantId }) => tenantId), keys.map(({ teamId }) => teamId)],
  );
}

export async function record(
  transaction: Queryable,
  tasks: readonly Task[],
  action: Extract<ActivityAction, `task.${string}`>,
  { actor, at, link }: By & { readonly link?: LinkUse | undefined },
): Promise<void> {
  await recordActivity(
    transaction,
    tasks.map(({ tenantId, taskId, teamId, ...task }) => ({
      tenantId,
      occurredAt: at,
      actor,
      action,
      subject: { kind: 'group', id: teamId },
      data: {
        taskId,
        kind: task.kind,
        ...(operationIdOf(task) !== undefined && { operationId: operationIdOf(task) }),
        assignees: loggedAssignees(task.assignees),
        dueAt: task.dueAt,
        ...(task.state !== 'open' && { outcome: task.outcome, reason: task.reason }),
        ...(task.decidedVia !== null && { decidedVia: task.decidedVia }),
        ...(link !== undefined && { link }),
        // The person or the name that was chosen.
        ...(task.data['choice'] !== undefined && { choice: task.data['choice'] }),
        ...loggedCause(task.cause),
      },
    })),
  );
}
