import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  DirectoryError,
  type AddedPeople,
  type Directory,
  type DirectoryErrorCode,
  type DirectoryGroup,
  type NewOwners,
} from '../directory/directory.ts';
import { DomainError } from '../foundation/errors.ts';
import { defaultTemplatePolicy, type TemplatePolicy } from '../organisations/template.ts';
import { backoffMs } from './backoff.ts';
import type { Creation, StepName, StepRecord } from './creation.ts';
import { createExecuteCreation } from './execute-creation.ts';
import { type LedgerRecord } from './execute.ts';
import { isFinal } from './creation.ts';
import { newLedger } from './steps.ts';

const day = 86_400_000;
const start = Date.UTC(2026, 10, 21);

type Calls = { readonly [Name in keyof Directory]?: Directory[Name] };

const group = (groupId: string): DirectoryGroup => ({
  groupId,
  marker: 'team-1',
  displayName: 'Group',
  description: null,
  mailNickname: 'group',
  mail: 'group@aare.example',
  visibility: 'private',
  hasTeam: true,
  webUrl: undefined,
});

/** A directory in which all goes well, but for what a test says. */
function createDirectory(calls: Calls = {}, limits: Partial<Directory['limits']> = {}) {
  const log: string[] = [];
  const groups = new Map<string, { ownerIds: Set<string>; memberIds: Set<string> }>();
  const add = async (role: 'ownerIds' | 'memberIds', groupId: string, ids: readonly string[]) => {
    for (const id of ids) groups.get(groupId)?.[role].add(id);
    return { refused: [] };
  };
  const well: Directory = {
    kind: 'sandbox',
    limits: {
      peopleAtCreation: 20,
      peoplePerCall: 200,
      maxTeamMembers: 25_100,
      peopleAfterTeam: false,
      minPollIntervalMs: 60_000,
      replicationMs: 1_200_000,
      ownersAtCreationAreMembers: true,
      ...limits,
    },
    resolvePeople: async (references) =>
      references.map((reference) => ({
        reference,
        person: {
          id: reference,
          email: reference,
          displayName: reference,
          kind: 'member',
          enabled: true,
          licensed: true,
        },
      })),
    async createGroup({ marker, ownerIds, memberIds }) {
      groups.set(marker, { ownerIds: new Set(ownerIds), memberIds: new Set(memberIds) });
      return { groupId: marker, peopleIncluded: true };
    },
    async addOwners(groupId, { ownerIds, memberIds }) {
      await add('ownerIds', groupId, ownerIds);
      return await add('memberIds', groupId, memberIds);
    },
    addMembers: (groupId, ids) => add('memberIds', groupId, ids),
    createTeam: async () => ({ state: 'ready' }),
    readTeamCreation: async () => ({ state: 'ready' }),
    createChannel: async () => undefined,
    findGroupByMarker: async (marker) => (groups.has(marker) ? group(marker) : undefined),
    readGroup: async (groupId) => (groups.has(groupId) ? group(groupId) : undefined),
    readPeople: async (groupId) => ({
      ownerIds: [...(groups.get(groupId)?.ownerIds ?? [])],
      memberIds: [...(groups.get(groupId)?.memberIds ?? [])],
    }),
    async deleteGroup(groupId) {
      groups.delete(groupId);
    },
    validateNames: async () => ({ isAliasTaken: false, refused: [] }),
    listMarkedGroups: async () => ({ groups: [], unproven: [], next: undefined }),
    groupState: async () => 'exists',
    testConnection: async () => ({ ok: true, detail: '', missing: [] }),
    close: async () => undefined,
  };
  const directory = new Proxy<Directory>(
    { ...well, ...calls },
    {
      get(target, name: keyof Directory) {
        if (typeof target[name] === 'function') log.push(name);
        return target[name];
      },
    },
  );
  return { directory, groups, log };
}

function createCreation(
  policy: Partial<TemplatePolicy> = {},
  members: readonly string[] = ['member@x'],
): Creation {
  const whole = { ...defaultTemplatePolicy, ...policy };
  return {
    tenantId: 't',
    teamId: 'team-1',
    organisationId: 'o',
    displayName: 'Group',
    description: null,
    mailNickname: 'group',
    people: { responsible: 'owner@x', deputy: null, owners: [], members },
    policy: whole,
    createdAt: new Date(start),
    requestId: 'r',
    status: 'running',
    steps: newLedger(whole),
    facts: {},
    resolvedPeople: undefined,
    warnings: [],
  };
}

