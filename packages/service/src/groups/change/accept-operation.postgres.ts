// Acceptance of operations in PostgreSQL. Requests that arrive together are checked and committed together: one
// transaction locks their groups, and operations of a group get their numbers in the order of arrival.
import { createBatcher } from '../../ground/batcher.ts';
import type { Clock } from '../../ground/clock.ts';
import { keyIdOf } from '../../ground/idempotency-key.ts';
import { isCollision } from '../../postgres/collision.ts';
import type { Database, Queryable } from '../../postgres/database.ts';
import { isUnavailable } from '../../engine/failed-attempt.ts';
import { timeOf } from '../../engine/write-ledger.postgres.ts';
import type {
  Acceptance,
  AcceptedOperation,
  Decide,
  KnownOperation,
  OperationRequest,
  WithoutEffect,
} from './accept-operation.ts';
import { isChangeOfRequest } from './change-request.ts';
import { changeRequest } from './change-request.postgres.ts';
import { keyText, readGroupRecords } from './read-group.postgres.ts';
import { newOperationLedger } from './operation-steps.ts';
import {
  mayRemovePeople,
  type OperationKind,
  type OperationStatus,
  peopleIn,
  type RecordWithPending,
} from './operation.ts';

const maxAttempts = 3;
const requestsPerCommit = 100;
/** Keeps a statement to some milliseconds: others wait for it. */
const peoplePerCommit = 5_000;

interface Item {
  readonly request: OperationRequest;
  readonly decide: Decide;
}

/** @param dueBy due times go by this clock instead of the database's: for runs in virtual time */
export function createOperationAcceptance(
  database: Database,
  dueBy?: Clock,
): (request: OperationRequest, decide: Decide) => Promise<AcceptedOperation | Error> {
  const accept = createBatcher<Item, AcceptedOperation | Error>({
    tenantOf: ({ request }) => request.tenantId,
    maxItems: requestsPerCommit,
    weight: { of: ({ request }) => peopleIn(request.change), atMost: peoplePerCommit },
    maxConcurrent: 2,
    flush: (items) => acceptAll(database, items, timeOf(dueBy)),
  });
  return (request, decide) => accept({ request, decide });
}

/** Accepts without waiting for other requests, so that an open transaction holds these alone. */
export function acceptTogether(
  database: Database,
): (
  requests: readonly OperationRequest[],
  decide: Decide,
) => Promise<(AcceptedOperation | Error)[]> {
  return (requests, decide) =>
    acceptAll(
      database,
      requests.map((request) => ({ request, decide })),
      null,
    );
}

/** Accepts within a transaction that does more than this. @throws on a collision with another process */
export function acceptWithin(
  transaction: Queryable,
): (
  requests: readonly OperationRequest[],
  decide: Decide,
) => Promise<(AcceptedOperation | Error)[]> {
  return (requests, decide) =>
    acceptIn(
      transaction,
      requests.map((request) => ({ request, decide })),
      null,
    );
}

async function acceptAll(
  database: Database,
  items: readonly Item[],
  dueAt: Date | null,
): Promise<(AcceptedOperation | Error)[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.transaction((transaction) => acceptIn(transaction, items, dueAt));
    } catch (error) {
      if (isUnavailable(error)) throw error;
      // Another process committed, or is committing, the same Idempotency-Key or number.
      if (isCollision(error) && attempt < maxAttempts) continue;
      if (items.length === 1) return [error instanceof Error ? error : new Error(String(error))];
      // Two restores of one alias collide every time. A request that the database refuses does not affect the others.
      const results: (AcceptedOperation | Error)[] = [];
      for (const item of items) results.push(...(await acceptAll(database, [item], dueAt)));
      return results;
    }
  }
}

