import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
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
  const groups: { number: number; teamId: string; templateId?: string }[] = [];
  const reads: number[] = [];
  const now = { history: 'one', listed: 0, unlisted: 0 };
  let gate: Promise<void> | undefined;
  const store: GroupListStore = {
    readGroupsListed: async (tenantIds) => tenantIds.map(() => ({ ...now })),
    async readGroups(_organisation, templateIds, afterNumber, limit) {
      reads.push(afterNumber);
      const first = groups.findIndex(({ number }) => number > afterNumber);
      const found = (first === -1 ? [] : groups.slice(first))
        .filter(({ templateId }) => templateIds?.includes(templateId ?? '') ?? true)
        .slice(0, limit);
      await gate;
      const text = found.map(({ teamId }) => `"${teamId}"`).join(',');
      return { count: found.length, lastNumber: found.at(-1)?.number ?? null, text: text || null };
    },
  };
  return {
    store,
    groups,
    reads,
    add(count = 1, templateId?: string) {
      for (let index = 0; index < count; index += 1) {
        now.listed += 1;
        groups.push({
          number: now.listed,
          teamId: randomUUID(),
          ...(templateId !== undefined && { templateId }),
        });
      }
    },
    takeOff(index: number) {
      groups.splice(index, 1);
      now.unlisted += 1;
    },
    /** A database that lost the last groups has listed others since. */
    lose(count: number, instead: number, history: string) {
      groups.splice(-count);
      now.listed -= count;
      now.history = history;
      this.add(instead);
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

const textOf = ({ body }: OrganisationResponse) => body.toString('utf8');

const groupsOf = (answer: OrganisationResponse) =>
  (JSON.parse(textOf(answer)) as { groups: string[] }).groups;

function start(deps: ReturnType<typeof createStore>) {
  const { answer } = createOrganisationCache(deps.store);
  return (asked = organisation, templateIds: readonly string[] | null = null) =>
    answer(asked, templateIds);
}

suite('the answer of an organisation', () => {
  test('is the organisation as JSON, with its groups in their order', async () => {
    const deps = createStore();
    deps.add(3);
    assert.deepEqual(JSON.parse(textOf(await start(deps)())), {
      id: 'o',
      name: 'Aare "north"',
      identifier: 'aare',
      groups: deps.groups.map(({ teamId }) => teamId),
      templates: [],
    });
  });

  test('is kept with its tag: all who ask share its bytes, and nothing is read again', async () => {
    const deps = createStore();
    deps.add(100_000);
    const answer = start(deps);
    const all = await Promise.all(Array.from({ length: 50 }, () => answer()));
    all.push(await answer());
    assert.equal(groupsOf(all[0] as OrganisationResponse).length, 100_000);
    assert.equal(new Set(all.map(({ body }) => body)).size, 1);
    assert.deepEqual(deps.reads, [0, 20_000, 40_000, 60_000, 80_000, 100_000], 'in parts');
  });

  test('reads what is new alone, and what was handed out stays as it was', async () => {
    const deps = createStore();
    const answer = start(deps);
    const handedOut: OrganisationResponse[] = [];
    for (let count = 0; count <= 300; count += 1) {
      handedOut.push(await answer());
      deps.add();
    }
    for (const [count, one] of handedOut.entries()) assert.equal(groupsOf(one).length, count);
    assert.equal(new Set(handedOut.map(({ entityTag }) => entityTag)).size, handedOut.length);
    assert.deepEqual(deps.reads, [0, ...Array.from({ length: 300 }, (_, index) => index)]);
  });

  test('has a group that was committed before the request, also when a read was in progress', async () => {
    const deps = createStore();
    const answer = start(deps);
    deps.add();
    const letGo = deps.holdUp();
    const first = answer();
    await new Promise(setImmediate);
    deps.add();
    const second = answer();
    await new Promise(setImmediate);
    letGo();
    assert.equal(groupsOf(await first).length, 1);
    assert.equal(groupsOf(await second).length, 2);
  });

  test('follows a new name at once and keeps its groups', async () => {
    const deps = createStore();
    const answer = start(deps);
    deps.add(2);
    const old = await answer();
    const renamed = await answer({ ...organisation, name: 'Reuss' });
    assert.match(textOf(renamed), /"name":"Reuss"/);
    assert.equal(groupsOf(renamed).length, 2);
    assert.notEqual(renamed.entityTag, old.entityTag);
    assert.match(textOf(old), /Aare/);
    assert.equal(deps.reads.length, 1);
  });

  test('is the same, entity tag included, in every process however it came to it', async () => {
    const deps = createStore();
    const steadily = start(deps);
    for (let round = 0; round < 50; round += 1) {
      await steadily();
      deps.add();
      if (round % 7 === 3) deps.takeOff(1);
    }
    const [one, other] = [await steadily(), await start(deps)({ ...organisation })];
    assert.deepEqual([one.body, one.entityTag], [other.body, other.entityTag]);
  });

  test('leaves out a group that was taken off, and has another entity tag', async () => {
    const deps = createStore();
    const answer = start(deps);
    deps.add(3);
    const before = await answer();
    deps.takeOff(1);
    const after = await answer();
    assert.deepEqual(
      groupsOf(after),
      deps.groups.map(({ teamId }) => teamId),
    );
    assert.notEqual(after.entityTag, before.entityTag);
    assert.equal(groupsOf(before).length, 3);
  });

  test('is asked for again after a read that failed', async () => {
    const deps = createStore();
    deps.add();
    let isAway = true;
    const { answer } = createOrganisationCache({
      ...deps.store,
      readGroups: (...asked) =>
        isAway ? Promise.reject(new Error('away')) : deps.store.readGroups(...asked),
    });
    await assert.rejects(answer(organisation, null), /away/);
    isAway = false;
    assert.equal(groupsOf(await answer(organisation, null)).length, 1);
  });

  for (const [what, loss] of [
    ['lost groups', { count: 2, instead: 0, history: 'one' }],
    ['has as many groups again', { count: 2, instead: 2, history: 'another' }],
    ['has more groups again', { count: 2, instead: 3, history: 'another' }],
  ] as const) {
    test(`is read from its beginning when the database ${what}`, async () => {
      const deps = createStore();
      deps.add(5);
      const answer = start(deps);
      const before = await answer();
      deps.lose(loss.count, loss.instead, loss.history);
      const after = await answer();
      assert.deepEqual(
        groupsOf(after),
        deps.groups.map(({ teamId }) => teamId),
      );
      assert.notEqual(after.entityTag, before.entityTag);
    });
  }

  test('with some templates has their groups alone, and is kept beside the whole', async () => {
    const deps = createStore();
    const templates = ['one', 'two'].map((templateId) => ({ templateId, name: templateId }));
    const asked = { ...organisation, templates } as unknown as Organisation;
    const answer = start(deps);
    deps.add(2, 'one');
    deps.add(3, 'two');
    const [whole, one] = [await answer(asked), await answer(asked, ['one'])];
    assert.deepEqual(
      [whole, one].map((each) => groupsOf(each).length),
      [5, 2],
    );
    assert.doesNotMatch(textOf(one), /"two"/);
    assert.notEqual(whole.entityTag, one.entityTag);
    deps.add(1, 'one');
    assert.deepEqual(groupsOf(await answer(asked, ['one'])).length, 3);
    assert.equal(deps.reads.at(-1), 5, 'after what it has seen, also of other templates');
  });

  test('answers that nobody asked for lately are dropped beyond 64 MiB', async () => {
    const deps = createStore();
    deps.add(500_000);
    const answer = start(deps);
    const ask = async (organisationId: string) => {
      const readsBefore = deps.reads.length;
      await answer(byId.get(organisationId));
      return deps.reads.length > readsBefore;
    };
    const byId = new Map(
      ['a', 'b', 'c', 'd'].map((id) => [id, { ...organisation, organisationId: id }]),
    );
    const wasRead: boolean[] = [];
    // Each has 18.6 MiB, so that three are kept.
    for (const id of ['a', 'b', 'c', 'a', 'd', 'a', 'b']) wasRead.push(await ask(id));
    assert.deepEqual(wasRead, [true, true, true, false, true, false, true]);
  });
});
