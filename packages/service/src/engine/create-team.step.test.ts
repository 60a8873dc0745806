import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import {
  directoryError,
  executeToTheEnd,
  openSandboxFixture,
  stepOf,
  waitsOf,
  type SandboxRigOptions,
} from '../../testing/execution.ts';

let at: TestDatabase;
before(async () => {
  at = await createTestDatabase();
});
after(() => at.close());

const open = (options: SandboxRigOptions) => openSandboxFixture(at.database, options);

/** The first team works only if it is the one with this number. */
function teamsThatFailUpTo(working: number): SandboxRigOptions {
  let started = 0;
  return {
    faults: (sandbox) => ({
      async createTeam() {
        started += 1;
        return { state: 'pending', operation: String(started), pollAfterMs: 1_000 };
      },
      async readTeamCreation(groupId, operation, call) {
        if (Number(operation) < working) throw directoryError('team_failed')();
        return sandbox.createTeam(groupId, call);
      },
    }),
  };
}

suite('the team of a group', () => {
  test('is polled when the directory says so, and counts as one attempt', async () => {
    const rig = await open({ teamCreationMs: 75_000 });
    const { creation, records } = await executeToTheEnd(rig, rig.creation());
    assert.equal(creation.status, 'succeeded');
    assert.deepEqual(waitsOf(records), [30_000, 30_000, 15_000]);
    assert.equal(stepOf(creation, 'create_team').attempts, 1);
  });

  test('is polled no sooner than usual after a process that died while it polled', async () => {
    const rig = await open({ teamCreationMs: 30_000 });
    const { records } = await executeToTheEnd(rig, rig.creation());
    const polling = records.find(({ entry }) => entry.facts.lastPolledAt !== undefined);
    assert.ok(polling !== undefined && polling.dueInMs === undefined);
    assert.equal(records.at(-1)?.entry.facts.lastPolledAt, undefined);
    rig.clock.at = (polling.entry.facts.lastPolledAt ?? 0) + 2_000;
    const taken = await executeToTheEnd(rig, polling.entry);
    assert.equal(taken.creation.status, 'succeeded');
    assert.deepEqual(waitsOf(taken.records), [58_000]);
  });

  test('is started again each time it fails, five times in all', async () => {
    const recovering = await open(teamsThatFailUpTo(5));
    const { creation, records } = await executeToTheEnd(recovering, recovering.creation());
    assert.equal(creation.status, 'succeeded');
    assert.equal(records.filter(({ incident }) => incident?.code === 'team_failed').length, 4);

    const failing = await open(teamsThatFailUpTo(6));
    const failed = await executeToTheEnd(failing, failing.creation());
    assert.equal(failed.creation.facts.failure?.code, 'directory_refused');
    assert.deepEqual(await failing.groups(), []);
  });

  test('that is never ready fails the creation after a day', async () => {
    const pending = { state: 'pending', operation: '1', pollAfterMs: 30_000 } as const;
    const rig = await open({
      faults: () => ({ createTeam: async () => pending, readTeamCreation: async () => pending }),
    });
    const { creation } = await executeToTheEnd(rig, rig.creation());
    assert.equal(creation.facts.failure?.code, 'directory_unavailable');
    assert.deepEqual(await rig.groups(), []);
  });
});
