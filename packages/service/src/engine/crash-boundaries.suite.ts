// Dies at boundaries of a creation: before and after each statement and commit, which with the sandbox is before
// and after each call of the directory too. The next process finishes what the dead one left.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { startDyingWorker, startVictim } from '../../testing/dying-worker.ts';
import { assertNothingLost, type Accepted } from '../../testing/assert-no-loss.ts';
import { firstDrawn } from '../../testing/drawn.ts';
import {
  startTestService,
  teamRequest,
  testOperator,
  type TestService,
  type TestTenant,
} from '../../testing/service.ts';

/** More than one call takes, so that the rest is added in batches. */
const people = Array.from({ length: 30 }, (_, index) => `person-${index}@aare.example`);

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
      policy: {
        channels: [{ displayName: 'News' }, { displayName: 'Plans' }],
        settings: { guests: 'deny', members: { createChannels: false } },
        protection: { required: true },
      },
    });
  });
  await running.service.refresh();
});
after(async () => {
  await running.close();
  await at.close();
});

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

/** Creates one group after another; the worker dies some boundaries later each time, until one gets through alive. */
async function dieEverywhere(
  alias: (boundary: number) => string,
  status: string,
  oneIn: number,
): Promise<{ boundaries: number; accepted: Accepted[] }> {
  const accepted: Accepted[] = [];
  const worker = await startDyingWorker(at, tenant.tenantId);
  for (let boundary = firstDrawn(oneIn); ; boundary += oneIn) {
    const mailNickName = alias(boundary);
    const { answer: teamId, survived } = await worker.dieAt(boundary, () =>
      submit(running, mailNickName, full),
    );
    assert.ok(teamId !== undefined);
    accepted.push({ teamId, mailNickName, status });
    if (survived) {
      await worker.close();
      return { boundaries: boundary - 1, accepted };
    }
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

/** @param oneIn of so many boundaries of a worker, one is tried; the seed decides where they begin */
export function dieAtBoundaries(oneIn: number): void {
  suite(`a process that dies at any boundary (1 in ${oneIn})`, () => {
    test('has accepted a request once or not at all, and a repetition finds which', async () => {
      const accepted: Accepted[] = [];
      for (let boundary = 1, survived = false; !survived; boundary += 1) {
        const api = await startVictim(at, 'api');
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
      const worker = await startDyingWorker(at, tenant.tenantId);
      await worker.settled();
      await worker.close();
      await assertNothingLost(at.database, tenant.tenantId, accepted, () => expected);
    });

    test('leaves a creation that succeeds, with exactly one group and all its people', async () => {
      const { boundaries, accepted } = await dieEverywhere((n) => `full-${n}`, 'succeeded', oneIn);
      assert.ok(boundaries > 30, `${boundaries} boundaries`);
      await assertNothingLost(at.database, tenant.tenantId, accepted, () => expected);
      const settings = await at.database.query(
        'select distinct settings from sandbox_groups where tenant_id = $1',
        [tenant.tenantId],
      );
      assert.deepEqual(settings, [
        { settings: { guests: 'deny', 'members.createChannels': false } },
      ]);
    });

    test('leaves no group and a free alias where the creation fails, also after an answer that was lost', async () => {
      const { boundaries, accepted } = await dieEverywhere(
        (n) => `f-${n}-sandbox-failing-sandbox-lost-answer`,
        'failed',
        oneIn,
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
}
