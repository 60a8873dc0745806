// Creations that await an approval, in PostgreSQL. They are in no lane; the transaction of the decision returns them to
// their lane, or ends them with their alias released.
import { authorOf, loggedCause } from '../../audit/activity.ts';
import { recordActivity } from '../../audit/activity.postgres.ts';
import { readStoredPolicy, type StoredPolicy } from '../../settings/organisations/template.ts';
import type { Database, Query, Queryable } from '../../postgres/database.ts';
import { isOpen } from '../../postgres/lock-tenant.ts';
import { ofFoundRow } from '../../postgres/found-row.ts';
import type { AdoptedGroup, StepRecord } from '../../engine/creation.ts';
import type { Approval } from '../../settings/organisations/approval-policy.ts';
import { releaseAliases, releaseExternalIds } from '../../engine/accept-group.postgres.ts';
import { newStep } from '../../engine/ledger.ts';
import { answeringIdSql } from '../../engine/recorded-people.ts';
import { encodeSteps, readSteps } from '../../engine/stored-steps.ts';
import { maxNamed } from '../../messages/tasks/task-request.ts';
import { adoptionOptions, namingOptions } from './decide-stage.ts';
import { type RenameDeps, renameGroup } from './rename-group.postgres.ts';
import {
  peopleCountSql,
  type RequestKey,
  type RequestsToApprove,
  type RequestToApprove,
} from './requests-to-approve.postgres.ts';

interface Row extends Omit<RequestToApprove, 'policy' | 'asked' | 'taskKind'> {
  readonly adoption: AdoptedGroup | null;
  readonly displayName: string;
  readonly description: string | null;
  readonly responsible: string | null;
  readonly deputy: string | null;
  /** The first of those whom the request names. */
  readonly owners: readonly string[];
  readonly members: readonly string[];
  readonly people: number;
  readonly guests: number | null;
  readonly createdAt: Date;
  readonly createdBy: string;
  readonly requestedBy: string | null;
  readonly reason: string | null;
  readonly properties: Readonly<Record<string, string>>;
  readonly policy: StoredPolicy;
}

export function createCreationsToApprove(database: Database, deps: RenameDeps): RequestsToApprove {
  return {
    taskKinds: ['approve', 'approve_adoption'],
    optionsOf: ({ kind }) => (kind === 'approve_adoption' ? adoptionOptions : namingOptions),
    amend: (transaction, key, displayName) => renameGroup(transaction, key, displayName, deps),
    readRequested: async (limit, exceptTenants) =>
      (await database.query<Row>(readRequested, [limit, exceptTenants])).map(requestOf),
    readWaiting: async (queryable, keys) =>
      (
        await queryable.query<Row>(readWaiting, [
          keys.map(({ tenantId }) => tenantId),
          keys.map(({ teamId }) => teamId),
        ])
      ).map(requestOf),
    async markAsked(transaction, { tenantId, teamId, approval: { stage } }, approval) {
      const marked = await transaction.query(markAsked, [
        tenantId,
        teamId,
        stage,
        JSON.stringify(approval),
      ]);
      return marked.length > 0;
    },
    async lockWaiting(transaction, { tenantId, teamId }) {
      const [row] = await transaction.query<{ approval: Approval }>(lockWaiting, [
        tenantId,
        teamId,
      ]);
      return row;
    },
    async proceed(transaction, key, approval, at) {
      const values = [key.tenantId, key.teamId, at, JSON.stringify(approval)];
      if (approval.state !== 'approved') {
        await transaction.query(askNext, values);
        return;
      }
      const steps = (await storedSteps(transaction, key)).map(lookedUpAgain);
      await transaction.query(release, [...values, encodeSteps(steps)]);
    },
    async fail(transaction, { tenantId, teamId, cause }, { approval, failure, actor, at }) {
      const steps = await storedSteps(transaction, { tenantId, teamId });
      await transaction.query(failCreation, [
        tenantId,
        teamId,
        at,
        encodeSteps(failedSteps(steps, failure.detail, at)),
        JSON.stringify(approval),
        JSON.stringify(failure),
      ]);
      await recordActivity(transaction, [
        {
          tenantId,
          occurredAt: at.getTime(),
          actor,
          action: 'group.failed',
          subject: { kind: 'group', id: teamId },
          data: { error: failure, ...loggedCause(cause) },
        },
      ]);
    },
  };
}

function requestOf(row: Row): RequestToApprove {
  const { displayName, description, responsible, deputy, people, guests, adoption } = row;
  const { requestedBy, reason } = row;
  const sentBy = authorOf(row.createdBy);
  const policy = readStoredPolicy(row.policy);
  return {
    ...row,
    taskKind: adoption === null ? 'approve' : 'approve_adoption',
    policy: adoption === null ? policy.approval : adoption.approval,
    asked: {
      kind: adoption === null ? 'create' : 'adopt',
      operationId: null,
      requestedBy: requestedBy === null ? sentBy : { kind: 'person', id: requestedBy },
      sentBy,
      requestedAt: row.createdAt.toISOString(),
      reason,
      displayName,
      description,
      visibility: policy.visibility,
      responsible,
      deputy,
      people,
      guests: guests ?? 0,
      added: [...row.owners, ...row.members].slice(0, maxNamed),
      removed: [],
      properties: row.properties,
      changes: [],
    },
  };
}

