// The inventory of all groups of a directory, against the Graph simulator: what others made is listed with its owners and
// obstacles, and nothing is ever written to it.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { calm, hostile } from '@groupwright/graph-simulator/profile.ts';
import { wildKinds, type WildKind } from '@groupwright/graph-simulator/wild-groups.ts';
import { DirectoryError } from '../directory/directory.ts';
import { servedTenantId as tenantId } from '../../testing/simulated-graph.ts';
import type { DirectoryOwner } from './directory-groups.ts';
import { hour, openFixtures } from './fixtures.suite.ts';

const call = { signal: new AbortController().signal, teamId: 'reconciliation' };

interface Row {
  readonly groupId: string;
  readonly teamId: string | null;
  readonly displayName: string;
  readonly hasTeam: boolean;
  readonly obstacles: readonly string[];
  readonly owners: readonly DirectoryOwner[] | null;
  readonly isOwnerless: boolean;
  readonly memberCount: number | null;
  readonly guestCount: number | null;
}

async function openInventory(profile = hostile) {
  const fixtures = await openFixtures({ profile });
  const { simulator, suite: tenant, clock, database } = fixtures;
  const reconciler = fixtures.reconcilerWith(database, fixtures.graph.connect());
  return {
    ...fixtures,
    person: (index: number): string => tenant.users[index]?.id ?? '',
    guest: tenant.users.find(({ userType }) => userType === 'Guest')?.id ?? '',
    addGroup: (group: Parameters<typeof simulator.addWildGroup>[1]) =>
      simulator.addWildGroup(tenant.tenantId, group),
    reconcile: () => clock.run(reconciler.run(call)),
    follow: () => clock.run(reconciler.follow(call)),
    async read(): Promise<ReadonlyMap<string, Row>> {
      const rows = await database.query<Row>(
        'select * from directory_groups where tenant_id = $1',
        [tenantId],
      );
      return new Map(rows.map((row) => [row.groupId, row]));
    },
    async found(): Promise<readonly string[]> {
      const rows = await database.query<{ subjectId: string }>(
        `select subject_id from activity where tenant_id = $1 and action = 'directory.group_found' order by activity_id`,
        [tenantId],
      );
      return rows.map(({ subjectId }) => subjectId);
    },
  };
}