/** Drives again and again, the clock put forward to when it is due, until it is final. */
async function driveToTheEnd(
  directory: Directory,
  creation = createCreation(),
  options: { startAt?: number; maxDrives?: number; pauseMs?: number; open?: () => void } = {},
) {
  const clock = { at: options.startAt ?? start, now: () => clock.at };
  const records: LedgerRecord<Creation>[] = [];
  const defects: unknown[] = [];
  const execute = createExecuteCreation({
    readMarkedRecords: async () => new Map(),
    clock,
    random: () => 0,
    rest: () => undefined,
    onDefect: (error) => defects.push(error),
  });
  let present = creation;
  let drives = 0;
  while (!isFinal(present.status)) {
    drives += 1;
    assert.ok(drives <= (options.maxDrives ?? 2_000), 'it never ends');
    const before = records.length;
    await execute(
      present,
      () => {
        options.open?.();
        return directory;
      },
      async (record) => {
        // The next run knows nothing but the ledger.
        records.push(structuredClone(record));
        return true;
      },
      new AbortController().signal,
    );
    const last = records.at(-1);
    assert.ok(last !== undefined && records.length > before, 'it recorded nothing');
    present = last.entry;
    if (isFinal(present.status)) break;
    assert.ok(last.dueInMs !== undefined, 'it neither ended nor waits');
    clock.at += last.dueInMs + (options.pauseMs ?? 0);
  }
  return { creation: present, records, defects, drives, tookMs: clock.at - start };
}

const waits = (records: readonly LedgerRecord<Creation>[]) =>
  records.flatMap(({ dueInMs }) => (dueInMs === undefined ? [] : [dueInMs]));

/** Fails so often, then works. */
function failing(times: number, error: () => unknown) {
  let left = times;
  return () => {
    if (left <= 0) return;
    left -= 1;
    throw error();
  };
}

const transient = (code: DirectoryErrorCode, retryAfterMs?: number) => () =>
  new DirectoryError(code, 'Not now.', retryAfterMs === undefined ? {} : { retryAfterMs });

