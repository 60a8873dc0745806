import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import { assertOrigins } from '../../testing/clock-origins.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { addTestTenant, testOperator } from '../../testing/tenant.ts';
import { createChanges } from '../settings/configuration/changes.postgres.ts';
import { systemClock } from '../ground/clock.ts';
import { addDuration, durationOf } from '../ground/duration.ts';
import { createIdGenerator } from '../ground/identifiers.ts';
import { createGovernanceTick, type GovernanceWork } from './tick.ts';
import {
  advanceSandboxClock,
  createTimeMachine,
  readSandboxClock,
} from './time-machine.postgres.ts';

const newId = createIdGenerator({ clock: systemClock, randomBytes });
let at: TestDatabase;

before(async () => {
  at = await createTestDatabase();
});
after(() => at.close());

async function addTenant(): Promise<string> {
  const { tenantId } = await at.database.transaction((transaction) =>
    addTestTenant(createChanges(transaction, { clock: systemClock, createId: newId, randomBytes })),
  );
  return tenantId;
}

const advance = (tenantId: string, by: string) =>
  at.database.transaction((transaction) =>
    advanceSandboxClock(transaction, {
      tenantId,
      by: durationOf(by),
      actor: testOperator,
      at: Date.now(),
    }),
  );

/** Runs the machine until the clock of the tenant has arrived. */
async function run(
  tenantId: string,
  works: readonly GovernanceWork[],
  onMoved: () => Promise<void> = async () => undefined,
): Promise<void> {
  const onError = (error: unknown) => assert.fail(String(error));
  const tick = createGovernanceTick({ works, timers: systemClock, onError });
  const machine = createTimeMachine({
    database: at.database,
    tick,
    tenantsOnTheirWay: () => [tenantId],
    onMoved,
    clock: systemClock,
    onError,
  });
  machine.start();
  while ((await readSandboxClock(at.database, tenantId))?.target !== null) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  await machine.stop();
}

async function addOperation(tenantId: string): Promise<string> {
  const operationId = newId();
  await at.database.query(
    `insert into operations (tenant_id, operation_id, team_id, number, kind, status, waiting, due_at, change,
      actor_kind, actor_id, created_at, updated_at)
    values ($1, $2, gen_random_uuid(), 1, 'archive', 'accepted', true, now(), '{}', 'policy', 't', now(), now())`,
    [tenantId, operationId],
  );
  return operationId;
}

const endOperation = (operationId: string) =>
  at.database.query(`update operations set status = 'succeeded' where operation_id = $1`, [
    operationId,
  ]);

