// Comparisons that a person asks for, on the sandbox and through the API: of one group, and of all.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { AdminClient } from '../../testing/admin-client.ts';
import { type AdminGroups, startAdminGroups } from '../../testing/admin-groups.ts';
import { type AdminService, startAdminService } from '../../testing/admin-service.ts';
import { eventually } from '../../testing/eventually.ts';
import { advanceBy } from '../../testing/governed-year.ts';
import { setEnabled } from '../../testing/sandbox-people.ts';
import {
  startTestService,
  testPeople,
  type TestService,
  type TestTenant,
} from '../../testing/service.ts';

suite('the comparison of one group', () => {
  let service: TestService;
  let tenant: TestTenant;
  before(async () => {
    // No comparison begins by itself.
    service = await startTestService({ RECONCILIATION_INTERVAL_MINUTES: 'off' });
    tenant = await service.addTenant();
  });
  after(() => service.close());

  const send = (method: string, path: string, body?: unknown) =>
    service.call(tenant, path, { method, body, headers: { prefer: 'wait=20' } });
  const compare = (teamId: string) => send('POST', `/teams/${teamId}/comparison`);
  const inSuite = (teamId: string, values: string) =>
    service.at.database.query(`update sandbox_groups set ${values} where marker = $1`, [teamId]);

  test('shows a change in the directory right after the creation and right after an operation', async () => {
    const teamId = await service.createTeam(tenant, 'compared-now');
    const fresh = await compare(teamId);
    assert.equal(fresh.status, 200, JSON.stringify(fresh.body));
    const { drift, findings, observed } = fresh.body as Compared;
    assert.deepEqual([drift, findings], [[], []]);
    assert.ok(Date.now() - Date.parse(observed?.detailsSeenAt ?? '') < 60_000);

    await inSuite(teamId, `display_name = 'Fun corner'`);
    const renamed = (await compare(teamId)).body as Compared;
    assert.deepEqual(
      renamed.drift?.map(({ property, observed: value }) => [property, value]),
      [['displayName', 'Fun corner']],
    );
    await send('PATCH', `/teams/${teamId}`, { displayName: 'Work corner' });
    assert.equal(((await send('GET', `/teams/${teamId}`)).body as Compared).drift, null);
    assert.deepEqual(((await compare(teamId)).body as Compared).drift, []);
  });

  test('finds a removed group, and a removed one cannot be compared', async () => {
    const teamId = await service.createTeam(tenant, 'removed-now');
    await service.at.database.query('delete from sandbox_groups where marker = $1', [teamId]);
    const compared = await compare(teamId);
    assert.deepEqual([compared.status, (compared.body as Compared).state], [200, 'gone']);
    const again = await compare(teamId);
    assert.deepEqual([again.status, (again.body as Problem).code], [409, 'group_not_active']);
    const absent = await compare('0198b0c1-77aa-7d10-8f2e-0c9b8a7d6e5f');
    assert.equal(absent.status, 404);
  });

  test('happens at the end of an advance of the clock of a sandbox, so that drift and leavers can be rehearsed', async () => {
    const own = await service.addTenant();
    const teamId = await service.createTeam(own, 'advanced');
    await inSuite(teamId, `display_name = 'Fun corner'`);
    const [deputy = ''] = testPeople.slice(1);
    await setEnabled(service.at.database, own, deputy, false);
    await advanceBy(service, own, 'P1D');
    const read = async () => (await service.call(own, `/teams/${teamId}`)).body as Compared;
    await eventually(async () => (await read()).observed !== null, 'the group is compared');
    const { drift, findings } = await read();
    assert.deepEqual(
      drift?.map(({ property, observed }) => [property, observed]),
      [['displayName', 'Fun corner']],
    );
    assert.deepEqual(findings, ['deputy_unavailable']);
  });

  test('a list of groups with a difference says when groups were compared, and how many were not', async () => {
    const own = await service.addTenant();
    const list = async () =>
      (await service.call(own, '/teams?finding=differs')).body as {
        items: unknown[];
        comparison?: {
          finishedAt: null;
          oldestAt: string | null;
          groups: number;
          notCompared: number;
        };
      };
    const first = await service.createTeam(own, 'counted-1');
    await service.createTeam(own, 'counted-2');
    assert.deepEqual(await list(), {
      items: [],
      comparison: { finishedAt: null, oldestAt: null, groups: 2, notCompared: 2 },
    });
    await service.call(own, `/teams/${first}/comparison`, { method: 'POST' });
    const { oldestAt, ...counts } = (await list()).comparison ?? assert.fail();
    assert.deepEqual(counts, { finishedAt: null, groups: 2, notCompared: 1 });
    assert.ok(Date.now() - Date.parse(oldestAt ?? '') < 60_000);
    const unfiltered = (await service.call(own, '/teams')).body as object;
    assert.equal('comparison' in unfiltered, false);
  });
});

suite('the comparison of all groups, in the admin center', () => {
  let service: AdminService;
  let admin: AdminClient;
  let groups: AdminGroups;
  before(async () => {
    service = await startAdminService();
    admin = await AdminClient.signedIn(service);
    groups = await startAdminGroups(admin, { people: ['ada@nordlicht.example'] });
  });
  after(() => service.close());

  test('is done when it is asked for, and the findings and the overview say what was not compared', async () => {
    const teamId = await groups.create({ displayName: 'All', mailNickName: 'all-compared' });
    const before = (await admin.get('teams?finding=any&total=true')).body;
    assert.deepEqual(
      [before.counts.all, before.comparison],
      [0, { finishedAt: null, oldestAt: null, groups: 1, notCompared: 1 }],
    );
    await service.database.query(
      `update sandbox_groups set display_name = 'Fun corner' where marker = $1`,
      [teamId],
    );
    const asked = await admin.call('POST', 'directory/reconciliation');
    assert.equal(asked.status, 200, JSON.stringify(asked.body));
    assert.ok(asked.body.askedAt);
    const stateNow = async () => (await admin.get('directory/reconciliation')).body;
    await eventually(async () => (await stateNow()).askedAt === null, 'the comparison has ended');
    const { last, error } = await stateNow();
    assert.deepEqual([last.found.differs, error], [1, null]);
    const { counts, comparison } = (await admin.get('teams?finding=any&total=true')).body;
    assert.deepEqual([counts.differs, comparison.groups, comparison.notCompared], [1, 1, 0]);
    assert.equal(comparison.finishedAt, last.finishedAt);
    await groups.create({ displayName: 'Another', mailNickName: 'later-one' });
    const overview = async () => (await admin.get('to-do')).body.comparison;
    await eventually(async () => (await overview()).groups === 2, 'the overview has the new group');
    assert.equal((await overview()).notCompared, 1);
  });

  test('one group is compared by those who may intervene, and not by a reader', async () => {
    const teamId = await groups.create({ displayName: 'One', mailNickName: 'one-compared' });
    const compared = await admin.call('POST', `teams/${teamId}/comparison`);
    assert.deepEqual([compared.status, compared.body.drift], [200, []]);
    const reader = await AdminClient.signedIn(service, 'rita@nordlicht.example', 'reader');
    assert.equal((await reader.call('POST', `teams/${teamId}/comparison`)).status, 403);
    assert.equal((await reader.call('POST', 'directory/reconciliation')).status, 403);
  });
});

interface Compared {
  readonly state: string;
  readonly drift: { property: string; observed: unknown }[] | null;
  readonly findings: string[] | null;
  readonly observed: { detailsSeenAt: string } | null;
}

interface Problem {
  readonly code: string;
}