suite('driving a creation', () => {
  test('takes each step of the plan in order and ends with the people in the group', async () => {
    const { directory, groups, log } = createDirectory();
    const { creation } = await driveToTheEnd(
      directory,
      createCreation({ channels: [{ displayName: 'News', description: null }] }),
    );
    assert.equal(creation.status, 'succeeded');
    assert.deepEqual(log, [
      'validateNames',
      'resolvePeople',
      'createGroup',
      'createTeam',
      'createChannel',
      'readGroup',
    ]);
    assert.deepEqual([...(groups.get('team-1')?.memberIds ?? [])], ['member@x']);
    assert.ok(creation.steps.every(({ status }) => status === 'succeeded'));
    assert.equal(creation.facts.mail, 'group@aare.example');
  });

  test('leaves out what the policy does not ask for', async () => {
    const { directory, log } = createDirectory();
    const { creation } = await driveToTheEnd(directory, createCreation({ kind: 'group' }));
    assert.equal(creation.status, 'succeeded');
    assert.ok(!log.includes('createTeam'));
    const skipped = creation.steps.filter(({ status }) => status === 'skipped');
    assert.deepEqual(
      skipped.map(({ name }) => name),
      ['create_team', 'create_channels'],
    );
  });

  test('records an attempt before each call that may change the directory', async () => {
    const records: LedgerRecord<Creation>[] = [];
    const deps = createDirectory();
    const writes = new Set(['createGroup', 'createTeam', 'addMembers']);
    const directory = new Proxy(deps.directory, {
      get(target, name: keyof Directory) {
        if (writes.has(name)) {
          const running = records.at(-1)?.entry.steps.find(({ status }) => status === 'running');
          assert.ok(running !== undefined && running.attempts > 0, name);
        }
        return target[name];
      },
    });
    const execute = createExecuteCreation({
      readMarkedRecords: async () => new Map(),
      clock: { now: () => start },
      random: () => 0,
      rest: () => undefined,
      onDefect: assert.fail,
    });
    const members = Array.from({ length: 50 }, (_, index) => `m${index}@x`);
    await execute(
      createCreation({}, members),
      () => directory,
      async (record) => {
        records.push(record);
        return true;
      },
      new AbortController().signal,
    );
    assert.equal(records.at(-1)?.entry.status, 'succeeded');
  });

  test('stops at once, without another call, when the lane has passed on', async () => {
    const { directory, log } = createDirectory();
    const execute = createExecuteCreation({
      readMarkedRecords: async () => new Map(),
      clock: { now: () => start },
      random: () => 0,
      rest: () => undefined,
      onDefect: assert.fail,
    });
    await execute(
      createCreation(),
      () => directory,
      async () => false,
      new AbortController().signal,
    );
    assert.deepEqual(log, ['validateNames', 'resolvePeople']);
  });

  for (const code of [
    'throttled',
    'unavailable',
    'outcome_unknown',
    'not_visible_yet',
    'team_failed',
  ] as const) {
    test(`tries again after ${code}, later each time, and tells it`, async () => {
      const fail = failing(3, transient(code));
      const { directory } = createDirectory({
        createTeam: async () => {
          fail();
          return { state: 'ready' };
        },
      });
      const { creation, records } = await driveToTheEnd(directory);
      assert.equal(creation.status, 'succeeded');
      assert.deepEqual(waits(records), [250, 500, 1_000]);
      const incidents = records.flatMap(({ incident }) => incident ?? []);
      assert.deepEqual(
        incidents.map(({ step, attempt }) => [step, attempt]),
        [1, 2, 3].map((attempt) => ['create_team', attempt]),
      );
      const step = creation.steps.find(({ name }) => name === 'create_team');
      assert.equal(step?.attempts, 4);
      assert.equal(step?.detail, null, 'the sentence of a failed attempt is out of date');
    });
  }

  test('obeys Retry-After, however long or short', async () => {
    const later = [30_000, 1, 3_600_000];
    const { directory } = createDirectory({
      createTeam: async () => {
        const retryAfterMs = later.shift();
        if (retryAfterMs !== undefined) throw transient('throttled', retryAfterMs)();
        return { state: 'ready' };
      },
    });
    const { records } = await driveToTheEnd(directory);
    assert.deepEqual(waits(records), [30_000, 1, 3_600_000]);
  });

  for (const [code, problem] of [
    ['alias_taken', 'directory_alias_taken'],
    ['permission_missing', 'directory_permission_missing'],
    ['refused', 'directory_refused'],
  ] as const) {
    test(`fails at once and removes what was made after ${code}`, async () => {
      const { directory, groups, log } = createDirectory({
        createTeam: async () => {
          throw new DirectoryError(code, 'No.');
        },
      });
      const { creation, drives } = await driveToTheEnd(directory);
      assert.equal(drives, 1);
      assert.equal(creation.status, 'failed');
      assert.equal(creation.facts.failure?.code, problem);
      assert.equal(groups.size, 0);
      assert.equal(log.at(-1), 'deleteGroup');
    });
  }

  test('names everybody who is unknown, disabled or without a licence at once, before anything is created', async () => {
    const { directory, log } = createDirectory({
      resolvePeople: async (references) =>
        references.map((reference) =>
          reference.startsWith('ghost')
            ? { reference, person: undefined }
            : {
                reference,
                person: {
                  id: reference,
                  email: reference,
                  displayName: reference,
                  kind: 'member',
                  enabled: !reference.startsWith('disabled'),
                  licensed: !reference.startsWith('unlicensed'),
                },
              },
        ),
    });
    const people = {
      responsible: 'ghost-1@x',
      deputy: 'disabled-1@x',
      owners: ['unlicensed@x', 'fine@x'],
      members: ['ghost-2@x', 'disabled-2@x'],
    };
    const { creation } = await driveToTheEnd(directory, { ...createCreation(), people });
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
    assert.deepEqual(log, ['validateNames', 'resolvePeople']);
  });

  test('removes nothing where nothing was attempted', async () => {
    const { directory, log } = createDirectory({
      resolvePeople: async (references) =>
        references.map((reference) => ({ reference, person: undefined })),
    });
    const { creation } = await driveToTheEnd(directory);
    assert.equal(creation.facts.failure?.code, 'people_not_found');
    assert.deepEqual(log, ['validateNames', 'resolvePeople']);
  });

  test('gives up after a day of failing attempts, and not for the time it waited before', async () => {
    const { directory } = createDirectory({
      createGroup: async () => Promise.reject(transient('unavailable')()),
    });
    const { creation, tookMs } = await driveToTheEnd(directory);
    assert.equal(creation.facts.failure?.code, 'directory_unavailable');
    assert.ok(tookMs >= day && tookMs < day + 35 * 60_000);

    const fail = failing(1, transient('unavailable'));
    const { directory: recovering } = createDirectory({
      createTeam: async () => {
        fail();
        return { state: 'ready' };
      },
    });
    const late = await driveToTheEnd(recovering, createCreation(), { startAt: start + 3 * day });
    assert.equal(late.creation.status, 'succeeded');
  });

  test('time in which nobody tried does not count against a step', async () => {
    const fail = failing(2, transient('unavailable'));
    const { directory } = createDirectory({
      createGroup: async () => {
        fail();
        return { groupId: 'team-1', peopleIncluded: true };
      },
      readGroup: async (groupId) => group(groupId),
    });
    // Between its attempts the service is stopped for a weekend, or its clock is put forward.
    const { creation, records } = await driveToTheEnd(directory, createCreation(), {
      pauseMs: 3 * day,
    });
    assert.equal(waits(records).length, 2);
    assert.equal(creation.status, 'succeeded');
  });

  test('a step that only a newer release knows is left to it', async () => {
    const { directory, log } = createDirectory();
    const creation = createCreation();
    const [first, ...others] = creation.steps;
    assert.ok(first);
    const steps = [{ ...first, name: 'paint_it_blue' as never }, first, ...others];
    let present: Creation = { ...creation, steps };
    const execute = createExecuteCreation({
      readMarkedRecords: async () => new Map(),
      clock: { now: () => start },
      random: () => 0,
      rest: () => undefined,
      onDefect: assert.fail,
    });
    for (let round = 0; round < 20; round += 1) {
      const records: LedgerRecord<Creation>[] = [];
      await execute(
        present,
        () => directory,
        async (record) => {
          records.push(record);
          return true;
        },
        new AbortController().signal,
      );
      assert.deepEqual(waits(records), [30_000]);
      present = records[0]?.entry ?? present;
    }
    assert.equal(present.status, 'running');
    assert.match(present.steps[0]?.detail ?? '', /newer release/);
    assert.deepEqual(log, []);
  });

  test('a directory that cannot be opened is told to us and to the caller, and tried again', async () => {
    const { directory } = createDirectory();
    const cannot = failing(20, () => new Error('the secret cannot be read'));
    const defects: unknown[] = [];
    const execute = createExecuteCreation({
      readMarkedRecords: async () => new Map(),
      clock: { now: () => start },
      random: () => 0,
      rest: () => undefined,
      onDefect: (error) => defects.push(error),
    });
    let present = createCreation();
    const details = new Set<string | null | undefined>();
    for (let drives = 0; !isFinal(present.status); drives += 1) {
      assert.ok(drives <= 20);
      const records: LedgerRecord<Creation>[] = [];
      await execute(
        present,
        () => {
          cannot();
          return directory;
        },
        async (record) => {
          records.push(record);
          return true;
        },
        new AbortController().signal,
      );
      present = records.at(-1)?.entry ?? present;
      details.add(present.steps[0]?.detail);
    }
    assert.equal(present.status, 'succeeded');
    assert.equal(defects.length, 20);
    assert.ok(
      [...details].some((detail) => detail?.includes("connection to the tenant's directory")),
    );
    assert.ok(![...details].some((detail) => detail?.includes('secret')));
  });

  test('a call that is cut off because the lane was lost counts as no failure', async () => {
    const lane = new AbortController();
    const { directory } = createDirectory({
      createTeam: async (_groupId, { signal }) => {
        lane.abort();
        signal.throwIfAborted();
        return { state: 'ready' };
      },
    });
    const records: LedgerRecord<Creation>[] = [];
    const execute = createExecuteCreation({
      readMarkedRecords: async () => new Map(),
      clock: { now: () => start },
      random: () => 0,
      rest: () => undefined,
      onDefect: assert.fail,
    });
    await execute(
      createCreation(),
      () => directory,
      async (record) => {
        records.push(record);
        return true;
      },
      lane.signal,
    );
    assert.deepEqual(
      records.flatMap(({ incident }) => incident ?? []),
      [],
    );
    const step = records.at(-1)?.entry.steps.find(({ name }) => name === 'create_team');
    assert.equal(step?.status, 'running', 'the attempt is in the ledger');
  });

  test('gives up a team that is never ready, and one that fails again and again', async () => {
    const pending = createDirectory({
      createTeam: async () => ({ state: 'pending', operation: 'op', pollAfterMs: 30_000 }),
      readTeamCreation: async () => ({ state: 'pending', operation: 'op', pollAfterMs: 30_000 }),
    });
    const never = await driveToTheEnd(pending.directory, createCreation(), { maxDrives: 3_000 });
    assert.equal(never.creation.facts.failure?.code, 'directory_unavailable');
    assert.equal(pending.groups.size, 0);

    let started = 0;
    const failed = createDirectory({
      createTeam: async () => {
        started += 1;
        return { state: 'pending', operation: `op-${started}`, pollAfterMs: 1_000 };
      },
      readTeamCreation: async () => {
        throw new DirectoryError('team_failed', 'It failed.');
      },
    });
    const { creation } = await driveToTheEnd(failed.directory);
    assert.equal(creation.facts.failure?.code, 'directory_refused');
    assert.equal(started, 5, 'each failure starts the team anew');
  });

  test('a team that takes its time is polled as asked and counts as one attempt', async () => {
    let polls = 0;
    const { directory } = createDirectory({
      createTeam: async () => ({ state: 'pending', operation: 'op', pollAfterMs: 30_000 }),
      readTeamCreation: async (_groupId, operation) => {
        assert.equal(operation, 'op');
        polls += 1;
        return polls < 4
          ? { state: 'pending', operation, pollAfterMs: 20_000 }
          : { state: 'ready' };
      },
    });
    const { creation, records } = await driveToTheEnd(directory);
    assert.equal(creation.status, 'succeeded');
    assert.deepEqual(waits(records), [30_000, 20_000, 20_000, 20_000]);
    assert.equal(creation.steps.find(({ name }) => name === 'create_team')?.attempts, 1);
  });

  test('after a process that died while it looked at a team the next look comes as late as after any other', async () => {
    const looks: number[] = [];
    const { directory } = createDirectory({
      createTeam: async () => ({ state: 'pending', operation: 'op', pollAfterMs: 30_000 }),
      readTeamCreation: async () => {
        looks.push(1);
        return { state: 'ready' };
      },
    });
    const { records } = await driveToTheEnd(directory);
    const intended = records.find(({ entry: creation }) => creation.facts.lookedAt !== undefined);
    assert.ok(intended?.dueInMs === undefined);
    assert.equal(records.at(-1)?.entry.facts.lookedAt, undefined);
    looks.length = 0;
    const lookedAt = intended?.entry.facts.lookedAt ?? 0;
    const taken = await driveToTheEnd(directory, intended?.entry, { startAt: lookedAt + 2_000 });
    assert.equal(taken.creation.status, 'succeeded');
    assert.deepEqual(waits(taken.records), [58_000]);
    assert.equal(looks.length, 1);
  });

  test('a mistake of our own is told to us, tried again, and fails in the end without details', async () => {
    const { directory, groups } = createDirectory({
      createTeam: async () => {
        throw new TypeError('secret internals');
      },
    });
    const { creation, defects } = await driveToTheEnd(directory);
    assert.equal(creation.facts.failure?.code, 'internal_error');
    assert.equal(defects.length, 7);
    assert.ok(!JSON.stringify(creation).includes('secret internals'));
    assert.equal(groups.size, 0);
  });

  test('a database that is away never fails a creation', async () => {
    const fail = failing(50, () => new DomainError('unavailable', 'away', { retryAfterMs: 1_000 }));
    const { directory } = createDirectory({
      createTeam: async () => {
        fail();
        return { state: 'ready' };
      },
    });
    const { creation, defects } = await driveToTheEnd(directory);
    assert.equal(creation.status, 'succeeded');
    assert.deepEqual(defects, []);
  });

  test('a removal that does not work is tried again, and the creation fails only after it', async () => {
    const fail = failing(3, transient('unavailable'));
    const deps = createDirectory({
      createTeam: async () => {
        throw new DirectoryError('refused', 'No.');
      },
    });
    const directory = new Proxy(deps.directory, {
      get(target, name: keyof Directory) {
        if (name === 'deleteGroup') fail();
        return target[name];
      },
    });
    const { creation, records } = await driveToTheEnd(directory);
    assert.equal(creation.status, 'failed');
    assert.equal(creation.facts.failure?.code, 'directory_refused');
    assert.equal(waits(records).length, 3);
    assert.equal(deps.groups.size, 0);
    assert.deepEqual(creation.warnings, []);
  });

  test('a removal that fails for good, or for a day, leaves a warning that names the group', async () => {
    for (const code of ['permission_missing', 'unavailable'] as const) {
      const { directory } = createDirectory({
        createTeam: async () => {
          throw new DirectoryError('refused', 'No.');
        },
        deleteGroup: async () => {
          throw new DirectoryError(code, 'Not this one.');
        },
      });
      const { creation } = await driveToTheEnd(directory);
      assert.equal(creation.status, 'failed');
      assert.deepEqual(
        creation.warnings.map((warning) => warning.code),
        ['group_left_behind'],
      );
      assert.match(creation.warnings[0]?.detail ?? '', /team-1/);
    }
  });
});