suite('the inventory of a directory', () => {
  test('has every group with its owners, counts and obstacles, and writes to none of them', async () => {
    const inventory = await openInventory();
    const { person, guest, addGroup, simulator } = inventory;
    const made = new Map<WildKind, string>();
    for (const kind of wildKinds) {
      const memberIds = [person(0), person(1), guest];
      const group = addGroup({
        mailNickname: `wild-${kind}`,
        kind,
        ownerIds: [person(0)],
        memberIds,
      });
      made.set(kind, group.id);
    }
    const orphan = addGroup({ mailNickname: 'orphan', ownerIds: [person(3)], hasTeam: true });
    simulator.changeUser(inventory.suite.tenantId, person(3), { accountEnabled: false });
    const nobody = addGroup({ mailNickname: 'nobody', ownerIds: [], hasTeam: true });
    await inventory.reconcile();
    const groups = await inventory.read();
    assert.equal(groups.size, wildKinds.length + 2);
    for (const [kind, groupId] of made) {
      const group = groups.get(groupId);
      assert.ok(group, kind);
      const isHidden = kind === 'on_premises' || kind === 'exchange';
      assert.deepEqual(
        group.owners?.map(({ id, isAvailable }) => [id, isAvailable]) ?? null,
        isHidden ? null : [[person(0), true]],
        kind,
      );
      assert.deepEqual(
        [group.isOwnerless, group.memberCount, group.guestCount, group.teamId],
        [false, 3, 1, null],
        kind,
      );
    }
    assert.deepEqual(groups.get(made.get('class_team') ?? '')?.obstacles, [
      'hidden_membership',
      'class_team',
    ]);
    assert.deepEqual(
      [groups.get(orphan.id)?.isOwnerless, groups.get(nobody.id)?.isOwnerless],
      [true, true],
    );
    assert.deepEqual(groups.get(nobody.id)?.owners, []);
    assert.deepEqual(simulator.journal.changes, []);
    assert.deepEqual(await inventory.found(), []);
    await inventory.close();
  });

  test('an owner who was there before stays first, and owners who were shown once are not hidden', async () => {
    const inventory = await openInventory(calm);
    const { person, addGroup, clock } = inventory;
    const group = addGroup({ mailNickname: 'shifts', ownerIds: [person(5)] });
    const owners = async () => (await inventory.read()).get(group.id)?.owners?.map(({ id }) => id);
    await inventory.reconcile();
    assert.deepEqual(await owners(), [person(5)]);
    group.owners.clear();
    for (const index of [7, 5]) group.owners.add(person(index));
    clock.advanceTo(clock.now() + 25 * hour);
    await inventory.reconcile();
    assert.deepEqual(await owners(), [person(5), person(7)]);
    group.owners.clear();
    clock.advanceTo(clock.now() + 25 * hour);
    await inventory.reconcile();
    assert.deepEqual(await owners(), []);
    await inventory.close();
  });

  test('forgets groups that are gone, and follows what is made, renamed and deleted between two lists', async () => {
    const inventory = await openInventory();
    const { person, addGroup, simulator, suite: tenant, clock } = inventory;
    const gone = addGroup({ mailNickname: 'gone', ownerIds: [person(0)] });
    const kept = addGroup({ mailNickname: 'kept', ownerIds: [person(0)] });
    await inventory.reconcile();
    const made = addGroup({ mailNickname: 'made-later', ownerIds: [person(1)] });
    simulator.changeGroup(tenant.tenantId, kept.id, { displayName: 'Renamed' });
    simulator.changeGroup(tenant.tenantId, gone.id, { deletedAt: clock.now() });
    await inventory.follow();
    const groups = await inventory.read();
    assert.deepEqual([...groups.values()].map(({ displayName }) => displayName).toSorted(), [
      'Renamed',
      'made-later',
    ]);
    assert.deepEqual(
      groups.get(made.id)?.owners?.map(({ id }) => id),
      [person(1)],
    );
    assert.deepEqual(await inventory.found(), [made.id]);
    // A token that is too old makes all groups be listed.
    clock.advanceTo(clock.now() + 8 * 24 * hour);
    await inventory.follow();
    const [state] = await inventory.database.query<{ isDue: boolean; changesToken: string | null }>(
      'select due_at <= $2 as is_due, changes_token from reconciliations where tenant_id = $1',
      [tenantId, new Date(clock.now() + hour)],
    );
    assert.deepEqual(state, { isDue: true, changesToken: null });
    await inventory.reconcile();
    assert.deepEqual(await inventory.found(), [made.id]);
    await inventory.close();
  });

  test('without the changes of the directory, a group of ours differs at the next comparison of all groups', async () => {
    const inventory = await openInventory(calm);
    const { clock, database, graph } = inventory;
    const process_ = inventory.startProcess();
    const teamId = await inventory.accept('swept');
    process_.worker.wake(tenantId);
    await inventory.until(async () => (await inventory.statusOf('swept')) === 'succeeded');
    await process_.stop();
    clock.advanceTo(clock.now() + hour);
    const readGroupChanges = async () => {
      throw new DirectoryError('permission_missing', 'The application may not read changes.');
    };
    const directory = { ...graph.connect(), readGroupChanges };
    const reconciler = inventory.reconcilerWith(database, directory);
    await clock.run(reconciler.run(call));
    const [group] = inventory.groupsOf('swept');
    assert.ok(group);
    clock.advanceTo(clock.now() + 5 * 60_000);
    inventory.simulator.changeGroup(inventory.suite.tenantId, group.id, { displayName: 'Other' });
    await clock.run(reconciler.follow(call));
    const differing = async () =>
      (await reconciler.preview(call)).map(({ kind, teamId }) => [kind, teamId]);
    assert.deepEqual(await clock.run(differing()), []);
    await clock.run(reconciler.run(call));
    assert.deepEqual(await clock.run(differing()), [['differs', teamId]]);
    await inventory.close();
  });

  test('a group of ours is governed in it, is no find, differs within minutes once it was changed, and is gone within minutes once it was deleted', async () => {
    const inventory = await openInventory(calm);
    const process_ = inventory.startProcess();
    const teamId = await inventory.accept('known');
    process_.worker.wake(tenantId);
    await inventory.until(async () => (await inventory.statusOf('known')) === 'succeeded');
    await process_.stop();
    inventory.clock.advanceTo(inventory.clock.now() + hour);
    await inventory.reconcile();
    const [group] = inventory.groupsOf('known');
    assert.ok(group);
    assert.equal((await inventory.read()).get(group.id)?.teamId, teamId);
    inventory.simulator.changeGroup(inventory.suite.tenantId, group.id, { displayName: 'Other' });
    await inventory.follow();
    const [observation] = await inventory.database.query<{ drift: { property: string }[] }>(
      'select drift from team_observations where tenant_id = $1 and team_id = $2',
      [tenantId, teamId],
    );
    assert.deepEqual(
      observation?.drift.map(({ property }) => property),
      ['displayName'],
    );
    assert.deepEqual(await inventory.found(), []);
    inventory.simulator.changeGroup(inventory.suite.tenantId, group.id, {
      deletedAt: inventory.clock.now(),
    });
    await inventory.follow();
    const actions = await inventory.activityOf('known');
    assert.deepEqual(actions.slice(-2), ['group.drifted', 'group.gone']);
    await inventory.close();
  });
});
