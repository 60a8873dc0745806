// Drift on the sandbox, through the API: with real operations, and changes as people make them in a suite.
import { differencesOf } from '../../testing/differences.ts';
import type { PropertyDrift } from '../engine/observed-state.ts';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import { createSandboxStore } from '../sandbox/sandbox.postgres.ts';
import { createSandboxDirectory } from '../sandbox/sandbox.ts';
import { systemClock } from '../ground/clock.ts';
import { createTeamBrowser } from '../groups/read/browse-teams.postgres.ts';
import { newestFirst } from '../groups/search/team-search.ts';
import type { TestDatabase } from '../../testing/database.ts';
import {
  startTestService,
  teamRequest,
  testPeople,
  type TestService,
  type TestTenant,
} from '../../testing/service.ts';
import { createAdvance } from '../../testing/governance.ts';
import { personIdOf, setEnabled } from '../../testing/sandbox-people.ts';
import { createDriftStore } from './reconciliation.postgres.ts';
import type { Drift } from './report.ts';
import { createReconciler } from './resolve.ts';
import { reconciliationActor } from './schedule.ts';

interface ReadTeam {
  state: string;
  displayName: string;
  observed: { displayName: string; ownerIds: string[]; responsible: string; seenAt: string } | null;
  drift: PropertyDrift[] | null;
  findings: string[] | null;
}

const [mara, tomas, , lena] = testPeople as [string, string, string, string];
let at: TestDatabase;
let service: TestService;
let tenant: TestTenant;
let count = 0;

before(async () => {
  service = await startTestService();
  ({ at } = service);
  tenant = await service.addTenant();
});
after(() => service.close());

async function send(method: string, path: string, body?: unknown) {
  const headers = { prefer: 'wait=20' };
  return await service.call(tenant, path, { method, body, headers });
}

const create = (others = {}) => service.createTeam(tenant, `drift-${(count += 1)}`, others);

async function read(teamId: string): Promise<ReadTeam> {
  return (await send('GET', `/teams/${teamId}`)).body as ReadTeam;
}

interface Event {
  subject: string;
  data: { drift?: unknown[]; displayName: string };
}

/** Follows the feed until it has so many events of the group. */
async function eventsOf(teamId: string, type: string, atLeast: number): Promise<Event[]> {
  const events: Event[] = [];
  let path = `/events?type=${type}&limit=200`;
  while (events.length < atLeast) {
    const { items, nextLink } = (await send('GET', path)).body as {
      items: Event[];
      nextLink: string;
    };
    events.push(...items.filter(({ subject }) => subject === teamId));
    const { pathname, search } = new URL(nextLink);
    path = `${pathname}${search}`;
  }
  return events;
}

/** Reconciles as if it were two hours later. */
async function reconcile(): Promise<readonly Drift[]> {
  const clock = { ...systemClock, now: () => systemClock.now() + 2 * 3_600_000 };
  const { tenantId } = tenant;
  const reconciler = createReconciler({
    tenantId,
    directory: createSandboxDirectory({
      tenantId,
      connection: { kind: 'sandbox', teamCreationMs: 0, replicationDelayMs: 0 },
      store: createSandboxStore(at.database),
      clock,
      newId: randomUUID,
    }),
    store: createDriftStore(at.database, reconciliationActor),
    organisations: [],
    fallback: undefined,
    clock,
  });
  return await reconciler.run({ signal: new AbortController().signal, teamId: 'reconciliation' });
}

/** A person changes the group so in the suite. */
async function changeInSuite(teamId: string, values: string): Promise<void> {
  await at.database.query(`update sandbox_groups set ${values} where marker = $1`, [teamId]);
}

const personId = (email: string) => personIdOf(at.database, tenant, email);

