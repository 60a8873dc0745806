import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import { createManualTimers } from '../../../testing/manual-timers.ts';
import { systemClock, type Timers } from '../../ground/clock.ts';
import type { Organisation } from './organisation.ts';
import {
  createOrganisationCache,
  type GroupListStore,
  type OrganisationResponse,
} from './organisation-cache.ts';

const organisation: Organisation = {
  tenantId: 't',
  organisationId: 'o',
  name: 'Aare "north"',
  identifier: 'aare',
  steward: null,
  version: 1,
  templates: [],
};

/** Groups as a database has them; a read can be held up. */
function createStore() {
  const groups: { number: number; teamId: string }[] = [];
  let gate: Promise<void> | undefined;
  let reads = 0;
  let listed = 0;
  let unlisted: number | undefined;
  let history = 'one';
  const store: GroupListStore = {
    async readGroups(_tenantId, _organisationId, afterNumber) {
      reads += 1;
      const found = groups.filter(({ number }) => number > afterNumber);
      await gate;
      return found;
    },
    readGroupsOfTemplates: () => Promise.resolve([]),
    readGroupsListed: async () => ({
      history,
      byTenant: new Map([['t', { listed, unlisted: unlisted ?? listed - groups.length }]]),
    }),
  };
  return {
    store,
    groups,
    reads: () => reads,
    add(count = 1) {
      for (let index = 0; index < count; index += 1) {
        listed += 1;
        groups.push({ number: listed, teamId: randomUUID() });
      }
    },
    /** As a database has them that lost the last groups and has listed others since. */
    lose(count: number, instead: number, historyNow: string) {
      unlisted = listed - groups.length;
      groups.splice(-count);
      listed -= count;
      this.add(instead);
      history = historyNow;
    },
    holdUp() {
      const { promise, resolve } = Promise.withResolvers<void>();
      gate = promise;
      return () => {
        gate = undefined;
        resolve();
      };
    },
  };
}

const newGroup = (number: number) => ({
  number,
  teamId: `00000000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`,
});

const textOf = (answer: OrganisationResponse) => Buffer.concat(answer.body()).toString('utf8');

function groupsOf(answer: OrganisationResponse): string[] {
  const body = JSON.parse(textOf(answer)) as { groups: string[] };
  return body.groups;
}

function start(deps: ReturnType<typeof createStore>, timers: Timers = systemClock) {
  return createOrganisationCache({
    timers,
    store: deps.store,
    onError: (error) => assert.fail(String(error)),
  });
}