async function storedSteps(
  transaction: Queryable,
  { tenantId, teamId }: RequestKey,
): Promise<readonly StepRecord[]> {
  const [row] = await transaction.query<{ progress: string | null; policy: StoredPolicy }>(
    readStoredSteps,
    [tenantId, teamId],
  );
  return row === undefined ? [] : readSteps(row.progress, readStoredPolicy(row.policy));
}

/** The people are found again, because those of the request may have left. */
function lookedUpAgain(step: StepRecord): StepRecord {
  return step.name === 'resolve_people' ? newStep(step.name) : step;
}

function failedSteps(
  steps: readonly StepRecord[],
  detail: string,
  at: Date,
): readonly StepRecord[] {
  return steps.map((step) =>
    step.name === 'await_approval'
      ? { ...step, status: 'failed', completedAt: at.toISOString(), detail }
      : step,
  );
}

const columns = `
  t.tenant_id, t.team_id, t.organisation_id, t.template_id, t.mail_nickname,
  (select directory ->> 'kind' = 'sandbox' from tenants where tenant_id = t.tenant_id) as is_sandbox,
  t.display_name, t.description, t.people ->> 'responsible' as responsible, t.people ->> 'deputy' as deputy,
  jsonb_path_query_array(t.people, '$.owners[0 to ${maxNamed - 1}]') as owners,
  jsonb_path_query_array(t.people, '$.members[0 to ${maxNamed - 1}]') as members, p.facts -> 'adoption' as adoption,
  p.facts -> 'adoption' ->> 'groupId' as group_id, coalesce(found.member_count, ${peopleCountSql('p')}) as people,
  coalesce(found.guest_count, (p.facts ->> 'guests')::integer) as guests, governance_time(t.tenant_id, t.created_at) as created_at, t.created_by, t.requested_by, t.reason, t.properties, t.policy, p.approval,
  ${answeringIdSql('responsible')} as responsible_id, governance_now(t.tenant_id) as now`;

/** The people of an adopted group, who are found after the approval, as the directory last counted them. */
const counted = `
  left join lateral (
    select d.member_count, d.guest_count from directory_groups d
    where d.tenant_id = p.tenant_id and d.group_id = p.facts -> 'adoption' ->> 'groupId'
  ) found on true`;

/** It belongs to creations that are found by their keys. */
const isAwaiting = (creation: string, state: Approval['state']) =>
  ofFoundRow(
    `${creation}.status = 'accepted' and not ${creation}.waiting and ${creation}.approval ->> 'state' = '${state}'`,
  );

const readRequested: Query = {
  name: 'approvals_requested_creations',
  kind: 'hot',
  text: `
  select ${columns}
  from provisionings p join teams t on t.tenant_id = p.tenant_id and t.team_id = p.team_id ${counted}
  where p.approval ->> 'state' = 'requested' and ${ofFoundRow("p.status = 'accepted' and not p.waiting")}
    and p.tenant_id <> all ($2::uuid[]) and ${isOpen('p.tenant_id')}
  limit $1`,
};

const readWaiting = `
  select ${columns}
  from unnest($1::uuid[], $2::uuid[]) as wanted (tenant_id, team_id)
  join teams t on t.tenant_id = wanted.tenant_id and t.team_id = wanted.team_id
  join provisionings p on p.tenant_id = t.tenant_id and p.team_id = t.team_id ${counted}
  where ${isAwaiting('p', 'waiting')}`;

const markAsked = `
  update provisionings p
  set approval = $4, facts = jsonb_set(facts, '{approval}', $4), version = version + 1, updated_at = now()
  where tenant_id = $1 and team_id = $2 and ${isAwaiting('p', 'requested')} and (approval ->> 'stage')::integer = $3
  returning team_id`;

const lockWaiting = `
  select approval from provisionings p
  where tenant_id = $1 and team_id = $2 and ${isAwaiting('p', 'waiting')}
  for update`;

const askNext = `
  update provisionings
  set facts = jsonb_set(facts, '{approval}', $4), approval = $4, version = version + 1, updated_at = $3
  where tenant_id = $1 and team_id = $2`;

const release = `
  update provisionings
  set facts = jsonb_set(facts, '{approval}', $4), approval = $4, waiting = true, due_at = now(), progress = $5, version = version + 1, updated_at = $3
  where tenant_id = $1 and team_id = $2`;

const readStoredSteps = `
  select p.progress, t.policy
  from provisionings p join teams t on t.tenant_id = p.tenant_id and t.team_id = p.team_id
  where p.tenant_id = $1 and p.team_id = $2`;

const failCreation = `
  with failed as (
    update provisionings
    set status = 'failed', waiting = false, progress = $4, error = $6, approval = $5,
      facts = jsonb_set(jsonb_set(facts, '{approval}', $5), '{failure}', $6),
      version = version + 1, updated_at = $3, completed_at = $3
    where tenant_id = $1 and team_id = $2
    returning tenant_id, team_id
  ), ${releaseAliases('failed')}, ${releaseExternalIds('failed')}
  select team_id from failed`;