suite('drift on the sandbox', () => {
  test('the API shows a group as it was seen, its drift, and null after an operation until it is compared again', async () => {
    const teamId = await create();
    const fresh = await read(teamId);
    assert.deepEqual([fresh.observed, fresh.drift, fresh.findings], [null, null, null]);
    await reconcile();
    const seen = await read(teamId);
    assert.deepEqual([seen.drift, seen.findings], [[], []]);
    assert.equal(seen.observed?.ownerIds.length, 2);

    await changeInSuite(teamId, `display_name = 'Fun corner', visibility = 'public'`);
    await reconcile();
    const drifted = await read(teamId);
    assert.deepEqual(differencesOf(drifted.drift), [
      { property: 'displayName', expected: seen.displayName, observed: 'Fun corner' },
      { property: 'visibility', expected: 'private', observed: 'public' },
    ]);

    await send('PATCH', `/teams/${teamId}`, { displayName: 'Bridge', visibility: 'private' });
    const changed = await read(teamId);
    assert.deepEqual([changed.displayName, changed.drift], ['Bridge', null]);
    await reconcile();
    const compared = await read(teamId);
    assert.deepEqual([compared.observed?.displayName, compared.drift], ['Bridge', []]);
    const events = await eventsOf(teamId, 'group.drifted', 2);
    assert.deepEqual(
      events.map(({ data }) => data.drift?.length),
      [2, 0],
    );
  });

  test('a blocked responsible is a finding until the handover, and administrators find the group by it', async () => {
    const teamId = await create({ responsible: lena, deputy: tomas });
    const block = (enabled: boolean) => setEnabled(at.database, tenant, lena, enabled);
    await block(false);
    const drift = await reconcile();
    assert.ok(drift.some((one) => one.teamId === teamId && one.kind === 'responsible_unavailable'));
    const { observed, findings } = await read(teamId);
    assert.deepEqual([observed?.responsible, findings], ['disabled', ['responsible_unavailable']]);
    const browser = createTeamBrowser(at.database);
    const find = async (finding: 'differs' | 'responsible_unavailable', text?: string) => {
      const search = { text, finding };
      const page = { order: newestFirst, offset: 0, limit: 10 };
      const items = await browser.list(tenant.tenantId, search, page);
      const { total } = await browser.count(tenant.tenantId, search);
      assert.equal(total, items.length);
      return items.map((item) => item.teamId);
    };
    assert.deepEqual(await find('responsible_unavailable'), [teamId]);
    assert.deepEqual(await find('responsible_unavailable', 'drift-'), [teamId]);
    assert.deepEqual(await find('responsible_unavailable', 'nowhere'), []);
    assert.deepEqual(await find('differs'), []);

    await send('PATCH', `/teams/${teamId}`, { responsible: mara });
    assert.deepEqual(await find('responsible_unavailable'), []);
    await reconcile();
    assert.deepEqual((await read(teamId)).findings, []);
    await block(true);
  });

  test('a group without an owner who can act is ownerless, and one event says so', async () => {
    const teamId = await create();
    await changeInSuite(teamId, `owner_ids = '{}'`);
    await reconcile();
    await reconcile();
    const { drift, findings, displayName } = await read(teamId);
    assert.deepEqual(findings, ['ownerless']);
    assert.deepEqual(differencesOf(drift), [
      { property: 'responsible', expected: mara, observed: null },
      { property: 'deputy', expected: tomas, observed: null },
      { property: 'owners', expected: 1, observed: 0 },
    ]);
    const [event, ...others] = await eventsOf(teamId, 'group.ownerless', 1);
    assert.equal(event?.data.displayName, displayName);
    assert.deepEqual(others, []);
    await changeInSuite(teamId, `owner_ids = array['${await personId(mara)}'::uuid]`);
  });

  test('a group that the API deleted stays deleted, and is active again once a person restores it in the suite', async () => {
    const teamId = await create();
    await reconcile();
    await send('DELETE', `/teams/${teamId}`);
    await reconcile();
    const deleted = await read(teamId);
    assert.deepEqual([deleted.state, deleted.drift], ['deleted', null]);
    await at.database.query(
      `with restored as (delete from sandbox_deleted_groups where marker = $1 returning *)
       insert into sandbox_groups (tenant_id, group_id, marker, display_name, description, mail_nickname, visibility,
         owner_ids, member_ids, created_at, visible_at, team_requested_at, team_ready_at)
       select tenant_id, group_id, marker, display_name, description, mail_nickname, visibility, owner_ids, member_ids,
         created_at, now(), team_requested_at, team_ready_at
       from restored`,
      [teamId],
    );
    const returned = (await reconcile()).find((one) => one.teamId === teamId);
    assert.deepEqual([returned?.kind, returned?.resolved], ['restored', true]);
    assert.equal((await read(teamId)).state, 'active');
    await changeInSuite(teamId, `archived_at = now()`);
    await reconcile();
    const archived = await read(teamId);
    assert.equal(archived.state, 'active');
    assert.deepEqual(differencesOf(archived.drift), [
      { property: 'archived', expected: false, observed: true },
    ]);
  });

  test('nobody is asked about a group that is gone, and its policy continues once it exists again', async () => {
    const other = await service.addTenant();
    const governance = createAdvance(service);
    await governance.setLifecycle(other, {
      expires: { after: 'P60D' },
      remindBefore: ['P30D', 'P10D'],
    });
    const aliases = ['returns', 'is-restored'];
    const teamIds: string[] = [];
    for (const alias of aliases) {
      teamIds.push(await governance.create(other, teamRequest(alias)));
    }
    await governance.advance(other, 35);
    const open = () =>
      at.database.query(`select from tasks where tenant_id = $1 and state = 'open'`, [
        other.tenantId,
      ]);
    assert.equal((await open()).length, 2);
    const store = createDriftStore(at.database, reconciliationActor);
    for (const teamId of teamIds) {
      await store.recordMissing(other.tenantId, teamId, new Date());
    }
    await governance.runDue(other);
    assert.equal((await open()).length, 0);
    await governance.advance(other, 100);
    const [returns = '', restored = ''] = teamIds;
    await store.recordRestored(other.tenantId, returns, new Date());
    // As far as the sandbox knows, it was there all the time.
    const restore = { method: 'POST', body: {}, headers: { prefer: 'wait=20' } };
    const { body } = await service.call(other, `/teams/${restored}/restore`, restore);
    assert.equal((body as { status: string }).status, 'succeeded', JSON.stringify(body));
    await governance.runDue(other);
    assert.equal((await open()).length, 2);
    await governance.advance(other, 10);
    for (const teamId of teamIds) {
      const { state } = (await service.call(other, `/teams/${teamId}`)).body as ReadTeam;
      assert.equal(state, 'archived');
    }
  });
});