suite('the answer of an organisation', () => {
  test('is the organisation as JSON, with its groups in their order', async () => {
    const deps = createStore();
    deps.add(3);
    const answer = await start(deps).answer(organisation);
    assert.deepEqual(JSON.parse(textOf(answer)), {
      id: 'o',
      name: 'Aare "north"',
      identifier: 'aare',
      groups: deps.groups.map(({ teamId }) => teamId),
      templates: [],
    });
  });

  test('with 1,000,000 groups grows without copying the list: readers of each state share its bytes', async (t) => {
    const reads: number[] = [];
    const groups = Array.from({ length: 1_000_000 }, (_, index) => newGroup(index + 1));
    const store: GroupListStore = {
      readGroups: async (_tenantId, _organisationId, afterNumber, limit) => {
        reads.push(limit);
        return groups.slice(afterNumber, afterNumber + limit);
      },
      readGroupsOfTemplates: () => Promise.resolve([]),
      readGroupsListed: async () => ({ history: 'one', byTenant: new Map() }),
    };
    const answers = createOrganisationCache({
      store,
      timers: systemClock,
      onError: (error) => assert.fail(String(error)),
    });
    const startedAt = performance.now();
    const first = await answers.answer(organisation);
    const loadedMs = performance.now() - startedAt;
    assert.ok(reads.length > 40, 'the list is read in parts');
    // The first growth takes room for a quarter more.
    const states: OrganisationResponse[] = [];
    for (let growth = 0; growth < 1_000; growth += 1) {
      groups.push(newGroup(groups.length + 1));
      answers.invalidate('t');
      states.push(await answers.answer(organisation));
    }
    const tookMs = performance.now() - startedAt - loadedMs;
    const lists = states.map((state) => state.body()[0]);
    assert.ok(new Set(lists.map((list) => list?.buffer)).size <= 2);
    assert.equal(new Set(states.map(({ entityTag }) => entityTag)).size, states.length);
    assert.equal(groupsOf(first).length, 1_000_000);
    assert.deepEqual(groupsOf(states.at(-1) ?? first).slice(-2), [
      groups.at(-2)?.teamId,
      groups.at(-1)?.teamId,
    ]);
    const listMiB = (lists.at(-1)?.length ?? 0) / 2 ** 20;
    t.diagnostic(
      `read after ${loadedMs.toFixed(0)} ms, then ${((tookMs * 1_000) / states.length).toFixed(1)} µs for each growth; ${listMiB.toFixed(1)} MiB`,
    );
  });

  test('has a group that was committed before the request, also when a read was in progress', async () => {
    const deps = createStore();
    const answers = start(deps);
    await answers.answer(organisation);
    deps.add();
    answers.invalidate('t');
    const letGo = deps.holdUp();
    const first = answers.answer(organisation);
    deps.add();
    answers.invalidate('t');
    const second = answers.answer(organisation);
    letGo();
    await first;
    assert.equal(groupsOf(await second).length, 2);
  });

  test('that was handed out stays as it was while groups are appended', async () => {
    const deps = createStore();
    const answers = start(deps);
    const kept: { answer: OrganisationResponse; count: number }[] = [];
    for (let count = 0; count <= 300; count += 1) {
      kept.push({ answer: await answers.answer(organisation), count });
      deps.add();
      answers.invalidate('t');
    }
    for (const { answer, count } of kept) assert.equal(groupsOf(answer).length, count);
    assert.equal(new Set(kept.map(({ answer }) => answer.entityTag)).size, kept.length);
  });

  test('is not read again while nothing changes', async () => {
    const deps = createStore();
    const answers = start(deps);
    await answers.answer(organisation);
    const again = answers.answer(organisation);
    assert.ok(!(again instanceof Promise));
    assert.equal(deps.reads(), 1);
  });

  test('costs no query while nobody asks, and has the groups that were added meanwhile', async () => {
    const deps = createStore();
    let polls = 0;
    let tick: () => void = () => undefined;
    const answers = createOrganisationCache({
      timers: {
        after(_, callback) {
          tick = callback;
          return () => undefined;
        },
      },
      store: {
        ...deps.store,
        readGroupsOfTemplates: () => Promise.resolve([]),
        readGroupsListed(tenantIds) {
          polls += 1;
          return deps.store.readGroupsListed(tenantIds);
        },
      },
      onError: (error) => assert.fail(String(error)),
    });
    answers.start();
    assert.deepEqual(groupsOf(await answers.answer(organisation)), []);
    for (let pollsInAMinute = 0; pollsInAMinute < 200; pollsInAMinute += 1) {
      tick();
      await new Promise(setImmediate);
    }
    assert.ok(polls < 15, `${polls} polls`);
    deps.add();
    assert.equal(groupsOf(await answers.answer(organisation)).length, 1);
    await answers.stop();
  });

  test('follows a new name at once and keeps its groups, also while a read is in progress', async () => {
    const deps = createStore();
    const answers = start(deps);
    deps.add(2);
    const old = await answers.answer(organisation);
    deps.add();
    answers.invalidate('t');
    const letGo = deps.holdUp();
    const before = answers.answer(organisation);
    const renamed = { ...organisation, name: 'Reuss' };
    const after = answers.answer(renamed);
    letGo();
    await before;
    const answer = await after;
    assert.match(textOf(answer), /"name":"Reuss"/);
    assert.equal(groupsOf(answer).length, 3);
    assert.notEqual(answer.entityTag, old.entityTag);
    assert.match(textOf(old), /Aare/);
  });

  test('is the same, entity tag included, in every process however it came to it', async () => {
    const deps = createStore();
    const steadily = start(deps);
    for (let round = 0; round < 50; round += 1) {
      await steadily.answer(organisation);
      deps.add();
      steadily.invalidate('t');
    }
    const one = await steadily.answer(organisation);
    const other = await start(deps).answer({ ...organisation });
    assert.deepEqual(one.body(), other.body());
    assert.equal(one.entityTag, other.entityTag);
  });

  test('leaves out a group that was taken off within a second, and has another entity tag', async () => {
    const deps = createStore();
    const timers = createManualTimers();
    const answers = start(deps, timers);
    deps.add(3);
    const before = await answers.answer(organisation);
    answers.start();
    deps.groups.splice(1, 1);
    await timers.pass(1_000);
    const after = await answers.answer(organisation);
    await answers.stop();
    assert.deepEqual(
      groupsOf(after),
      deps.groups.map(({ teamId }) => teamId),
    );
    assert.notEqual(after.entityTag, before.entityTag);
    assert.equal(groupsOf(before).length, 3);
    const other = await start(deps).answer(organisation);
    assert.deepEqual([other.body(), other.entityTag], [after.body(), after.entityTag]);
    deps.add();
    answers.invalidate('t');
    assert.equal(groupsOf(await answers.answer(organisation)).length, 3);
  });

  test('is asked for again after a read that failed', async () => {
    const deps = createStore();
    let isAway = true;
    const answers = createOrganisationCache({
      timers: systemClock,
      store: {
        ...deps.store,
        readGroups: (...asked) =>
          isAway ? Promise.reject(new Error('away')) : deps.store.readGroups(...asked),
      },
      onError: (error) => assert.fail(String(error)),
    });
    deps.add();
    await assert.rejects(async () => answers.answer(organisation), /away/);
    isAway = false;
    assert.equal(groupsOf(await answers.answer(organisation)).length, 1);
  });

  test('with 100,000 groups costs little more after one more', async () => {
    const deps = createStore();
    deps.add(100_000);
    const answers = start(deps);
    const large = await answers.answer(organisation);
    assert.equal(groupsOf(large).length, 100_000);
    deps.add();
    answers.invalidate('t');
    const readsBefore = deps.reads();
    const next = await answers.answer(organisation);
    assert.equal(deps.reads() - readsBefore, 1);
    assert.equal(textOf(next).length, textOf(large).length + 39);
    assert.equal(next.body()[0]?.buffer, large.body()[0]?.buffer, 'the list is not copied');
  });

  for (const [what, loss] of [
    ['lost groups', { count: 2, instead: 0, history: 'one' }],
    ['has as many groups again', { count: 2, instead: 2, history: 'another' }],
    ['has more groups again', { count: 2, instead: 3, history: 'another' }],
  ] as const) {
    test(`is read from its beginning when the database ${what}`, async (t) => {
      const deps = createStore();
      const timers = createManualTimers();
      deps.add(5);
      const answers = start(deps, timers);
      answers.start();
      t.after(() => answers.stop());
      const before = await answers.answer(organisation);
      await timers.pass(700);
      deps.lose(loss.count, loss.instead, loss.history);
      await timers.pass(700);
      const after_ = await answers.answer(organisation);
      assert.deepEqual(
        groupsOf(after_),
        deps.groups.map(({ teamId }) => teamId),
      );
      assert.notEqual(after_.entityTag, before.entityTag);
    });
  }

  test('with some templates is read once for all who ask while a read is in progress', async () => {
    const deps = createStore();
    const reads: PromiseWithResolvers<void>[] = [];
    const template = { templateId: 'one', name: 'One', identifier: 'one' };
    const answers = start({
      ...deps,
      store: {
        ...deps.store,
        async readGroupsOfTemplates() {
          const found = [...deps.groups];
          const read = Promise.withResolvers<void>();
          reads.push(read);
          await read.promise;
          return found;
        },
      },
    });
    const ask = (name = 'Aare') => {
      const templates = [{ ...template, mailNicknamePattern: '', displayNamePattern: '' }];
      const asked = { ...organisation, name, templates } as unknown as Organisation;
      return answers.answerOfTemplates(asked, ['one']);
    };
    deps.add();
    const first = Array.from({ length: 100 }, () => ask());
    await new Promise(setImmediate);
    deps.add();
    const later = [...Array.from({ length: 100 }, () => ask()), ask('Reuss')];
    await new Promise(setImmediate);
    assert.equal(reads.length, 1);
    reads[0]?.resolve();
    for (const answer of await Promise.all(first)) assert.equal(groupsOf(answer).length, 1);
    await new Promise(setImmediate);
    assert.equal(reads.length, 2);
    reads[1]?.reject(new Error('the database is away'));
    for (const { status } of await Promise.allSettled(later)) assert.equal(status, 'rejected');

    const last = ask('Reuss');
    await new Promise(setImmediate);
    assert.equal(reads.length, 3);
    reads[2]?.resolve();
    assert.equal(groupsOf(await last).length, 2, 'no read that had begun before');
    assert.match(textOf(await last), /"name":"Reuss"/);
  });
});