suite('the clock of a sandbox', () => {
  test('goes from date to date, and does the work of each before it moves on', async () => {
    const tenantId = await addTenant();
    const start = new Date();
    const left = Array.from({ length: 12 }, (_, n) => addDuration(start, durationOf(`P${n + 1}M`)));
    const done: { due: Date; now: Date }[] = [];
    const work: GovernanceWork = {
      name: 'monthly',
      nextDueAt: async () => left[0],
      async runDue() {
        const { now = new Date() } = (await readSandboxClock(at.database, tenantId)) ?? {};
        const [due] = left;
        if (due === undefined || due > now) return 0;
        left.shift();
        done.push({ due, now });
        return 1;
      },
    };
    const { target } = await advance(tenantId, 'P1Y');
    await run(tenantId, [work]);
    assert.equal(done.length, 12);
    for (const { due, now } of done) {
      const late = now.getTime() - due.getTime();
      assert.ok(late >= 0 && late < 2 * 3_600_000, `${now.toISOString()} ${due.toISOString()}`);
    }
    const arrived = await readSandboxClock(at.database, tenantId);
    assert.ok((arrived?.now.getTime() ?? 0) >= (target?.getTime() ?? Number.POSITIVE_INFINITY));
    const [ages] = await at.database.query<{ before: boolean; since: boolean }>(
      `select governance_now($1) - governance_time($1, $2) > '364 days' as before,
        governance_now($1) - governance_time($1, now()) < '1 minute' as since`,
      [tenantId, start],
    );
    assert.deepEqual(ages, { before: true, since: true });
  });

  test('is known to the process at each date, so that no work waits for a later look', async () => {
    const tenantId = await addTenant();
    const start = new Date();
    const left = Array.from({ length: 30 }, (_, n) => addDuration(start, durationOf(`P${n + 1}D`)));
    // As the digests have it: the time that the process knows.
    let known = start;
    let waited = 0;
    const work: GovernanceWork = {
      name: 'daily',
      nextDueAt: async () => left[0],
      async runDue() {
        const { now = start } = (await readSandboxClock(at.database, tenantId)) ?? {};
        const [due] = left;
        if (due === undefined || due > now) return 0;
        if (due > known) {
          waited += 1;
          return 0;
        }
        left.shift();
        return 1;
      },
    };
    await advance(tenantId, 'P31D');
    await run(tenantId, [work], async () => {
      known = (await readSandboxClock(at.database, tenantId))?.now ?? start;
    });
    assert.deepEqual([left.length, waited], [0, 0]);
  });

  test('waits for the operations that its work has started', async () => {
    const tenantId = await addTenant();
    const operationId = await addOperation(tenantId);
    await advance(tenantId, 'P1D');
    let looks = 0;
    await run(tenantId, [
      {
        name: 'lane',
        nextDueAt: async () => undefined,
        async runDue() {
          looks += 1;
          const moved = await at.database.query(
            `select from tenants where tenant_id = $1 and governance_offset <> '0'`,
            [tenantId],
          );
          if (looks <= 3) assert.equal(moved.length, 0);
          if (looks === 3) await endOperation(operationId);
          return 0;
        },
      },
    ]);
    assert.ok(looks >= 4);
  });

  test('waits for what another process does, also while it looks whether there is anything', async () => {
    const tenantId = await addTenant();
    const operationId = await addOperation(tenantId);
    await advance(tenantId, 'P1D');
    // The other process ends an operation, which makes a group due, and assesses the group, which makes a digest due.
    let present: 'operation' | 'group' | 'digest' | 'nothing' = 'operation';
    let sentAt: Date | undefined;
    const groups: GovernanceWork = {
      name: 'groups',
      async nextDueAt() {
        await new Promise((resolve) => setImmediate(resolve));
        if (present === 'operation') {
          await endOperation(operationId);
          present = 'group';
        } else if (present === 'group') present = 'digest';
        return undefined;
      },
      runDue: async () => 0,
    };
    const digests: GovernanceWork = {
      name: 'digests',
      nextDueAt: async () => (present === 'digest' ? new Date(0) : undefined),
      async runDue() {
        if (present !== 'digest') return 0;
        present = 'nothing';
        sentAt = (await readSandboxClock(at.database, tenantId))?.now;
        return 1;
      },
    };
    await run(tenantId, [groups, digests]);
    assert.equal(present, 'nothing');
    const aheadMs = (sentAt?.getTime() ?? 0) - Date.now();
    assert.ok(aheadMs < 3_600_000, `the clock was ${aheadMs} ms ahead`);
  });

  // time-machine.long.ts compares every moment.
  test('a moment that it showed has one origin: what came before was shown before', async () => {
    await assertOrigins(at, await addTenant(), 8);
  });

  test('moves for a sandbox only, one advance at a time', async () => {
    const tenantId = await addTenant();
    await advance(tenantId, 'P1D');
    await assert.rejects(advance(tenantId, 'P1D'), { code: 'in_use', message: /on its way/ });
    await at.database.query(
      `update tenants set directory = '{"kind":"microsoft365"}', governance_target = null,
        governance_offset = '90 days'
      where tenant_id = $1`,
      [tenantId],
    );
    await at.database.query(
      `insert into governance_advances (tenant_id, at, ahead) values ($1, now() - interval '1 hour', '90 days')`,
      [tenantId],
    );
    await assert.rejects(advance(tenantId, 'P1D'), { code: 'in_use', message: /Only .* sandbox/ });
    const [row] = await at.database.query<{ isReal: boolean }>(
      `select governance_now($1) = now() and governance_time($1, now()) = now() as is_real`,
      [tenantId],
    );
    assert.equal(row?.isReal, true);
    assert.equal(await readSandboxClock(at.database, tenantId), undefined);
  });
});
