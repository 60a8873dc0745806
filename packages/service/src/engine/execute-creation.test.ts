// A creation that fails leaves no group behind, and no doubt whether there is one.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { DirectoryError, type Directory } from '../directory/directory.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import {
  directoryError,
  email,
  executeToTheEnd,
  failing,
  openSandboxFixture,
  refusal,
  startsAt,
  times,
  waitsOf,
  type SandboxRig,
  type SandboxRigOptions,
} from '../../testing/execution.ts';
import type { Creation, StepName, StepRecord } from './creation.ts';

let at: TestDatabase;
before(async () => {
  at = await createTestDatabase();
});
after(() => at.close());

const open = (options?: SandboxRigOptions) => openSandboxFixture(at.database, options);

const refusesTeams: SandboxRigOptions['faults'] = () => ({
  async createTeam() {
    throw refusal();
  },
});

suite('a creation that fails', () => {
  for (const [code, problem] of [
    ['alias_taken', 'directory_alias_taken'],
    ['permission_missing', 'directory_permission_missing'],
    ['refused', 'directory_refused'],
  ] as const) {
    test(`ends at once after ${code}, and its group is removed`, async () => {
      const rig = await open({
        faults: () => ({
          async createTeam() {
            throw new DirectoryError(code, 'No.');
          },
        }),
      });
      const { creation, runs } = await executeToTheEnd(rig, rig.creation());
      assert.equal(runs, 1);
      assert.equal(creation.status, 'failed');
      assert.equal(creation.facts.failure?.code, problem);
      assert.deepEqual(await rig.groups(), []);
    });
  }

  test('names everyone who is unknown, disabled or without a licence, before anything is created', async () => {
    const rig = await open({
      faults: (sandbox) => ({
        async resolvePeople(references, call) {
          const found = await sandbox.resolvePeople(references, call);
          return found.map((one) =>
            one.person?.email === email('unlicensed')
              ? Object.assign({}, one, { person: { ...one.person, licensed: false } })
              : one,
          );
        },
      }),
    });
    await rig.addPeople(['unlicensed', 'fine']);
    await rig.addPeople(['disabled-1', 'disabled-2'], false);
    const people = {
      responsible: email('ghost-1'),
      deputy: email('disabled-1'),
      owners: [email('unlicensed'), email('fine')],
      members: [email('ghost-2'), email('disabled-2')],
    };
    const { creation, tookMs } = await executeToTheEnd(rig, rig.creation({}, people));
    assert.equal(creation.facts.failure?.code, 'people_not_found');
    assert.deepEqual(
      creation.facts.failure?.faults.map(({ pointer, code }) => [pointer, code]),
      [
        ['/responsible', 'person_not_found'],
        ['/members/0', 'person_not_found'],
        ['/deputy', 'person_disabled'],
        ['/owners/0', 'person_not_licensed'],
        ['/members/1', 'person_disabled'],
      ],
    );
    for (const name of ['ghost-1', 'ghost-2', 'disabled-1', 'disabled-2', 'unlicensed']) {
      assert.ok(creation.facts.failure?.detail.includes(name), name);
    }
    // Nothing was attempted, so nothing has to be found and removed.
    assert.equal(tookMs, 0);
    assert.deepEqual(await rig.groups(), []);
  });

  test('ends only once its group is removed, which is retried', async () => {
    const fail = failing(...times(3, directoryError('unavailable')));
    const rig = await open({
      faults: (sandbox) => ({
        ...refusesTeams(sandbox),
        async deleteGroup(...args) {
          fail();
          return sandbox.deleteGroup(...args);
        },
      }),
    });
    const { creation, records } = await executeToTheEnd(rig, rig.creation());
    assert.equal(creation.status, 'failed');
    assert.equal(creation.facts.failure?.code, 'directory_refused');
    assert.equal(waitsOf(records).length, 3);
    assert.deepEqual(await rig.groups(), []);
    assert.deepEqual(creation.warnings, []);
  });

  test('warns of the group that cannot be removed, permanently or for a day', async () => {
    for (const code of ['permission_missing', 'unavailable'] as const) {
      const rig = await open({
        faults: (sandbox) => ({
          ...refusesTeams(sandbox),
          async deleteGroup() {
            throw new DirectoryError(code, 'Not this one.');
          },
        }),
      });
      const { creation } = await executeToTheEnd(rig, rig.creation());
      assert.equal(creation.status, 'failed');
      const [warning, ...others] = creation.warnings;
      assert.deepEqual([warning?.code, others], ['group_left_behind', []]);
      const [group] = await rig.groups();
      assert.ok(group && warning?.detail.includes(group.groupId));
    }
  });
});

suite('a creation whose group lacks a setting of the template', () => {
  const policy = { classification: 'Internal', preferredLanguage: 'en-US' };

  test('succeeds with a warning for each', async () => {
    const rig = await open({
      faults: (sandbox) => ({
        async readGroup(...args) {
          const group = await sandbox.readGroup(...args);
          return group && { ...group, classification: 'Public', preferredLanguage: undefined };
        },
      }),
    });
    const { creation } = await executeToTheEnd(rig, rig.creation(policy));
    assert.equal(creation.status, 'succeeded');
    assert.deepEqual(creation.warnings, [
      {
        code: 'setting_not_applied',
        detail: 'The template gives the classification “Internal”, but the directory has “Public”.',
      },
      {
        code: 'setting_not_applied',
        detail: 'The template gives the preferred language “en-US”, but the directory has none.',
      },
    ]);
  });

  test('succeeds without one where the directory has them, in whatever case', async () => {
    const rig = await open({
      faults: (sandbox) => ({
        async readGroup(...args) {
          const group = await sandbox.readGroup(...args);
          return group && { ...group, preferredLanguage: 'en-us' };
        },
      }),
    });
    const { creation } = await executeToTheEnd(rig, rig.creation(policy));
    assert.deepEqual([creation.status, creation.warnings], ['succeeded', []]);
  });
});

