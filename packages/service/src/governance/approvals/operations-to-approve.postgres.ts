// Operations that await an approval, in PostgreSQL. They are in no lane and in no queue of their group: others of the group
// continue meanwhile. The transaction of the decision puts the operation at the end of that queue, or ends it.
import { recordActivity } from '../../audit/activity.postgres.ts';
import { type Actor, loggedCause } from '../../audit/activity.ts';
import { DomainError, validationFailed } from '../../ground/errors.ts';
import { nameFaults } from '../../groups/change/check-change.ts';
import { readGroupRecord } from '../../groups/change/read-group.postgres.ts';
import { approvalTaskKind } from '../../groups/change/needed-approval.ts';
import {
  type GroupChange,
  type OperationKind,
  propertiesAfter,
} from '../../groups/change/operation.ts';
import { requireState } from '../../groups/change/require-state.ts';
import type { ApprovalPolicy, Approval } from '../../settings/organisations/approval-policy.ts';
import type { Database, Query } from '../../postgres/database.ts';
import { isOpen } from '../../postgres/lock-tenant.ts';
import { ofFoundRow } from '../../postgres/found-row.ts';
import type { CreationFailure, StepRecord } from '../../engine/creation.ts';
import { type GroupState, groupStateSql } from '../../engine/group-state.ts';
import { answeringIdSql } from '../../engine/recorded-people.ts';
import { maxNamed, requestOf } from '../../messages/tasks/task-request.ts';
import { approvalOptions, namingOptions } from './decide-stage.ts';
import type { RenameDeps } from './rename-group.postgres.ts';
import {
  peopleCountSql,
  type RequestKey,
  type RequestsToApprove,
  type RequestToApprove,
} from './requests-to-approve.postgres.ts';

interface Row extends Omit<RequestToApprove, 'policy' | 'asked' | 'taskKind' | 'obstacle'> {
  readonly operationId: string;
  readonly kind: OperationKind;
  readonly change: GroupChange;
  readonly reason: string | null;
  readonly actorKind: Actor['kind'];
  readonly actorId: string;
  readonly createdAt: Date;
  readonly guests: number | null;
  readonly approvalPolicy: ApprovalPolicy | null;
  readonly displayName: string;
  readonly description: string | null;
  readonly visibility: 'private' | 'public';
  readonly responsible: string | null;
  readonly deputy: string | null;
  readonly people: number;
  readonly state: GroupState;
  readonly deletedAt: Date | null;
}

/** @param deps for the names that approvers give */
export function createOperationsToApprove(
  database: Database,
  { organisationOf, blockedWordsOf }: RenameDeps,
): RequestsToApprove {
  return {
    taskKinds: ['approve_change', 'approve_delete'],
    optionsOf: (task) =>
      requestOf(task)?.changes.includes('displayName') === true ? namingOptions : approvalOptions,
    readRequested: async (limit, exceptTenants) =>
      (await database.query<Row>(readRequested, [limit, exceptTenants])).map(requestFrom),
    readWaiting: async (queryable, keys) =>
      (
        await queryable.query<Row>(readWaiting, [
          keys.map(({ tenantId }) => tenantId),
          keys.map(({ operationId }) => operationId),
        ])
      ).map(requestFrom),
    async markAsked(transaction, { approval: { stage }, ...request }, approval) {
      const values = [...idOf(request), stage, JSON.stringify(approval)];
      return (await transaction.query(markAsked, values)).length > 0;
    },
    async lockWaiting(transaction, key) {
      const [row] = await transaction.query<{ approval: Approval }>(lockWaiting, idOf(key));
      return row;
    },
    async amend(transaction, key, displayName) {
      const group = await readGroupRecord(transaction, key);
      if (group === undefined) throw new Error('The group of a task was lost.');
      const [asked] = await transaction.query<{ change: GroupChange }>(readChange, idOf(key));
      const organisation = organisationOf(key.tenantId, group.organisationId);
      const faults = nameFaults(displayName, {
        group,
        properties: propertiesAfter(group, asked?.change ?? {}),
        template: organisation?.templates.find(({ templateId }) => templateId === group.templateId),
        organisation: organisation ?? { identifier: '' },
        blockedWords: blockedWordsOf(key.tenantId),
      });
      if (faults.length > 0) throw validationFailed(faults);
      await transaction.query(rename, [...idOf(key), displayName.trim()]);
    },
    async proceed(transaction, key, approval, at) {
      const values = [...idOf(key), at, JSON.stringify(approval)];
      await transaction.query(approval.state === 'approved' ? release : askNext, values);
    },
    async fail(transaction, key, { approval, failure, actor, at }) {
      const [ended] = await transaction.query<Ended>(failOperation, [
        ...idOf(key),
        at,
        JSON.stringify(approval),
        JSON.stringify(failure),
      ]);
      if (ended === undefined) throw new Error('An operation that awaited an approval was lost.');
      await recordActivity(transaction, [
        {
          tenantId: key.tenantId,
          occurredAt: at.getTime(),
          actor,
          action: 'group.change_failed',
          subject: { kind: 'group', id: key.teamId },
          data: { ...dataOf(ended, approval, failure), ...loggedCause(key.cause) },
        },
      ]);
    },
  };
}

