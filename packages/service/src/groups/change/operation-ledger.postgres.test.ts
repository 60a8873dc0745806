import { noLimit } from '../../ground/group-limit.ts';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { testAcceptance } from '../../../testing/acceptance.ts';
import { createTestDatabase } from '../../../testing/database.ts';
import type { Database } from '../../postgres/database.ts';
import { createLeaseStore } from '../../engine/lanes.postgres.ts';
import { createAcceptanceStore } from '../create/create-team.postgres.ts';
import { createOperationAcceptance } from './accept-operation.postgres.ts';
import type { Decide, OperationRequest } from './accept-operation.ts';
import { createExecuteOperation } from './execute-operation.ts';
import { describeOperationLane, type OperationLaneRig } from './operation-lane.suite.ts';
import { createOperationLedger } from './operation-ledger.postgres.ts';
import { createOperationStore } from './operations.postgres.ts';

/** Behind the database's clock: a time ahead of it would count as one that was set back. */
const startsAt = Date.UTC(2020, 0, 1);
const leaseMs = 10_000;
const actor = { kind: 'api_key', id: 'key' } as const;

interface Rig extends OperationLaneRig {
  /** The alias that is reserved for the group. */
  aliasOf(teamId: string): Promise<string | null>;
}

async function openLane(database: Database): Promise<Rig> {
  let now = startsAt;
  const clock = { now: () => now };
  const tenantId = randomUUID();
  await database.query(
    `insert into tenants (tenant_id, name, directory) values ($1, 'T', '{"kind": "sandbox"}')`,
    [tenantId],
  );
  const acceptances = createAcceptanceStore(database);
  const acceptOperation = createOperationAcceptance(database, clock);
  const store = createOperationStore(database);
  const ids = new Map<string, string>();
  const decide: Decide = (request: OperationRequest) => {
    const operationId = randomUUID();
    ids.set(request.change.description ?? '', operationId);
    const createdAt = new Date(now);
    const { kind, change } = request;
    return { request, operationId, kind, change, createdAt, requestHash: undefined };
  };
  return {
    ledger: createOperationLedger({ database, clock, dueBy: clock, onChange: () => undefined }),
    tenantId,
    now: () => now,
    pass(durationMs) {
      now += durationMs;
    },
    async beginCreation() {
      const teamId = randomUUID();
      const createdAt = new Date(now);
      await acceptances.accept(testAcceptance(teamId, { tenantId, teamId, createdAt }));
      await database.query(
        `update provisionings set status = 'running', waiting = false where team_id = $1`,
        [teamId],
      );
      return teamId;
    },
    async endCreation(teamId, status) {
      await database.query(
        'update provisionings set status = $2, directory_group_id = team_id where team_id = $1',
        [teamId, status],
      );
    },
    async accept(teamId, description, { priority = 0, kind = 'change' } = {}) {
      const change = { description };
      const request = {
        tenantId,
        teamId,
        kind,
        change,
        reason: null,
        actor,
        priority,
        within: noLimit,
      };
      const result = await acceptOperation(request, decide);
      if (result instanceof Error) throw result;
    },
    async cancel(description) {
      const operationId = ids.get(description) ?? '';
      const result = await store.cancel(tenantId, operationId, new Date(now), actor);
      return result?.cancelled ?? false;
    },
    async takeOver() {
      // The last holder's lease has run out.
      await database.query("update lanes set held_until = '-infinity' where tenant_id = $1", [
        tenantId,
      ]);
      const lane = await createLeaseStore(database).take(tenantId, randomUUID(), leaseMs);
      assert.ok(lane !== undefined);
      return lane;
    },
    async aliasOf(teamId) {
      const [row] = await database.query<{ aliasKey: string | null }>(
        'select alias_key from teams where team_id = $1',
        [teamId],
      );
      return row?.aliasKey ?? null;
    },
  };
}

describeOperationLane('the ledger of operations in PostgreSQL', async () => {
  const { database, close } = await createTestDatabase();
  return { openLane: () => openLane(database), close };
});

test('a record that the database refuses does not affect those of the same statement', async () => {
  const { database, close } = await createTestDatabase();
  const rig = await openLane(database);
  const lane = await rig.takeOver();
  for (const description of ['one', 'two', 'three']) {
    const teamId = await rig.beginCreation();
    await rig.endCreation(teamId, 'succeeded');
    await rig.accept(teamId, description);
    rig.pass(1);
  }
  const claimed = await rig.ledger.claimDue(lane, 10, 2);
  const written = await Promise.allSettled(
    claimed.map((operation) => {
      // The first goes alone; the other two share a statement.
      const isBad = operation.change.description === 'three';
      const status = isBad ? ('nonsense' as 'running') : 'running';
      return rig.ledger.write(lane, { entry: { ...operation, status } });
    }),
  );
  assert.deepEqual(
    written.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'rejected'],
  );
  await close();
});

test('a hold that is set after the acceptance of a deletion or archiving ends it at its first run, without a call', async () => {
  const { database, close } = await createTestDatabase();
  const rig = await openLane(database);
  const lane = await rig.takeOver();
  const execute = createExecuteOperation({
    clock: { now: () => rig.now() },
    random: () => 0,
    rest: () => undefined,
    onDefect: (error) => assert.fail(String(error)),
    readMarkedRecords: () => assert.fail('no group is looked for'),
  });
  const kinds = ['delete', 'archive'] as const;
  for (const kind of kinds) {
    const teamId = await rig.beginCreation();
    await rig.endCreation(teamId, 'succeeded');
    await rig.accept(teamId, kind, { kind });
    await database.query(
      `insert into group_holds (tenant_id, team_id, reason, held_by, held_at)
      values ($1, $2, 'An audit', '{"kind": "api_key", "id": "key"}', now())`,
      [rig.tenantId, teamId],
    );
    rig.pass(1);
  }
  const ended: unknown[] = [];
  for (const operation of await rig.ledger.claimDue(lane, 10, 2)) {
    await execute(
      operation,
      () => assert.fail('the directory is not opened'),
      async ({ entry }) => {
        ended.push([entry.kind, entry.status, entry.facts.failure?.code]);
        return true;
      },
      new AbortController().signal,
    );
  }
  assert.deepEqual(
    ended,
    kinds.map((kind) => [kind, 'failed', 'on_hold']),
  );
  await close();
});