async function acceptIn(
  transaction: Queryable,
  items: readonly Item[],
  dueAt: Date | null,
): Promise<(AcceptedOperation | Error)[]> {
  const records = new Map(
    await readGroupRecords(
      transaction,
      items.map(({ request: { tenantId, teamId, ...asked } }) => ({
        tenantId,
        teamId,
        withEntries: mayRemovePeople(asked),
      })),
      { lock: true },
    ),
  );
  const known = await readKnown(transaction, items);
  const accepted: Acceptance[] = [];
  const withoutEffect: WithoutEffect[] = [];
  const changed: { readonly record: RecordWithPending; readonly acceptance: Acceptance }[] = [];
  const results = items.map(({ request, decide }): AcceptedOperation | Error => {
    const record = records.get(keyText(request));
    try {
      const decision = decide(request, record, known.get(textOfKey(request) ?? ''));
      if (!('request' in decision)) return decision;
      const isOfRequest =
        !('earlier' in decision) &&
        record !== undefined &&
        request.successorIds !== undefined &&
        isChangeOfRequest(record, decision.change);
      const operation =
        'earlier' in decision
          ? decision.earlier
          : {
              ...acceptedOperation(decision),
              ...(isOfRequest && { status: 'succeeded' as const }),
            };
      if ('earlier' in decision) withoutEffect.push(decision);
      else {
        accepted.push(decision);
        if (isOfRequest) changed.push({ record, acceptance: decision });
        if (record !== undefined) records.set(keyText(request), withPending(record, decision));
      }
      const key = textOfKey(request);
      if (key !== undefined) known.set(key, { requestHash: decision.requestHash ?? '', operation });
      return operation;
    } catch (error) {
      if (error instanceof Error) return error;
      throw error;
    }
  });
  if (accepted.length > 0) await insert(transaction, accepted, dueAt);
  await keepKeys(transaction, withoutEffect);
  for (const one of changed) await changeRequest(transaction, one);
  return results;
}

function acceptedOperation({ operationId, kind }: Acceptance): AcceptedOperation {
  return { operationId, kind, status: 'accepted', changed: true };
}

/** A repeated request has no effect either, though the group may have changed meanwhile. */
async function keepKeys(transaction: Queryable, items: readonly WithoutEffect[]): Promise<void> {
  for (const { request, earlier, requestHash } of items) {
    if (request.key === undefined) continue;
    const { tenantId, holderId, keyHash } = keyIdOf(request.key);
    await transaction.query(
      {
        name: 'operations_keep_key',
        text: `
          insert into idempotency_keys (tenant_id, holder_id, key_hash, request_hash, created_at, team_id, operation_id)
          values ($1, $2, $3, $4, now(), $5, $6)`,
      },
      [tenantId, holderId, keyHash, requestHash, request.teamId, earlier.operationId],
    );
  }
}

/** The record for the next request of the same batch. */
function withPending(
  record: RecordWithPending,
  { operationId, kind, change, approvalPolicy }: Acceptance,
): RecordWithPending {
  const mayNeedApproval = approvalPolicy !== undefined;
  return {
    ...record,
    version: record.version + 1,
    pending: [
      ...record.pending,
      { operationId, kind, status: 'accepted', change, mayNeedApproval },
    ],
    ...(kind !== 'repair' && kind !== 'accept_drift' && { drift: null }),
  };
}

function textOfKey({ key }: OperationRequest): string | undefined {
  return key && Object.values(keyIdOf(key)).join('/');
}

async function readKnown(
  transaction: Queryable,
  items: readonly Item[],
): Promise<Map<string, KnownOperation>> {
  const keys = items.flatMap(({ request: { key } }) => (key === undefined ? [] : [keyIdOf(key)]));
  if (keys.length === 0) return new Map();
  const rows = await transaction.query<{
    tenantId: string;
    holderId: string;
    keyHash: string;
    requestHash: string;
    operationId: string | null;
    kind: OperationKind | null;
    status: OperationStatus | null;
    /** The request has no effect where the key names the group, too. */
    changed: boolean;
  }>(
    {
      name: 'operations_known_keys',
      text: `
        select k.tenant_id, k.holder_id, k.key_hash, k.request_hash, o.operation_id, o.kind, o.status,
          k.team_id is null as changed
        from unnest($1::uuid[], $2::uuid[], $3::text[]) as wanted (tenant_id, holder_id, key_hash)
        join idempotency_keys k using (tenant_id, holder_id, key_hash)
        left join operations o on o.tenant_id = k.tenant_id and o.operation_id = k.operation_id`,
    },
    [
      keys.map(({ tenantId }) => tenantId),
      keys.map(({ holderId }) => holderId),
      keys.map(({ keyHash }) => keyHash),
    ],
  );
  return new Map(
    rows.map(({ tenantId, holderId, keyHash, requestHash, operationId, kind, status, changed }) => [
      `${tenantId}/${holderId}/${keyHash}`,
      {
        requestHash,
        operation:
          operationId === null || kind === null || status === null
            ? undefined
            : { operationId, kind, status, changed },
      },
    ]),
  );
}

