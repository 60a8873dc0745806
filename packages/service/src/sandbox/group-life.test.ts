// Simulated faults in the life of a group, by its alias; docs/sandbox.md lists them.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { createSuiteFixtures, type SuiteFixtures } from '../directory/fixtures.suite.ts';
import { openSandboxFixture } from './fixtures.suite.ts';

suite('a simulated fault', () => {
  let fixtures: SuiteFixtures;

  before(async () => {
    fixtures = createSuiteFixtures(
      await openSandboxFixture({ kind: 'sandbox', replicationDelayMs: 0, teamCreationMs: 0 }),
    );
  });
  after(() => fixtures.fixture.close());

  async function makeTeam(mailNickname: string) {
    const { id, makeGroup, makeTeam: make } = fixtures;
    const made = await makeGroup({ mailNickname, ownerIds: [id(0), id(1)], memberIds: [id(2)] });
    await make(made.id);
    return { groupId: made.id, marker: made.marker };
  }

  test('refuses the first removal of owners; members leave, and the next call removes the owners', async () => {
    const { directory, does, id, peopleOf } = fixtures;
    const group = await makeTeam('prj-sandbox-last-owner');
    const leaving = [id(0), id(2)];
    const remove = () => does((call) => directory.removeMembers(group, leaving, 'team', call));
    const { refused } = await remove();
    assert.deepEqual(
      refused.map(({ personId, reason, permanent }) => ({ personId, reason, permanent })),
      [{ personId: id(0), reason: 'owner_stays', permanent: false }],
    );
    const first = await peopleOf(group.groupId);
    assert.deepEqual(first.owners, new Set([id(0), id(1)]));
    assert.deepEqual(first.members, new Set([id(0), id(1)]));
    assert.deepEqual((await remove()).refused, []);
    const second = await peopleOf(group.groupId);
    assert.deepEqual(second.owners, new Set([id(1)]));
    assert.deepEqual(second.members, new Set([id(1)]));
  });

  test('archives a team only after 5 seconds', async () => {
    const { directory, does, fixture } = fixtures;
    const group = await makeTeam('sandbox-archive-slow-1');
    const isArchived = async () => {
      const [seen] = await does((call) =>
        directory.observeGroups([group.groupId], ['archived'], call),
      );
      return seen?.state === 'exists' ? seen.isArchived : undefined;
    };
    const state = await does((call) => directory.archiveTeam(group, call));
    assert.ok(state.state === 'pending');
    assert.equal(state.pollAfterMs, 5000);
    assert.equal(await isArchived(), false);
    await fixture.wait(2000);
    // A repeated call does not start it again.
    const repeated = await does((call) => directory.archiveTeam(group, call));
    assert.ok(repeated.state === 'pending');
    assert.equal(repeated.pollAfterMs, 3000);
    await fixture.wait(3000);
    const read = await does((call) => directory.readArchiving(group, repeated.operation, call));
    assert.equal(read.state, 'done');
    assert.equal(await isArchived(), true);
  });

  test('refuses to restore a group as if another one had its alias', async () => {
    const { directory, does, fixture, assertFails } = fixtures;
    const group = await makeTeam('sandbox-restore-conflict');
    await does((call) => directory.deleteGroup(group, call));
    const deletedAt = new Date(fixture.now());
    await assertFails('alias_taken', (call) => directory.restoreGroup(group, deletedAt, call));
    const state = await does((call) => directory.groupState(group.groupId, call));
    assert.equal(state, 'removed');
  });
});
