import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { type Directory, DirectoryError } from '../directory/directory.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import {
  executeOnce,
  executeToTheEnd,
  failing,
  openSandboxFixture,
  startsAt,
  stepOf,
  times,
  waitsOf,
  type SandboxRigOptions,
} from '../../testing/execution.ts';
import { DomainError } from '../ground/errors.ts';
import type { Creation, StepName } from './creation.ts';

let at: TestDatabase;
before(async () => {
  at = await createTestDatabase();
});
after(() => at.close());

const open = (options?: SandboxRigOptions) => openSandboxFixture(at.database, options);

suite('the execution of a creation', () => {
  test('ends with the group, its people, its team and its channels', async () => {
    const rig = await open();
    const channels = [
      { displayName: 'News', description: null },
      { displayName: 'Plans', description: null },
    ];
    const { creation } = await executeToTheEnd(rig, rig.creation({ channels }));
    assert.equal(creation.status, 'succeeded');
    assert.ok(creation.steps.every(({ status }) => status === 'succeeded'));
    assert.equal(creation.facts.mail, 'group@sandbox.example');
    assert.deepEqual(await rig.groups(), [
      {
        groupId: creation.facts.groupId,
        marker: creation.teamId,
        owners: ['owner'],
        members: ['member', 'owner'],
        isTeam: true,
        channels: ['News', 'Plans'],
      },
    ]);
  });

  test('leaves out the steps that the policy does not ask for', async () => {
    const rig = await open();
    const { creation } = await executeToTheEnd(rig, rig.creation({ kind: 'group' }));
    assert.equal(creation.status, 'succeeded');
    const skipped = creation.steps.filter(({ status }) => status === 'skipped');
    assert.deepEqual(
      skipped.map(({ name }) => name),
      ['create_team', 'create_channels'],
    );
    const [group] = await rig.groups();
    assert.deepEqual([group?.isTeam, group?.channels], [false, []]);
  });

  const writes = [
    ['create_group', 'createGroup'],
    ['create_team', 'createTeam'],
    ['add_owners', 'addOwners'],
    ['add_members', 'addMembers'],
    ['create_channels', 'createChannel'],
  ] as const satisfies readonly (readonly [StepName, keyof Directory])[];
  for (const [step, operation] of writes) {
    for (const isPerformed of [false, true]) {
      const what = isPerformed ? 'after the directory carried out' : 'before the directory got';
      test(`a lane that is lost ${what} ${step} has recorded the attempt; the next one ends with one group`, async () => {
        const lost = new AbortController();
        const rig = await open({
          limits: { peopleAtCreation: 1, peoplePerCall: 20, ownersAtCreationAreMembers: false },
          faults: (sandbox) => ({
            async [operation](...args: unknown[]) {
              const perform = (): Promise<unknown> =>
                Reflect.apply(sandbox[operation], sandbox, args);
              if (lost.signal.aborted) return perform();
              if (isPerformed) await perform();
              lost.abort();
              throw lost.signal.reason;
            },
          }),
        });
        const names = Array.from({ length: 50 }, (_, index) => `m${index}`);
        await rig.addPeople(names);
        const members = names.map((name) => `${name}@aare.example`);
        const channels = [{ displayName: 'News', description: null }];
        const requested = rig.creation({ channels }, { members });
        const records = await executeOnce(rig, requested, { signal: lost.signal });
        const left = records.at(-1)?.entry;
        assert.equal(stepOf(left, step).status, 'running');
        assert.equal(stepOf(left, step).attempts, 1);
        assert.deepEqual(
          records.flatMap(({ incident }) => incident ?? []),
          [],
        );

        const { creation } = await executeToTheEnd(rig, left as Creation);
        assert.equal(creation.status, 'succeeded');
        assert.deepEqual(await rig.groups(), [
          {
            groupId: creation.facts.groupId,
            marker: creation.teamId,
            owners: ['owner'],
            members: [...names, 'owner'].toSorted(),
            isTeam: true,
            channels: ['News'],
          },
        ]);
      });
    }
  }

  test('what the directory noted in a step is in the ledger until the step is done', async () => {
    const looks: unknown[] = [];
    const rig = await open({
      faults: (sandbox) => ({
        async createTeam(groupId, call) {
          const count = call.notes?.get('looks') ?? 0;
          looks.push(count);
          call.notes?.set('looks', count + 1);
          if (count < 2) throw new DirectoryError('not_visible_yet', 'Not yet.');
          return sandbox.createTeam(groupId, call);
        },
      }),
    });
    const first = await executeOnce(rig, rig.creation());
    const left = first.at(-1)?.entry;
    assert.deepEqual(left?.facts.directoryNotes, { looks: 1 });
    // Another process reads it from JSON.
    const read = JSON.parse(JSON.stringify(left)) as Creation;
    const { creation } = await executeToTheEnd(rig, { ...read, createdAt: left.createdAt });
    assert.equal(creation.status, 'succeeded');
    assert.deepEqual(looks, [0, 1, 2]);
    assert.equal(creation.facts.directoryNotes, undefined);
  });

  test('changes nothing once the lane has passed on', async () => {
    const rig = await open();
    await executeOnce(rig, rig.creation(), { write: () => false });
    assert.deepEqual(await rig.groups(), []);

    const records: Creation[] = [];
    const write = ({ entry }: { entry: Creation }): boolean => {
      records.push(entry);
      return stepOf(entry, 'create_team').status === 'pending';
    };
    await executeOnce(rig, rig.creation(), { write });
    assert.equal(stepOf(records.at(-1), 'create_team').status, 'running');
    const [group] = await rig.groups();
    assert.equal(group?.isTeam, false);
  });

  test('leaves a step that only a newer release knows to that release', async () => {
    const rig = await open();
    const creation = rig.creation();
    const [first, ...others] = creation.steps;
    assert.ok(first);
    const steps = [{ ...first, name: 'paint_it_blue' as never }, first, ...others];
    let present: Creation = { ...creation, steps };
    for (let round = 0; round < 20; round += 1) {
      const records = await executeOnce(rig, present);
      assert.deepEqual(waitsOf(records), [30_000]);
      present = records[0]?.entry ?? present;
    }
    assert.equal(present.status, 'running');
    assert.match(present.steps[0]?.detail ?? '', /newer release/);
    assert.deepEqual(await rig.groups(), []);
  });

  test('retries when the directory cannot be opened; the caller learns no more than that', async () => {
    const rig = await open();
    const cannot = failing(...times(20, () => new Error('the secret cannot be read')));
    const { creation, defects, records } = await executeToTheEnd(rig, rig.creation(), {
      open: cannot,
    });
    assert.equal(creation.status, 'succeeded');
    assert.equal(defects.length, 20);
    const [said] = records.map(({ entry }) => stepOf(entry, 'resolve_people').detail);
    assert.match(said ?? '', /connection to the tenant's directory/);
    assert.doesNotMatch(JSON.stringify(records), /secret/);
  });

  test('a mistake of the service is reported, retried, and fails in the end without details', async () => {
    const rig = await open({
      faults: () => ({
        async createTeam() {
          throw new TypeError('internals of the service');
        },
      }),
    });
    const { creation, defects } = await executeToTheEnd(rig, rig.creation());
    assert.equal(creation.facts.failure?.code, 'internal_error');
    assert.equal(defects.length, 7);
    assert.ok(!JSON.stringify(creation).includes('internals of the service'));
    assert.deepEqual(await rig.groups(), []);
  });

  test('a database that is away never fails a creation', async () => {
    const away = () => new DomainError('unavailable', 'away', { retryAfterMs: 1_000 });
    const fail = failing(...times(50, away));
    const rig = await open({
      faults: (sandbox) => ({
        async createTeam(...args) {
          fail();
          return sandbox.createTeam(...args);
        },
      }),
    });
    const { creation, defects, tookMs } = await executeToTheEnd(rig, rig.creation());
    assert.equal(creation.status, 'succeeded');
    assert.equal(tookMs, 50_000);
    assert.deepEqual(defects, []);
    assert.equal(rig.clock.at, startsAt + tookMs);
  });
});