suite('a creation that fails while the directory may have made its group', () => {
  const refusal = () => new DirectoryError('refused', 'A blocked word.');
  const stepped = (errors: (() => DirectoryError)[]) => async () => {
    const error = errors.shift() ?? refusal;
    throw error();
  };

  const withSteps = (changes: Partial<Record<StepName, Partial<StepRecord>>>): Creation => {
    const fresh = createCreation();
    const steps = fresh.steps.map((step) => Object.assign({}, step, changes[step.name]));
    return { ...fresh, steps };
  };

  test('removes the group that shows up within the replication window, and ends as failed only then', async () => {
    const visibleAfterMs = 900_000;
    let removed: string | undefined;
    const clock = { at: start };
    const { directory } = createDirectory({
      createGroup: stepped([transient('outcome_unknown')]),
      findGroupByMarker: async (_marker, call) => {
        clock.at = (call as { now?: number } & typeof call).now ?? start;
        return clock.at - start >= visibleAfterMs ? group('late') : undefined;
      },
      async deleteGroup(groupId) {
        removed = groupId;
      },
    });
    const { creation, tookMs } = await driveToTheEnd(directory);
    assert.equal(creation.status, 'failed');
    assert.equal(creation.facts.failure?.code, 'directory_refused');
    assert.equal(removed, 'late');
    assert.ok(tookMs >= visibleAfterMs && tookMs < visibleAfterMs + 130_000, `${tookMs} ms`);
    assert.deepEqual(creation.warnings, []);
  });

  test('ends as failed, and without a warning, once replication must have finished and shows none', async () => {
    const { directory } = createDirectory({
      createGroup: stepped([transient('outcome_unknown'), transient('throttled')]),
    });
    const { creation, tookMs } = await driveToTheEnd(directory);
    assert.equal(creation.status, 'failed');
    assert.ok(tookMs >= 1_200_000 && tookMs < 1_400_000, `${tookMs} ms`);
    assert.deepEqual(creation.warnings, []);
  });

  test('waits just as long when the process died during the call', async () => {
    const { directory } = createDirectory({ createGroup: stepped([]) });
    const begun = withSteps({
      resolve_people: { status: 'succeeded' },
      create_group: { status: 'running', attempts: 1 },
    });
    const died: Creation = {
      ...begun,
      resolvedPeople: { ownerIds: ['owner@x'], memberIds: [] },
      facts: { groupUncertainSince: start },
    };
    const { creation, tookMs } = await driveToTheEnd(directory, died);
    assert.equal(creation.status, 'failed');
    assert.ok(tookMs >= 1_200_000, `${tookMs} ms`);
  });

  test('waits when an earlier release recorded attempts and not their outcome', async () => {
    const { directory } = createDirectory();
    const old: Creation = {
      ...withSteps({ create_group: { status: 'failed', attempts: 1 } }),
      facts: { failure: { code: 'directory_refused', detail: 'No.', faults: [] } },
    };
    const { creation, tookMs } = await driveToTheEnd(directory, old);
    assert.equal(creation.status, 'failed');
    assert.ok(tookMs >= 1_200_000 && tookMs < 1_400_000, `${tookMs} ms`);
  });

  test('waits as well when an attempt of an earlier release is followed by a clean refusal', async () => {
    const { directory } = createDirectory({ createGroup: stepped([]) });
    const begun = withSteps({
      resolve_people: { status: 'succeeded' },
      create_group: { status: 'waiting', attempts: 1 },
    });
    const { creation, tookMs } = await driveToTheEnd(directory, {
      ...begun,
      resolvedPeople: { ownerIds: ['owner@x'], memberIds: [] },
    });
    assert.equal(creation.facts.failure?.code, 'directory_refused');
    assert.ok(tookMs >= 1_200_000, `${tookMs} ms`);
  });

  test('ends at once when the connection could not be opened for the attempts before', async () => {
    const made: (boolean | undefined)[] = [];
    const { directory, log } = createDirectory({
      createGroup: async ({ isUnsigned }) => {
        made.push(isUnsigned);
        throw refusal();
      },
    });
    const creation: Creation = {
      ...withSteps({ resolve_people: { status: 'succeeded' } }),
      resolvedPeople: { ownerIds: ['owner@x'], memberIds: [] },
    };
    const open = failing(3, () => new Error('The certificate is no PEM.'));
    const ended = await driveToTheEnd(directory, creation, { open });
    assert.equal(ended.creation.facts.failure?.code, 'directory_refused');
    assert.deepEqual(ended.creation.warnings, []);
    assert.ok(!log.includes('findGroupByMarker'));
    assert.ok(ended.tookMs < 10_000, `${ended.tookMs} ms`);
    assert.deepEqual(made, [false], 'the group would be signed');
  });

  test('asks the directory for nothing, and warns of nothing, when every attempt was refused cleanly', async () => {
    for (const code of ['permission_missing', 'refused', 'alias_taken'] as const) {
      const missing = () => new DirectoryError(code, 'No.');
      const { directory, log } = createDirectory({
        createGroup: stepped([transient('throttled'), missing, missing]),
        findGroupByMarker: async () => {
          throw missing();
        },
      });
      const { creation, tookMs } = await driveToTheEnd(directory);
      assert.equal(creation.status, 'failed');
      assert.deepEqual(creation.warnings, []);
      assert.ok(!log.includes('findGroupByMarker'));
      assert.ok(tookMs < 10_000, `${tookMs} ms`);
    }
  });
});