interface Ended {
  readonly operationId: string;
  readonly kind: OperationKind;
  readonly reason: string | null;
  readonly steps: readonly StepRecord[];
}

function dataOf(
  { operationId, kind, reason }: Ended,
  { decisions }: Approval,
  error: CreationFailure,
) {
  const given = reason === null ? {} : { reason };
  return { operationId, kind, ...given, error, approvals: decisions, before: {}, after: {} };
}

function idOf({ tenantId, operationId }: RequestKey): readonly [string, string] {
  if (operationId === undefined) throw new Error('The task of an operation does not name it.');
  return [tenantId, operationId];
}

function requestFrom({ approvalPolicy, ...row }: Row): RequestToApprove {
  const { kind, change, guests, displayName, description, visibility } = row;
  const { responsible, deputy, people, createdAt, reason, operationId } = row;
  const lists = [change.owners, change.members];
  return {
    ...row,
    taskKind: approvalTaskKind(kind),
    policy: approvalPolicy ?? undefined,
    asked: {
      kind: kind === 'delete' ? 'delete' : 'change',
      operationId,
      requestedBy: { kind: row.actorKind, id: row.actorId },
      sentBy: { kind: row.actorKind, id: row.actorId },
      requestedAt: createdAt.toISOString(),
      reason,
      displayName: change.displayName ?? displayName,
      description: change.description === undefined ? description : change.description,
      visibility: change.visibility ?? visibility,
      responsible: change.responsible ?? responsible,
      deputy: change.deputy === undefined ? deputy : change.deputy,
      people,
      guests: guests ?? 0,
      added: lists.flatMap((list) => list?.add ?? []).slice(0, maxNamed),
      removed: lists.flatMap((list) => list?.remove ?? []).slice(0, maxNamed),
      properties: change.properties ?? {},
      changes: Object.keys(change),
    },
    obstacle: obstacleOf(row),
  };
}

/** The group may have been deleted since. A hold may be released again, so it is none. */
function obstacleOf({
  kind,
  state,
  deletedAt,
  now,
}: Pick<Row, 'kind' | 'state' | 'deletedAt' | 'now'>): CreationFailure | undefined {
  try {
    requireState(kind, { state, deletedAt: deletedAt ?? undefined }, now.getTime());
    return undefined;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { code: error.code, detail: error.message, faults: [] };
  }
}

const columns = `
  t.tenant_id, t.team_id, t.organisation_id, t.template_id, t.mail_nickname, o.operation_id, o.kind,
  o.change, o.reason, o.actor_kind, o.actor_id,
  governance_time(o.tenant_id, o.created_at) as created_at, o.approval_policy, o.facts -> 'approval' as approval,
  (o.facts ->> 'guests')::integer as guests, t.display_name, t.description, t.policy ->> 'visibility' as visibility,
  t.people ->> 'responsible' as responsible, t.people ->> 'deputy' as deputy, ${peopleCountSql('p')} as people,
  (select directory ->> 'kind' = 'sandbox' from tenants where tenant_id = t.tenant_id) as is_sandbox,
  ${answeringIdSql('responsible')} as responsible_id, ${groupStateSql} as state, t.deleted_at,
  governance_now(t.tenant_id) as now`;
const groups = `
  join teams t on t.tenant_id = o.tenant_id and t.team_id = o.team_id
  join provisionings p on p.tenant_id = o.tenant_id and p.team_id = o.team_id`;

