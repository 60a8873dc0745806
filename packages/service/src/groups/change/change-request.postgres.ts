import type { Queryable } from '../../postgres/database.ts';
import { ofFoundRow } from '../../postgres/found-row.ts';
import type { StepRecord } from '../../engine/creation.ts';
import type { Acceptance } from './accept-operation.ts';
import { changedRequest } from './change-request.ts';
import type { RecordWithPending } from './operation.ts';
import { newOperationLedger } from './operation-steps.ts';

/**
 * Ends an operation that was accepted in this transaction: the request has its people from now on. The transaction holds the
 * group, so nobody decides about the request meanwhile; the approvers are looked up again.
 */
export async function changeRequest(
  transaction: Queryable,
  { record, acceptance }: { readonly record: RecordWithPending; readonly acceptance: Acceptance },
): Promise<void> {
  const { request, operationId, kind, change, createdAt } = acceptance;
  const { tenantId, teamId } = record;
  const { actor, reason, successorIds = {} } = request;
  const steps = newOperationLedger(kind, change);
  const {
    before,
    after,
    record: changed,
    resolved,
  } = changedRequest(
    {
      tenantId,
      teamId,
      operationId,
      kind,
      change,
      group: record,
      actor,
      reason,
      createdAt,
      requestId: actor.requestId ?? '',
      status: 'succeeded',
      steps: withStatus(steps, 'succeeded'),
      facts: {},
      warnings: [],
    },
    successorIds,
  );
  await transaction.query({ name: 'operations_change_request', text: changeRequestSql }, [
    tenantId,
    teamId,
    operationId,
    createdAt,
    JSON.stringify(withStatus(steps, 'skipped')),
    JSON.stringify(before),
    JSON.stringify(after),
    JSON.stringify(changed.people),
    resolved === undefined ? null : JSON.stringify(resolved),
  ]);
}

function withStatus(steps: readonly StepRecord[], status: StepRecord['status']): StepRecord[] {
  return steps.map((step) => Object.assign({}, step, { status }));
}

const changeRequestSql = `
  with ended as (
    update operations
    set status = 'succeeded', waiting = false, version = version + 1, updated_at = $4, completed_at = $4, steps = $5,
      before = $6, after = $7
    where tenant_id = $1 and operation_id = $3
    returning *
  ), recorded as (
    update teams set people = $8, version = version + 1 where tenant_id = $1 and team_id = $2
  ), resolved as (
    update provisionings
    set resolved_people = case when $9::jsonb is null then resolved_people else resolved_people || $9::jsonb end,
      version = version + 1, updated_at = $4
    where tenant_id = $1 and team_id = $2
  ), asked as (
    update tasks k
    set follow_up_at = $4, data = k.data || jsonb_build_object('request', k.data -> 'request' || jsonb_build_object(
      'responsible', $8::jsonb -> 'responsible', 'deputy', $8::jsonb -> 'deputy'))
    where k.tenant_id = $1 and k.team_id = $2 and ${ofFoundRow("k.state = 'open' and k.kind in ('approve', 'approve_adoption')")}
  )
  insert into activity
    (tenant_id, occurred_at, actor_kind, actor_id, address, request_id, action, subject_kind, subject_id, data)
  select tenant_id, $4, actor_kind, actor_id, address, request_id, 'group.handed_over', 'group', team_id::text,
    jsonb_strip_nulls(jsonb_build_object('operationId', operation_id, 'kind', kind, 'reason', reason))
      || jsonb_build_object('before', before, 'after', after)
  from ended`;