suite('people', () => {
  const crowd = Array.from({ length: 25_000 }, (_, index) => `m${index}@x`);

  test('25,000 members are added in batches, each recorded before the next', async () => {
    let calls = 0;
    const { directory, groups } = createDirectory({
      addMembers: async (_groupId, ids) => {
        calls += 1;
        assert.ok(ids.length <= 200);
        for (const id of ids) groups.get('team-1')?.memberIds.add(id);
        return { refused: [] };
      },
    });
    const { creation } = await driveToTheEnd(directory, createCreation({}, crowd));
    assert.equal(creation.status, 'succeeded');
    assert.equal(groups.get('team-1')?.memberIds.size, 25_000);
    assert.equal(calls, Math.ceil((25_000 - 19) / 200));
  });

  test('those not let in yet are repeated alone, those refused for good are named, the others are in', async () => {
    const batches: (readonly string[])[] = [];
    const members = Array.from({ length: 30 }, (_, index) => `m${index}@x`);
    const { directory } = createDirectory(
      {
        addMembers: async (_groupId, ids): Promise<AddedPeople> => {
          batches.push(ids);
          if (batches.length > 1) return { refused: [] };
          return {
            refused: [
              { personId: 'm20@x', detail: 'Not yet.', permanent: false },
              { personId: 'm21@x', detail: 'Never.', permanent: true },
            ],
          };
        },
      },
      { peopleAtCreation: 1, peoplePerCall: 25 },
    );
    const { creation } = await driveToTheEnd(directory, createCreation({}, members));
    assert.equal(creation.status, 'succeeded');
    assert.deepEqual(
      batches.map(({ length }) => length),
      [25, 1, 5],
    );
    assert.deepEqual(batches[1], ['m20@x']);
    assert.equal(creation.warnings.length, 1);
    assert.match(creation.warnings[0]?.detail ?? '', /m21@x/);
  });

  test('a team with more people than the directory takes fails before anything is created', async () => {
    const members = Array.from({ length: 30 }, (_, index) => `m${index}@x`);
    const { directory, groups, log } = createDirectory({}, { maxTeamMembers: 30 });
    const { creation } = await driveToTheEnd(directory, createCreation({}, members));
    assert.equal(creation.facts.failure?.code, 'people_not_eligible');
    assert.deepEqual(
      creation.facts.failure?.faults.map(({ pointer, code }) => `${pointer} ${code}`),
      ['/members too_many_members'],
    );
    assert.equal(groups.size, 0);
    assert.ok(!log.includes('createGroup'));
  });

  test('owners and members who fit into one call go in one call, and nobody goes twice', async () => {
    const members = Array.from({ length: 30 }, (_, index) => `m${index}@x`);
    const calls: NewOwners[] = [];
    const { directory, log } = createDirectory(
      {
        addOwners: async (_groupId, people) => {
          calls.push(people);
          return { refused: [] };
        },
      },
      { peopleAtCreation: 11, ownersAtCreationAreMembers: false },
    );
    const { creation } = await driveToTheEnd(directory, createCreation({}, members));
    assert.equal(creation.status, 'succeeded');
    assert.equal(log.filter((name) => name === 'addMembers').length, 0);
    const { ownerIds = [] } = creation.resolvedPeople ?? {};
    assert.deepEqual(calls, [
      { ownerIds, alreadyOwnerIds: ownerIds, memberIds: members.slice(11 - ownerIds.length) },
    ]);
  });

  test('a member who is never let in becomes a warning, an owner fails the creation', async () => {
    const never = async (_groupId: string, ids: readonly string[]): Promise<AddedPeople> => ({
      refused: ids
        .filter((id) => id === 'late@x')
        .map((personId) => ({ personId, detail: 'Not yet.', permanent: false })),
    });
    const limits = { peopleAtCreation: 1, ownersAtCreationAreMembers: false };
    const member = createDirectory(
      {
        addOwners: (groupId, { ownerIds, memberIds }) =>
          never(groupId, [...ownerIds, ...memberIds]),
        addMembers: never,
      },
      limits,
    );
    const asMember = await driveToTheEnd(member.directory, createCreation({}, ['late@x']));
    assert.equal(asMember.creation.status, 'succeeded');
    assert.match(asMember.creation.warnings[0]?.detail ?? '', /late@x/);
    assert.ok(asMember.tookMs >= 3_600_000);

    const owner = createDirectory(
      { addOwners: (groupId, { ownerIds }) => never(groupId, ownerIds) },
      limits,
    );
    const creation = createCreation();
    const asOwner = await driveToTheEnd(owner.directory, {
      ...creation,
      people: { ...creation.people, owners: ['late@x'] },
    });
    assert.equal(asOwner.creation.facts.failure?.code, 'people_not_eligible');
    assert.equal(owner.groups.size, 0);
  });
});

suite('backoff', () => {
  test('doubles up to five minutes, over the upper half', () => {
    assert.equal(backoffMs(1, undefined, 0), 250);
    assert.equal(backoffMs(1, undefined, 0.999999), 500);
    assert.equal(backoffMs(4, undefined, 0), 2_000);
    for (const attempts of [11, 30, 1_000_000]) {
      assert.equal(backoffMs(attempts, undefined, 0), 150_000);
      assert.ok(backoffMs(attempts, undefined, 0.999999) <= 300_000);
    }
  });

  test('never comes back before it was asked to, and spreads a little', () => {
    for (const random of [0, 0.5, 0.999999]) {
      const waitMs = backoffMs(3, 10_000, random);
      assert.ok(waitMs >= 10_000 && waitMs <= 11_000);
    }
  });
});
