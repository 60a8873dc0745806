// The observed state of groups and its differences from the records: on the Graph simulator, on a virtual clock.
import { differencesOf } from '../../testing/differences.ts';
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { calm, hostile } from '@groupwright/graph-simulator/profile.ts';
import type { SimulatedGroup } from '@groupwright/graph-simulator/tenant.ts';
import { type Directory, DirectoryError } from '../directory/directory.ts';
import { ordinaryGroup } from '../directory/group-facts.ts';
import type { Database, Queryable } from '../postgres/database.ts';
import type { PropertyDrift } from '../engine/observed-state.ts';
import type { Drift } from './report.ts';
import { servedTenantId as tenantId } from '../../testing/simulated-graph.ts';
import { everyMs, hour, openFixtures } from './fixtures.suite.ts';

const day = 24 * hour;

const call = { signal: new AbortController().signal, teamId: 'reconciliation' };

/** Creates the groups, and reconciles once they are old enough. */
async function openWith(codes: readonly string[], profile = calm, kind: 'team' | 'group' = 'team') {
  const fixtures = await openFixtures({ profile });
  const process_ = fixtures.startProcess();
  for (const code of codes) await fixtures.accept(code, kind);
  process_.worker.wake(tenantId);
  await fixtures.until(async () => (await fixtures.listed()).length === codes.length);
  await process_.stop();
  const directory = fixtures.graph.connect();

  async function reconcile(afterMs = everyMs): Promise<readonly Drift[]> {
    fixtures.clock.advanceTo(fixtures.clock.now() + afterMs);
    return await fixtures.clock.run(
      fixtures.reconcilerWith(fixtures.database, directory).run(call),
    );
  }

  await reconcile(hour);
  const [responsible, deputy, member, other] = fixtures.suite.users;
  assert.ok(responsible && deputy && member && other);
  const groups = codes.map((code) => fixtures.groupsOf(code)[0]);
  return {
    fixtures,
    people: { responsible, deputy, member, other },
    groups: groups as SimulatedGroup[],
    reconcile,
    async driftOf(code: string): Promise<PropertyDrift['property'][] | undefined> {
      return (await fixtures.read(code)).drift?.map(({ property }) => property);
    },
    /** Every group is read in full once a day. */
    async dayPasses(): Promise<readonly Drift[]> {
      for (let runs = 1; runs * everyMs < day; runs += 1) await reconcile();
      return await reconcile();
    },
    async close(): Promise<void> {
      assert.deepEqual(process_.errors, []);
      await fixtures.close();
    },
  };
}

function countStatements(database: Database) {
  let statements = 0;
  const counting = (queryable: Queryable): Queryable => ({
    query: (query, values) => {
      statements += 1;
      return queryable.query(query, values);
    },
  });
  return {
    statements: () => statements,
    database: {
      ...database,
      ...counting(database),
      transaction: (work) => database.transaction((transaction) => work(counting(transaction))),
    } satisfies Database,
  };
}

const countOf = (drift: readonly Drift[], kind: Drift['kind']) =>
  drift.filter((one) => one.kind === kind).length;