suite('a creation that fails while the directory may have made its group', () => {
  /** `createGroup` fails as said, then refuses; the group is there all the same if it `isMade`. */
  function refusing(
    errors: readonly (() => unknown)[],
    options: { isMade?: boolean } & SandboxRigOptions = {},
  ): Promise<SandboxRig> {
    const { isMade = false, ...others } = options;
    const fail = failing(...errors);
    return open({
      ...others,
      faults: (sandbox): Partial<Directory> => ({
        ...others.faults?.(sandbox),
        async createGroup(...args) {
          if (isMade) await sandbox.createGroup(...args);
          fail();
          throw refusal();
        },
      }),
    });
  }

  function withSteps(
    creation: Creation,
    changes: Partial<Record<StepName, Partial<StepRecord>>>,
  ): Creation {
    const steps = creation.steps.map((step) => Object.assign({}, step, changes[step.name]));
    return { ...creation, steps };
  }

  /** Its people are found, and its group was attempted where `create_group` says so. */
  async function begun(rig: SandboxRig, createGroup: Partial<StepRecord> = {}): Promise<Creation> {
    const [ownerId = ''] = await rig.addPeople(['resolved']);
    return {
      ...withSteps(rig.creation(), {
        resolve_people: { status: 'succeeded' },
        create_group: createGroup,
      }),
      resolvedPeople: { ownerIds: [ownerId], memberIds: [] },
    };
  }

  test('removes the group that appears within the replication window, and ends only then', async () => {
    const replicationDelayMs = 900_000;
    const rig = await refusing([directoryError('outcome_unknown')], {
      isMade: true,
      replicationDelayMs,
    });
    const { creation, tookMs } = await executeToTheEnd(rig, rig.creation());
    assert.equal(creation.status, 'failed');
    assert.equal(creation.facts.failure?.code, 'directory_refused');
    assert.deepEqual(await rig.groups(), []);
    assert.ok(tookMs >= replicationDelayMs, `${tookMs} ms`);
    assert.ok(tookMs < replicationDelayMs + 130_000, `${tookMs} ms`);
    assert.deepEqual(creation.warnings, []);
  });

  test('ends without a warning once replication must have finished and shows none', async () => {
    const rig = await refusing([directoryError('outcome_unknown'), directoryError('throttled')]);
    const { creation, tookMs } = await executeToTheEnd(rig, rig.creation());
    assert.equal(creation.status, 'failed');
    assert.ok(tookMs >= 1_200_000 && tookMs < 1_400_000, `${tookMs} ms`);
    assert.deepEqual(creation.warnings, []);
  });

  test('waits just as long when the process died during the call', async () => {
    const rig = await refusing([]);
    const died: Creation = {
      ...(await begun(rig, { status: 'running', attempts: 1 })),
      facts: { groupUncertainSince: startsAt },
    };
    const { creation, tookMs } = await executeToTheEnd(rig, died);
    assert.equal(creation.status, 'failed');
    assert.ok(tookMs >= 1_200_000, `${tookMs} ms`);
  });

  test('ends at once when a group of others that is older than the first attempt has the alias', async () => {
    const takenSince = (createdMs: number) => () =>
      new DirectoryError('alias_taken', 'No.', { holderCreatedAt: new Date(createdMs) });
    const ends = async (createdMs: number) => {
      const unknown = [directoryError('outcome_unknown'), directoryError('throttled')];
      const rig = await refusing([...unknown, takenSince(createdMs)]);
      return executeToTheEnd(rig, rig.creation());
    };
    for (const createdMs of [startsAt - 1, startsAt - 86_400_000]) {
      const { creation, tookMs } = await ends(createdMs);
      assert.equal(creation.facts.failure?.code, 'directory_alias_taken');
      assert.deepEqual(creation.warnings, []);
      assert.ok(tookMs < 60_000, `${tookMs} ms`);
    }
    // Made between the attempts: it may be that ours had the alias before.
    const younger = await ends(startsAt + 1);
    assert.equal(younger.creation.facts.failure?.code, 'directory_alias_taken');
    assert.ok(younger.tookMs >= 1_200_000, `${younger.tookMs} ms`);
  });

  test('ends at once when the connection could not be opened for the attempts before', async () => {
    const rig = await refusing([]);
    const cannot = failing(...times(3, () => new Error('The certificate is no PEM.')));
    const ended = await executeToTheEnd(rig, await begun(rig), { open: cannot });
    assert.equal(ended.creation.facts.failure?.code, 'directory_refused');
    assert.deepEqual(ended.creation.warnings, []);
    assert.ok(ended.tookMs < 10_000, `${ended.tookMs} ms`);
  });

  test('ends at once, and warns of nothing, when every attempt was refused cleanly', async () => {
    for (const code of ['permission_missing', 'refused', 'alias_taken'] as const) {
      const missing = () => new DirectoryError(code, 'No.');
      const rig = await refusing([directoryError('throttled'), missing, missing], {
        // Asked for the group, it would refuse, which would cause a warning.
        faults: () => ({
          async findGroupByMarker() {
            throw missing();
          },
        }),
      });
      const { creation, tookMs } = await executeToTheEnd(rig, rig.creation());
      assert.equal(creation.status, 'failed');
      assert.deepEqual(creation.warnings, []);
      assert.ok(tookMs < 10_000, `${tookMs} ms`);
    }
  });
});