const stateOf = (operation: string, state: Approval['state']) =>
  `${operation}.status = 'awaiting_approval' and ${operation}.facts -> 'approval' ->> 'state' = '${state}'`;

/** People are asked about one operation of each kind and group at a time. */
export const isToAskSql = (operation: string) => `${stateOf(operation, 'requested')}
  and not exists (
    select from tasks k
    where k.tenant_id = ${operation}.tenant_id and k.team_id = ${operation}.team_id and ${ofFoundRow(`k.state = 'open'
      and k.kind = case ${operation}.kind when 'delete' then 'approve_delete' else 'approve_change' end`)}
  )`;

const readRequested: Query = {
  name: 'approvals_requested_operations',
  kind: 'hot',
  text: `
  select ${columns}
  from operations o ${groups}
  where ${isToAskSql('o')} and o.tenant_id <> all ($2::uuid[]) and ${isOpen('o.tenant_id')}
  order by o.tenant_id, o.team_id, o.number
  limit $1`,
};

const readWaiting = `
  select ${columns}
  from unnest($1::uuid[], $2::uuid[]) as wanted (tenant_id, operation_id)
  join operations o on o.tenant_id = wanted.tenant_id and o.operation_id = wanted.operation_id ${groups}
  where ${ofFoundRow(stateOf('o', 'waiting'))}`;

const one = 'o.tenant_id = $1 and o.operation_id = $2';

const markAsked = `
  update operations o
  set facts = jsonb_set(o.facts, '{approval}', $4), version = o.version + 1, updated_at = now()
  where ${one} and ${ofFoundRow(isToAskSql('o'))} and (o.facts -> 'approval' ->> 'stage')::integer = $3
  returning o.operation_id`;

const lockWaiting = `
  select o.facts -> 'approval' as approval from operations o
  where ${one} and ${ofFoundRow(stateOf('o', 'waiting'))}
  for update`;

const readChange = `select o.change from operations o where ${one}`;

const rename = `
  update operations o set change = jsonb_set(o.change, '{displayName}', to_jsonb($3::text)) where ${one}`;

const askNext = `
  update operations o
  set facts = jsonb_set(o.facts, '{approval}', $4), version = o.version + 1, updated_at = $3
  where ${one}`;

/** Its people are found again, because those of the request may have left. The caller holds the lock of the group. */
const release = `
  update operations o
  set status = 'accepted', number = past.number + 1, waiting = not past.has_unfinished, due_at = now(),
    facts = jsonb_build_object('approval', $4::jsonb), changed_people = null,
    steps = (
      select jsonb_agg(
        case when step ->> 'status' = 'skipped' or step ->> 'name' = 'await_approval' then step
          else step || '{"status": "pending", "attempts": 0, "startedAt": null, "completedAt": null, "retryAt": null, "detail": null}'
        end order by place)
      from jsonb_array_elements(o.steps) with ordinality as ledger (step, place)
    ),
    version = o.version + 1, updated_at = $3
  from (
    select max(of_group.number) as number, coalesce(bool_or(of_group.status in ('accepted', 'running')), false) as has_unfinished
    from operations approved join operations of_group
      on of_group.tenant_id = approved.tenant_id and of_group.team_id = approved.team_id
    where approved.tenant_id = $1 and approved.operation_id = $2
  ) past
  where ${one}`;

const failOperation = `
  with failed as (
    update operations o
    set status = 'failed', facts = o.facts || jsonb_build_object('approval', $4::jsonb, 'failure', $5::jsonb),
      error = $5::jsonb, before = '{}', after = '{}',
      steps = (
        select jsonb_agg(
          case when step ->> 'name' = 'await_approval'
            then step || jsonb_build_object('status', 'failed', 'completedAt', $3::timestamptz, 'detail', $5::jsonb -> 'detail')
            else step
          end order by place)
        from jsonb_array_elements(o.steps) with ordinality as ledger (step, place)
      ),
      version = o.version + 1, updated_at = $3, completed_at = $3
    where ${one}
    returning o.*
  ), bumped as (
    update teams t set version = t.version + 1
    from failed f where t.tenant_id = f.tenant_id and t.team_id = f.team_id
  )
  select operation_id, kind, reason, steps from failed`;