suite('observed groups', () => {
  test('a group shows what was last seen of it, and none of it is drift after its creation', async () => {
    const { fixtures, people, ...at } = await openWith(['seen', 'other'], hostile);
    await at.dayPasses();
    for (const code of ['seen', 'other']) {
      const { observed, drift, findings } = await fixtures.read(code);
      assert.ok(observed);
      const { seenAt, detailsSeenAt, ownerIds, ...values } = observed;
      assert.deepEqual(values, {
        displayName: `Project ${code}`,
        description: null,
        visibility: 'private',
        kind: 'team',
        archived: false,
        memberCount: 3,
        guestCount: 0,
        responsible: 'enabled',
        deputy: 'enabled',
      });
      assert.deepEqual(ownerIds?.toSorted(), [people.responsible.id, people.deputy.id].sort());
      assert.deepEqual([drift, findings], [[], []]);
      assert.ok(fixtures.clock.now() - seenAt.getTime() <= everyMs);
      assert.ok(fixtures.clock.now() - detailsSeenAt.getTime() <= day + everyMs);
      assert.deepEqual(await fixtures.activityOf(code), ['group.succeeded']);
    }
    await at.close();
  });

  test('a group that the directory does not show keeps no other from being compared', async () => {
    const { fixtures, groups, ...at } = await openWith(['damaged', 'sound', 'other']);
    const [damaged, sound] = groups;
    assert.ok(damaged && sound);
    const directory = fixtures.graph.connect();
    const refusing: Directory = {
      ...directory,
      async observeGroups(ids, ...rest) {
        if (ids.includes(damaged.id)) {
          throw new DirectoryError('refused', 'Microsoft 365 refused the request: “Forbidden”.');
        }
        return directory.observeGroups(ids, ...rest);
      },
    };
    const reconcile = (with_: Directory) => {
      fixtures.clock.advanceTo(fixtures.clock.now() + day);
      return fixtures.clock.run(fixtures.reconcilerWith(fixtures.database, with_).run(call));
    };
    Object.assign(sound, { displayName: 'Fun corner' });
    const drift = await reconcile(refusing);
    assert.deepEqual(
      drift.map(({ kind, mailNickname }) => [kind, mailNickname]),
      [
        ['unresolved', 'prj-damaged'],
        ['differs', 'prj-sound'],
      ],
    );
    assert.match(drift[0]?.outcome ?? '', /^It could not be compared: .*Forbidden/);
    const nothing: Directory = {
      ...directory,
      observeGroups: () => refusing.observeGroups([damaged.id], [], call),
    };
    await assert.rejects(reconcile(nothing), { code: 'refused' }, 'not one group alone');
    await at.close();
  });

  test('a change of names in the suite is drift at the next reconciliation, and one event until it changes again', async () => {
    const { fixtures, groups, ...at } = await openWith(['renamed', 'stays']);
    const [group] = groups;
    assert.ok(group);
    Object.assign(group, { displayName: 'Fun corner', visibility: 'Public' });
    await at.reconcile();
    await at.reconcile();
    assert.deepEqual(differencesOf((await fixtures.read('renamed')).drift), [
      { property: 'displayName', expected: 'Project renamed', observed: 'Fun corner' },
      { property: 'visibility', expected: 'private', observed: 'public' },
    ]);
    assert.equal((await fixtures.read('renamed')).displayName, 'Project renamed');
    assert.deepEqual(await fixtures.activityOf('renamed'), ['group.succeeded', 'group.drifted']);
    const [reported, ...others] = await at.reconcile();
    assert.deepEqual([reported?.kind, others], ['differs', []]);
    assert.equal(reported?.outcome, 'It differs in displayName, visibility.');

    Object.assign(group, { displayName: 'Project renamed', visibility: 'Private' });
    await at.reconcile();
    await at.reconcile();
    assert.deepEqual(await at.driftOf('renamed'), []);
    assert.deepEqual(await fixtures.activityOf('renamed'), [
      'group.succeeded',
      'group.drifted',
      'group.drifted',
    ]);
    assert.deepEqual(await fixtures.activityOf('stays'), ['group.succeeded']);
    assert.deepEqual(await at.reconcile(), []);
    await at.close();
  });

  test('a missing responsible or deputy is drift within a day; an added owner never is', async () => {
    const { fixtures, groups, people, ...at } = await openWith(['demoted', 'helped']);
    const [demoted, helped] = groups;
    demoted?.owners.delete(people.deputy.id);
    helped?.owners.add(people.other.id);
    await at.dayPasses();
    assert.deepEqual(differencesOf((await fixtures.read('demoted')).drift), [
      { property: 'deputy', expected: people.deputy.id, observed: null },
    ]);
    assert.deepEqual(await at.driftOf('helped'), []);
    assert.equal((await fixtures.read('helped')).observed?.ownerIds?.length, 3);
    await at.close();
  });

  test('a team that people add to a group is no drift, and the next reconciliation makes the record one of a team', async () => {
    const { fixtures, groups, ...at } = await openWith(['grown', 'plain'], calm, 'group');
    const [group] = groups;
    assert.ok(group);
    const before = await fixtures.read('grown');
    const now = fixtures.clock.now();
    const made = { operationId: 'outside', askedAt: now, readyAt: now, visibleAt: now };
    group.team = { ...made, fails: false, lastPolledAt: undefined, polls: 0, channels: [] };
    for (let runs = 0; runs < 2; runs += 1) assert.deepEqual(await at.reconcile(), []);
    const { observed, drift, version } = await fixtures.read('grown');
    assert.deepEqual([observed?.kind, drift, version], ['team', [], before.version + 1]);
    assert.deepEqual(await fixtures.activityOf('grown'), ['group.succeeded', 'group.team_added']);
    assert.deepEqual(await fixtures.activityOf('plain'), ['group.succeeded']);
    await at.close();
  });

  test('a team that people archive is drift, and its state stays as it is', async () => {
    const { fixtures, groups, ...at } = await openWith(['archived']);
    const now = fixtures.clock.now();
    const done = { askedAt: now, readyAt: now, fails: false, lastPolledAt: undefined, polls: 0 };
    Object.assign(groups[0] ?? {}, { archiving: [{ ...done, operationId: 'a', archives: true }] });
    await at.dayPasses();
    const { drift, state } = await fixtures.read('archived');
    assert.deepEqual(differencesOf(drift), [
      { property: 'archived', expected: false, observed: true },
    ]);
    assert.equal(state, 'active');
    await at.close();
  });

  test('a person who is disabled or gone is a finding; that no owner is left is one event', async () => {
    const { fixtures, groups, people, ...at } = await openWith(['orphan', 'other']);
    Object.assign(people.responsible, { accountEnabled: false });
    fixtures.suite.usersByName.delete(people.deputy.id.toLowerCase());
    // The other group has another owner who can act.
    groups[1]?.owners.add(people.other.id);
    await at.dayPasses();
    const reported = await at.dayPasses();
    const { observed, findings } = await fixtures.read('orphan');
    assert.deepEqual([observed?.responsible, observed?.deputy], ['disabled', 'gone']);
    const unavailable = ['responsible_unavailable', 'deputy_unavailable'];
    assert.deepEqual(findings, ['ownerless', ...unavailable]);
    assert.deepEqual((await fixtures.read('other')).findings, unavailable);
    assert.deepEqual(await fixtures.activityOf('orphan'), ['group.succeeded', 'group.ownerless']);
    assert.deepEqual(
      [countOf(reported, 'ownerless'), countOf(reported, 'responsible_unavailable')],
      [1, 2],
    );
    Object.assign(people.responsible, { accountEnabled: true });
    await at.dayPasses();
    assert.deepEqual((await fixtures.read('orphan')).findings, ['deputy_unavailable']);
    await at.close();
  });

  test('fewer owners who can act than the policy requires are a finding, which the rules of responsibility learn of', async () => {
    const { fixtures, groups, people, ...at } = await openWith(['short', 'enough']);
    await fixtures.database.query(
      `update teams set policy = jsonb_set(policy, '{minimumOwners}', '2') where tenant_id = $1`,
      [tenantId],
    );
    const asked = async () => {
      const rows = await fixtures.database.query<{ alias: string }>(
        `delete from changed_responsibilities c using teams t
        where c.tenant_id = $1 and t.tenant_id = c.tenant_id and t.team_id = c.team_id
        returning t.mail_nickname as alias`,
        [tenantId],
      );
      return rows.length;
    };
    Object.assign(people.deputy, { accountEnabled: false });
    groups[1]?.owners.add(people.other.id);
    await at.dayPasses();
    assert.deepEqual((await fixtures.read('short')).findings, [
      'too_few_owners',
      'deputy_unavailable',
    ]);
    assert.deepEqual((await fixtures.read('enough')).findings, ['deputy_unavailable']);
    assert.ok((await asked()) > 0);
    groups[0]?.owners.add(people.other.id);
    await at.dayPasses();
    assert.deepEqual((await fixtures.read('short')).findings, ['deputy_unavailable']);
    assert.ok((await asked()) > 0);
    await at.dayPasses();
    assert.equal(await asked(), 0);
    await at.close();
  });

  test('an operation in progress, and one of the last half hour, is no drift; then the new record counts', async () => {
    const { fixtures, groups, ...at } = await openWith(['changing', 'changed']);
    for (const [index, code] of ['changing', 'changed'].entries()) {
      await fixtures.recordOperation(code, {
        isFinished: code === 'changed',
        displayName: 'Bridge',
      });
      Object.assign(groups[index] ?? {}, { displayName: 'Neither' });
      assert.equal(await at.driftOf(code), undefined);
    }
    await at.reconcile(0);
    for (const code of ['changing', 'changed']) assert.equal(await at.driftOf(code), undefined);
    await at.reconcile(31 * 60_000);
    assert.equal(await at.driftOf('changing'), undefined);
    assert.deepEqual(differencesOf((await fixtures.read('changed')).drift), [
      { property: 'displayName', expected: 'Bridge', observed: 'Neither' },
    ]);
    await at.close();
  });

  test('of two reconciliations at once, one records a change', async () => {
    const { fixtures, groups, ...at } = await openWith(['renamed', 'published']);
    Object.assign(groups[0] ?? {}, { displayName: 'Fun corner' });
    Object.assign(groups[1] ?? {}, { visibility: 'Public' });
    const runs = [1, 2, 3].map(() =>
      fixtures.reconcilerWith(fixtures.database, fixtures.graph.connect()).run(call),
    );
    await fixtures.clock.run(Promise.all(runs));
    for (const code of ['renamed', 'published']) {
      assert.deepEqual(await fixtures.activityOf(code), ['group.succeeded', 'group.drifted']);
    }
    await at.close();
  });

  test('a thousand groups take some dozen statements, and an unchanged row is not written twice within an hour', async () => {
    const { fixtures, ...at } = await openWith([]);
    const now = new Date(fixtures.clock.now() - day);
    const [owner] = fixtures.suite.users;
    await fixtures.addRecords(1_000, owner?.id ?? '', now);
    const rows = await fixtures.database.query<{ teamId: string; groupId: string }>(
      'select team_id, directory_group_id as group_id from provisionings',
    );
    const shown = ({ teamId, groupId }: (typeof rows)[number]) => ({
      groupId,
      marker: teamId,
      displayName: 'Many',
      description: null,
      mailNickname: `many-${groupId}`,
      mail: undefined,
      visibility: 'private' as const,
      hasTeam: true,
      webUrl: undefined,
      facts: ordinaryGroup,
    });
    const directory: Directory = {
      ...fixtures.graph.connect(),
      listGroups: async () => ({
        groups: rows.map(shown),
        seenAt: new Date(fixtures.clock.now()),
        next: undefined,
      }),
      observeGroups: async (ids) =>
        ids.map((groupId) => ({
          ...shown({ groupId, teamId: groupId }),
          state: 'exists' as const,
          seenAt: new Date(fixtures.clock.now()),
          ownerIds: owner === undefined ? [] : [owner.id],
          memberCount: 1,
          guestCount: 0,
          isArchived: false,
        })),
    };
    const counted = countStatements(fixtures.database);
    const reconcile = async () =>
      await fixtures.clock.run(fixtures.reconcilerWith(counted.database, directory).run(call));
    const seen = async () => {
      const rows_ = await fixtures.database.query<{ teamId: string; seenAt: Date }>(
        'select team_id, seen_at from team_observations',
      );
      return new Map(rows_.map(({ teamId, seenAt }) => [teamId, seenAt.getTime()]));
    };
    /** Answers how many rows it has written. */
    const reconcileLater = async (afterMs: number): Promise<number> => {
      const before = await seen();
      const statements = counted.statements();
      fixtures.clock.advanceTo(fixtures.clock.now() + afterMs);
      assert.deepEqual(await reconcile(), []);
      const needed = counted.statements() - statements;
      assert.ok(needed < 40, `${needed} statements`);
      return [...(await seen())].filter(([teamId, seenAt]) => before.get(teamId) !== seenAt).length;
    };
    assert.equal(await reconcileLater(0), 1_000);
    // Some have their daily turn meanwhile.
    const soon = await reconcileLater(10 * 60_000);
    assert.ok(soon < 50, `${soon} rows`);
    assert.equal(await reconcileLater(everyMs), 1_000);
    await at.close();
  });
});
