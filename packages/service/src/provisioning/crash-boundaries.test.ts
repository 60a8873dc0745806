// Dies at every boundary of a creation: before and after each statement and commit, which with the sandbox is before
// and after each call of the directory too. The next process finishes what the dead one left.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { createLog } from '../foundation/log.ts';
import { eventually } from '../../testing/eventually.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { createCrashingDatabase, type CrashingDatabase } from '../../testing/crashing-database.ts';
import { assertNothingLost, type Accepted } from '../../testing/assert-no-loss.ts';
import { testSeed } from '../../testing/seed.ts';
import {
  startTestService,
  teamRequest,
  testOperator,
  type TestService,
  type TestTenant,
} from '../../testing/service.ts';

/** More than one call takes, so that the rest is added in batches. */
const people = Array.from({ length: 30 }, (_, index) => `person-${index}@aare.example`);
const maxBoundaries = 100;

const log = createLog('silent');
let at: TestDatabase;
let running: TestService;
let tenant: TestTenant;

before(async () => {
  at = await createTestDatabase({ maxConnections: 20 });
  running = await startTestService({ ROLES: 'api' }, { at });
  tenant = await running.addTenant();
  await running.change(async (changes) => {
    for (const email of people) {
      await changes.sandboxPeople.add(testOperator, tenant.tenantId, { email, name: email });
    }
    await changes.templates.create(testOperator, tenant.tenantId, tenant.organisationId, {
      name: 'Full',
      identifier: 'full',
      mailNicknamePattern: '',
      displayNamePattern: '',
      policy: { channels: [{ displayName: 'News' }, { displayName: 'Plans' }] },
    });
  });
  await running.service.refresh();
});
after(async () => {
  await running.close();
  await at.close();
});

interface Victim {
  readonly process: TestService;
  readonly database: CrashingDatabase;
}

async function startVictim(ROLES: string): Promise<Victim> {
  const database = createCrashingDatabase(at.database);
  const process = await startTestService(
    // A reconciliation by the clock would move the boundaries; reconciliation.test.ts kills it separately.
    { ROLES, RECONCILIATION_INTERVAL_MINUTES: 'off' },
    { at, deps: { database, log, random: () => 0 } },
  );
  return { process, database };
}

/** Asks through a process that lives or dies; a caller without an answer gets undefined. */
async function submit(
  through: TestService,
  mailNickName: string,
  body: Record<string, unknown>,
): Promise<string | undefined> {
  const answer = await through.call(tenant, '/teams', {
    method: 'POST',
    body: teamRequest(mailNickName, body),
    headers: { 'idempotency-key': `"${mailNickName}"` },
  });
  if (answer.status !== 200) return undefined;
  return (answer.body as { teamId: string }).teamId;
}

/** The lease of a process that died runs out. */
async function letLeaseRunOut(): Promise<void> {
  await at.database.query("update lanes set held_until = '-infinity' where tenant_id = $1", [
    tenant.tenantId,
  ]);
}

async function allFinal(): Promise<boolean> {
  const rows = await at.database.query(
    "select from provisionings where tenant_id = $1 and status in ('accepted', 'running') limit 1",
    [tenant.tenantId],
  );
  return rows.length === 0;
}

/** Creates one group after another; the worker dies one boundary later each time, until one gets through alive. */
async function dieEverywhere(
  alias: (boundary: number) => string,
  status: string,
  first = 1,
  step = 1,
): Promise<{ boundaries: number; accepted: Accepted[] }> {
  const accepted: Accepted[] = [];
  let worker = await startVictim('worker');
  for (let boundary = first; ; boundary += step) {
    assert.ok(boundary <= maxBoundaries, 'there is no end of boundaries');
    worker.database.failAt(boundary);
    const mailNickName = alias(boundary);
    const teamId = await submit(running, mailNickName, full);
    assert.ok(teamId !== undefined);
    accepted.push({ teamId, mailNickName, status });
    await eventually(
      async () => worker.database.isDead || (await allFinal()),
      'it has died or ended',
    );
    worker.database.disarm();
    const survived = !worker.database.isDead;
    if (!survived) {
      await worker.process.close();
      await letLeaseRunOut();
      worker = await startVictim('worker');
      await eventually(allFinal, 'all are final');
      continue;
    }
    await worker.process.close();
    return { boundaries: boundary - 1, accepted };
  }
}

const expected = { owners: 3, members: 30 };
const full = {
  templateIdOrIdentifier: 'full',
  responsible: people[0],
  deputy: people[1],
  owners: [people[2]],
  members: people,
};

suite('a process that dies at any boundary', () => {
  test('has accepted a request once or not at all, and a repetition finds which', async () => {
    const accepted: Accepted[] = [];
    for (let boundary = 1, survived = false; !survived; boundary += 1) {
      const api = await startVictim('api');
      api.database.failAt(boundary);
      const mailNickName = `a-${boundary}`;
      const first = await submit(api.process, mailNickName, full);
      survived = !api.database.isDead;
      await api.process.close();
      const again = await submit(running, mailNickName, full);
      assert.ok(again !== undefined);
      assert.equal(again, first ?? again);
      accepted.push({ teamId: again, mailNickName, status: 'succeeded' });
      assert.ok(boundary < 10);
    }
    assert.ok(accepted.length > 2);
    const worker = await startVictim('worker');
    await eventually(allFinal, 'all are final');
    await worker.process.close();
    await assertNothingLost(at.database, tenant.tenantId, accepted, () => expected);
  });

  test('leaves a creation that succeeds, with exactly one group and all its people', async () => {
    const { boundaries, accepted } = await dieEverywhere((n) => `full-${n}`, 'succeeded');
    assert.ok(boundaries > 30, `${boundaries} boundaries`);
    await assertNothingLost(at.database, tenant.tenantId, accepted, () => expected);
  });

  test('leaves no group and a free alias where the creation fails, also after an answer that was lost', async () => {
    const { boundaries, accepted } = await dieEverywhere(
      (n) => `f-${n}-sandbox-failing-sandbox-lost-answer`,
      'failed',
      // Every other one, since each waits for a second attempt; the seed decides which.
      1 + (testSeed % 2),
      2,
    );
    assert.ok(boundaries > 20, `${boundaries} boundaries`);
    await assertNothingLost(at.database, tenant.tenantId, accepted, () => expected);
    const held = await at.database.query(
      "select from teams where tenant_id = $1 and alias_key like 'f-%'",
      [tenant.tenantId],
    );
    assert.equal(held.length, 0);
  });
});