async function insert(
  transaction: Queryable,
  accepted: readonly Acceptance[],
  dueAt: Date | null,
): Promise<void> {
  await transaction.query({ name: 'operations_accept', text: insertOperations }, [
    JSON.stringify(
      accepted.map(
        ({ request, operationId, kind, change, createdAt, requestHash, approvalPolicy }, n) => ({
          n,
          tenant_id: request.tenantId,
          team_id: request.teamId,
          operation_id: operationId,
          kind,
          change,
          reason: request.reason,
          priority: request.priority ?? 0,
          cause: request.cause,
          batch_id: request.batchId,
          actor_kind: request.actor.kind,
          actor_id: request.actor.id,
          address: request.actor.address,
          request_id: request.actor.requestId,
          created_at: createdAt,
          holder_id: request.key?.holderId,
          key_hash: request.key && keyIdOf(request.key).keyHash,
          request_hash: requestHash,
          // A decision writes into the step of the approval.
          ...(approvalPolicy !== undefined && {
            steps: newOperationLedger(kind, change, approvalPolicy),
            approval_policy: approvalPolicy,
          }),
        }),
      ),
    ),
    dueAt,
  ]);
}

const insertOperations = `
  with input as materialized (
    select * from jsonb_to_recordset($1::jsonb) as x (
      n integer, tenant_id uuid, team_id uuid, operation_id uuid, kind text, change jsonb, reason text,
      priority smallint, cause jsonb, actor_kind text, actor_id text, address text, request_id text, created_at timestamptz,
      holder_id uuid, key_hash text, request_hash text, steps jsonb, approval_policy jsonb, batch_id uuid
    )
  ), placed as materialized (
    select input.*, row_number() over (partition by tenant_id, team_id order by n) as place, past.number as past,
      past.has_unfinished
    from input
    cross join lateral (
      select (
          select coalesce(max(o.number), 0) from operations o
          where o.tenant_id = input.tenant_id and o.team_id = input.team_id
        ) as number, exists (
          select from operations o
          where o.tenant_id = input.tenant_id and o.team_id = input.team_id
            and o.status in ('accepted', 'running')
          -- Each group by its key. Without it, the unfinished operations of all groups may be read and hashed.
          offset 0
        ) as has_unfinished
    ) past
  ), accepted as (
    insert into operations
      (tenant_id, operation_id, team_id, number, kind, status, priority, waiting, due_at, change, reason, cause, actor_kind,
       actor_id, address, request_id, created_at, updated_at, steps, approval_policy, batch_id)
    select tenant_id, operation_id, team_id, past + place, kind, 'accepted', priority,
      place = 1 and not has_unfinished, coalesce($2::timestamptz, now()), change, reason, cause, actor_kind, actor_id,
      address, request_id, created_at, created_at, coalesce(steps, '[]'), approval_policy, batch_id
    from placed
  ), bumped as (
    update teams t
    set version = t.version + counted.operations,
      -- Reserved for a restore from its acceptance on.
      alias_key = case when counted.restores then lower(t.mail_nickname) else t.alias_key end
    from (
      select tenant_id, team_id, count(*) as operations, bool_or(kind = 'restore') as restores
      from input group by tenant_id, team_id
    ) counted
    where t.tenant_id = counted.tenant_id and t.team_id = counted.team_id
  ), kept as (
    -- The differences that a repair puts right, or that are accepted, are shown until it has ended.
    update team_observations o
    set record_version = o.record_version + counted.operations
    from (
      select tenant_id, team_id, count(*) as operations from input
      group by tenant_id, team_id
      having bool_and(kind in ('repair', 'accept_drift'))
    ) counted
    join teams t on t.tenant_id = counted.tenant_id and t.team_id = counted.team_id
    where o.tenant_id = counted.tenant_id and o.team_id = counted.team_id and o.record_version = t.version
  ), remembered as (
    insert into idempotency_keys
      (tenant_id, holder_id, key_hash, request_hash, operation_id, created_at)
    select tenant_id, holder_id, key_hash, request_hash, operation_id, created_at from input
    where key_hash is not null
  )
  insert into activity
    (tenant_id, occurred_at, actor_kind, actor_id, address, request_id, action, subject_kind, subject_id, data)
  select tenant_id, created_at, actor_kind, actor_id, address, request_id, 'group.operation_accepted', 'group',
    team_id::text, jsonb_strip_nulls(jsonb_build_object('operationId', operation_id, 'kind', kind, 'reason', reason, 'cause', cause,
      'batchId', batch_id))
  from placed
  order by n`;
