// The guarantees of operations, whatever died in between: each request has one operation at most and each accepted one
// exactly one; the operations of a group ended in the order of their acceptance, each with one entry in the activity log;
// directory and record agree; and a reader of the event feed was given each event once.
import assert from 'node:assert/strict';
import { eventTypes, parseEventId } from '../src/events/event.ts';
import type { OperationKind } from '../src/groups/change/operation.ts';
import type { Queryable } from '../src/postgres/database.ts';

/** An operation that a caller knows to be accepted. */
export interface SentOperation {
  readonly teamId: string;
  readonly operationId: string;
  readonly kind: OperationKind;
  /** Unique for each request; a deletion has none. */
  readonly reason: string | null;
  /** Each caller sends one request after the other. */
  readonly caller: number;
}

interface FoundOperation {
  readonly operationId: string;
  readonly teamId: string;
  readonly number: number;
  readonly kind: OperationKind;
  readonly status: string;
  readonly waiting: boolean;
  readonly reason: string | null;
  readonly change: Readonly<Record<string, unknown>>;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
}

interface FoundGroup {
  readonly teamId: string;
  readonly record: Readonly<Record<string, unknown>>;
  /** Null where the group is not there, or not among the deleted groups. */
  readonly directory: object | null;
  readonly bin: object | null;
  readonly isArchived: boolean;
  readonly isDeleted: boolean;
}

const endActions: Readonly<Record<OperationKind, string>> = {
  change: 'group.changed',
  handover: 'group.handed_over',
  archive: 'group.archived',
  unarchive: 'group.unarchived',
  delete: 'group.deleted',
  restore: 'group.restored',
  repair: 'group.repaired',
  accept_drift: 'group.drift_accepted',
  roster: 'roster.applied',
};

/** The directory refuses nothing, so each operation succeeds. */
export async function assertOperationsEnded(
  database: Queryable,
  tenantId: string,
  sent: readonly SentOperation[],
): Promise<void> {
  const found = await database.query<FoundOperation>(
    `select operation_id, team_id, number, kind, status, waiting, reason, change, before, after
     from operations where tenant_id = $1 order by team_id, number`,
    [tenantId],
  );
  assertEachAcceptedOnce(found, sent);
  for (const { operationId, kind, status, waiting } of found) {
    assert.deepEqual([status, waiting], ['succeeded', false], `${kind} ${operationId}`);
  }
  await assertActivity(database, tenantId, found);
  const groups = await readGroups(database, tenantId);
  for (const [teamId, operations] of Map.groupBy(found, (operation) => operation.teamId)) {
    const group = groups.get(teamId);
    assert.ok(group, `${teamId} is lost`);
    assertInOrder(group, operations);
    assertDirectoryAgrees(group);
  }
}

function assertEachAcceptedOnce(
  found: readonly FoundOperation[],
  sent: readonly SentOperation[],
): void {
  const requests = found
    .filter(({ reason }) => reason !== null)
    .map(({ teamId, reason }) => `${reason} on ${teamId}`);
  assert.equal(new Set(requests).size, requests.length, 'a request has two operations');
  const byId = new Map(found.map((operation) => [operation.operationId, operation]));
  const lastNumbers = new Map<string, number>();
  for (const { operationId, teamId, kind, reason, caller } of sent) {
    const operation = byId.get(operationId);
    assert.ok(operation, `${kind} ${operationId} was accepted and is lost`);
    const known = [operation.teamId, operation.kind, operation.reason];
    assert.deepEqual(known, [teamId, kind, reason], operationId);
    const sequence = `${caller} ${teamId}`;
    const before = lastNumbers.get(sequence) ?? 0;
    assert.ok(operation.number > before, `${operationId} was accepted in another order`);
    lastNumbers.set(sequence, operation.number);
  }
}

/** Each operation has one entry for its acceptance and one for its end, both in the order of the group. */
async function assertActivity(
  database: Queryable,
  tenantId: string,
  found: readonly FoundOperation[],
): Promise<void> {
  const entries = await database.query<{ action: string; teamId: string; operationId: string }>(
    `select action, subject_id as "teamId", data ->> 'operationId' as "operationId" from activity
     where tenant_id = $1 and subject_kind = 'group' and data ? 'operationId'
     order by activity_id`,
    [tenantId],
  );
  const isAcceptance = ({ action }: { action: string }) => action === 'group.operation_accepted';
  const byGroup = Map.groupBy(entries, ({ teamId }) => teamId);
  const operationsByGroup = Map.groupBy(found, ({ teamId }) => teamId);
  assert.deepEqual(new Set(byGroup.keys()), new Set(operationsByGroup.keys()));
  for (const [teamId, operations] of operationsByGroup) {
    const ofGroup = byGroup.get(teamId) ?? [];
    assert.deepEqual(
      ofGroup.filter(isAcceptance).map(({ operationId }) => operationId),
      operations.map(({ operationId }) => operationId),
      `acceptances of ${teamId}`,
    );
    assert.deepEqual(
      ofGroup
        .filter((entry) => !isAcceptance(entry))
        .map(({ action, operationId }) => [action, operationId]),
      operations.map(({ kind, operationId }) => [endActions[kind], operationId]),
      `ends of operations on ${teamId}`,
    );
  }
}

const scalars = ['displayName', 'responsible', 'deputy'] as const;

/** Each operation began with the record that the one before it left, and the last one left the present record. */
function assertInOrder({ record, ...group }: FoundGroup, operations: readonly FoundOperation[]) {
  const current = new Map<string, unknown>();
  const state = { isArchived: false, isDeleted: false };
  for (const [
    index,
    { operationId, number, kind, change, before, after },
  ] of operations.entries()) {
    assert.equal(number, index + 1, `${operationId} has another number`);
    assert.ok(before && after, `${operationId} tells no difference`);
    for (const name of scalars) {
      if (name in after) {
        if (current.has(name)) {
          assert.equal(before[name], current.get(name), `${name} before ${operationId}`);
        }
        current.set(name, after[name]);
      }
      if (name in change && current.has(name)) {
        assert.equal(current.get(name), change[name], `${name} after ${operationId}`);
      }
    }
    if (kind === 'archive') state.isArchived = true;
    if (kind === 'unarchive') state.isArchived = false;
    if (kind === 'delete') state.isDeleted = true;
    if (kind === 'restore') state.isDeleted = false;
  }
  for (const [name, value] of current) assert.equal(record[name], value, `${name} in the end`);
  assert.deepEqual(
    { isArchived: group.isArchived, isDeleted: group.isDeleted },
    state,
    group.teamId,
  );
}

function assertDirectoryAgrees({ teamId, record, directory, bin, ...state }: FoundGroup): void {
  const there = state.isDeleted ? bin : directory;
  const elsewhere = state.isDeleted ? directory : bin;
  assert.equal(elsewhere, null, `${teamId} is ${state.isDeleted ? 'still there' : 'deleted'}`);
  const { displayName, description, visibility, ownerIds, memberIds } = record;
  assert.deepEqual(
    there,
    {
      displayName,
      description,
      visibility,
      ownerIds,
      memberIds,
      isArchived: state.isArchived,
    },
    `${teamId} in the directory`,
  );
}

async function readGroups(
  database: Queryable,
  tenantId: string,
): Promise<ReadonlyMap<string, FoundGroup>> {
  const directoryOf = (table: string) => `(
    select jsonb_build_object('displayName', g.display_name, 'description', g.description,
      'visibility', g.visibility, 'isArchived', g.archived_at is not null,
      'ownerIds', (select jsonb_agg(id::text order by id) from unnest(g.owner_ids) id),
      'memberIds', (select jsonb_agg(id::text order by id) from unnest(g.member_ids) id))
    from ${table} g where g.tenant_id = t.tenant_id and g.marker = t.team_id)`;
  const groups = await database.query<FoundGroup>(
    `select t.team_id, t.archived_at is not null as "isArchived", t.deleted_at is not null as "isDeleted",
       jsonb_build_object('displayName', t.display_name, 'description', t.description,
         'visibility', t.policy -> 'visibility', 'responsible', t.people -> 'responsible',
         'deputy', t.people -> 'deputy',
         'ownerIds', (select jsonb_agg(id order by id)
           from jsonb_array_elements_text(p.resolved_people -> 'ownerIds') id),
         'memberIds', (select jsonb_agg(id order by id) from (
           select jsonb_array_elements_text(p.resolved_people -> 'ownerIds') id
           union select jsonb_array_elements_text(p.resolved_people -> 'memberIds')) members)) as record,
       ${directoryOf('sandbox_groups')} as directory, ${directoryOf('sandbox_deleted_groups')} as bin
     from teams t join provisionings p using (tenant_id, team_id)
     where t.tenant_id = $1`,
    [tenantId],
  );
  return new Map(groups.map((group) => [group.teamId, group]));
}

/** How many events a feed of the tenant has in the end. */
export async function countEvents(database: Queryable, tenantId: string): Promise<number> {
  const [row] = await database.query<{ events: number }>(
    'select count(*) as events from activity where tenant_id = $1 and action = any ($2)',
    [tenantId, eventTypes],
  );
  return row?.events ?? 0;
}

/** @param ids of the events that a reader was given, in its order */
export async function assertEventsComplete(
  database: Queryable,
  tenantId: string,
  ids: readonly string[],
): Promise<void> {
  assert.equal(new Set(ids).size, ids.length, 'an event came twice');
  assert.equal(ids.length, await countEvents(database, tenantId), 'an event is lost');
  const positions = ids.map((id) => parseEventId(id)?.position ?? 0);
  const sorted = positions.toSorted((one, other) => one - other);
  assert.deepEqual(positions, sorted, 'the events came in another order');
}
