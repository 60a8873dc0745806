// The use of groups: read once a day from the reports of the suite, kept by id, and shown in every answer about groups.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { createSeededRandom } from '@groupwright/graph-simulator/seeded-random.ts';
import { allPermissions } from '@groupwright/graph-simulator/tenant.ts';
import { eventually } from '../../../testing/eventually.ts';
import { type Advance, createAdvance } from '../../../testing/governance.ts';
import { partOf, startMailServer } from '../../../testing/mail-server.ts';
import { testSeed } from '../../../testing/seed.ts';
import {
  startTestService,
  teamRequest,
  testPeople,
  type TestService,
  type TestTenant,
} from '../../../testing/service.ts';
import { startServiceOnGraph } from '../../../testing/service-on-graph.ts';
import { addWildGroup } from '../../../testing/wild-sandbox-group.ts';
import type { ReadReport } from './usage-reports.ts';

const dayMs = 86_400_000;
const dayOf = (date: Date, days = 0) =>
  new Date(date.getTime() + days * dayMs).toISOString().slice(0, 10);

interface Activity {
  readonly lastOn: string | null;
  readonly sources: readonly { name: string; on: string | null; reportOn: string }[];
  readonly idleSince: string | null;
  readonly concealed: boolean;
}

suite('the use of groups of the sandbox', () => {
  let service: TestService;
  let tenant: TestTenant;
  let clock: Advance;
  before(async () => {
    service = await startTestService();
    tenant = await service.addTenant();
    clock = createAdvance(service);
  });
  after(() => service.close());

  async function use(marker: string, lastUsedOn: string): Promise<void> {
    await service.at.database.query(
      `update sandbox_groups set facts = facts || jsonb_build_object('lastUsedOn', $2::text)
      where coalesce(marker, group_id) = $1`,
      [marker, lastUsedOn],
    );
  }

  async function get(path: string) {
    const { status, body } = await service.call(tenant, path);
    assert.equal(status, 200, JSON.stringify(body));
    return body as {
      activity: Activity | null;
      items: { teamId: string; lastActivityOn: string | null; groupId: string }[];
    };
  }

  async function nextDay(): Promise<Date> {
    const now = await clock.now(tenant);
    await clock.setClock(tenant, new Date(now.getTime() + dayMs + 60_000));
    // A lane in other hands defers the reports.
    await eventually(async () => {
      await clock.runDue(tenant);
      const due = await service.at.database.query(
        'select from usage_reports where tenant_id = $1 and due_at <= governance_now($1)',
        [tenant.tenantId],
      );
      return due.length === 0;
    }, 'the reports are read');
    return clock.now(tenant);
  }

  test('the last use is in the answer, in the list, in the filter and in the export, and the later day is kept', async () => {
    const [used, unused] = [
      await service.createTeam(tenant, 'used-once'),
      await service.createTeam(tenant, 'never-used'),
    ];
    assert.equal((await get(`/teams/${used}`)).activity?.lastOn ?? null, null);
    const today = await clock.now(tenant);
    await use(used, dayOf(today));
    await nextDay();
    await use(used, dayOf(today, -40));
    const now = await nextDay();
    const { activity } = await get(`/teams/${used}`);
    assert.deepEqual(activity, {
      lastOn: dayOf(today),
      sources: [
        { name: 'teams', on: dayOf(today), reportOn: dayOf(now) },
        { name: 'group', on: null, reportOn: dayOf(now) },
      ],
      idleSince: null,
      concealed: false,
    });
    assert.equal((await get(`/teams/${unused}`)).activity?.lastOn, null);
    const listed = (await get('/teams')).items;
    assert.equal(listed.find(({ teamId }) => teamId === used)?.lastActivityOn, dayOf(today));
    for (let n = 0; n < 3; n += 1) await nextDay();
    const idsOf = async (day: string) =>
      (await get(`/teams?idleBefore=${day}`)).items.map(({ teamId }) => teamId).toSorted();
    assert.deepEqual(await idsOf(dayOf(today, 1)), [used, unused].toSorted());
    assert.deepEqual(await idsOf(dayOf(today)), []);
    await use(used, dayOf(today, 3));
    await nextDay();
    assert.deepEqual(await idsOf(dayOf(today, 1)), [unused]);
    const file = await fetch(`${service.address}/teams/export`, {
      headers: { authorization: `Bearer ${tenant.token}` },
    });
    const [headings = '', ...lines] = (await file.text()).split('\r\n');
    const column = headings.split(',').indexOf('lastActivityOn');
    const line = lines.find((one) => one.includes('used-once'));
    assert.equal(line?.split(',')[column], dayOf(today, 3));
    const bad = await service.call(tenant, '/teams?idleBefore=yesterday');
    assert.equal(bad.status, 400);
  });

  test('an adopted group has the age that it has in the directory', async () => {
    const groupId = await addWildGroup(service.at.database, tenant.tenantId, {
      mailNickname: 'old-and-adopted',
      owners: [testPeople[0] ?? ''],
    });
    await get('/directory/groups?governed=false');
    const today = await clock.now(tenant);
    await use(groupId, dayOf(today, -40));
    const { organisationIdOrIdentifier, templateIdOrIdentifier } = teamRequest('adopted');
    const { status, body } = await service.call(tenant, '/teams/adoption', {
      method: 'POST',
      body: { groupId, organisationIdOrIdentifier, templateIdOrIdentifier },
      headers: { prefer: 'wait=20' },
    });
    const { teamId } = body as { teamId: string };
    assert.equal(status, 200, JSON.stringify(body));
    await nextDay();
    const idsOf = async (day: number) =>
      (await get(`/teams?idleBefore=${dayOf(today, day)}`)).items.map((one) => one.teamId);
    assert.deepEqual(await idsOf(-39), [teamId]);
    assert.deepEqual(await idsOf(-40), []);
  });

  test('the list of the directory has the last use of groups that others made', async () => {
    const groupId = await addWildGroup(service.at.database, tenant.tenantId, {
      mailNickname: 'wild-used',
      owners: [testPeople[0] ?? ''],
    });
    const today = await clock.now(tenant);
    await use(groupId, dayOf(today));
    await nextDay();
    const { items } = await get('/directory/groups?search=wild-used');
    assert.deepEqual(
      items.map((group) => [group.groupId, group.lastActivityOn]),
      [[groupId, dayOf(today)]],
    );
  });
});

test('reports of Microsoft 365 are read once a day, and one that is concealed, breaks off, is late or partial asks nobody', async () => {
  const seed = `usage ${testSeed}`;
  const onGraph = await startServiceOnGraph({
    seed,
    speed: 60,
    permissions: [...allPermissions, 'Reports.Read.All'],
    env: { RECONCILIATION_INTERVAL_MINUTES: 'off' },
  });
  const { at, clock, simulator, suite: directory, person } = onGraph;
  const { tenantId } = onGraph.tenant();
  await onGraph.setPolicy({
    lifecycle: { inactivity: { after: 'P30D', within: 'P7D', unanswered: 'keep' } },
  });
  await at.database.query(
    `insert into administrators (tenant_id, administrator_id, email, role, source, created_at, created_by)
    values ($1, gen_random_uuid(), 'ada@nordlicht.example', 'owner', 'list', now(), 'test')`,
    [tenantId],
  );
  const mails = await startMailServer({ security: 'none' });
  const notices = {
    sender: 'smtp',
    host: '127.0.0.1',
    port: mails.port,
    security: 'none',
    userName: null,
    from: 'groups@contoso.example',
    language: 'en',
    timeZone: 'UTC',
    hour: 8,
    contact: null,
  };
  await at.database.query('update tenants set notices = $2 where tenant_id = $1', [
    tenantId,
    JSON.stringify(notices),
  ]);
  await onGraph.service.service.refresh();
  const people = { responsible: person(0).mail, deputy: person(1).mail, members: [] };
  const ids: string[] = [];
  for (let n = 0; n < 3; n += 1) {
    const made = await onGraph.call('POST', '/teams', teamRequest(`used-${n}`, people));
    ids.push((made as { teamId: string }).teamId);
  }
  await onGraph.settle();
  const [id = ''] = ids;
  const reportsOf = async () => {
    const [row] = await at.database.query<{
      reports: Record<string, ReadReport>;
      failure: string | null;
    }>('select reports, failure from usage_reports');
    return row;
  };
  const callsOf = (name: string) => simulator.journal.calls.get(name) ?? 0;
  const activityOf = async (teamId: string) =>
    ((await onGraph.call('GET', `/teams/${teamId}`)) as { activity: Activity | null }).activity;
  const elapse = async (hours: number) => {
    const [before] = await at.database.query<{ at: Date }>(
      'select due_at as at from usage_reports',
    );
    await onGraph.elapse(hours * 3_600_000);
    await eventually(async () => {
      await onGraph.service.service.runDue();
      const [now] = await at.database.query<{ at: Date }>('select due_at as at from usage_reports');
      return now !== undefined && now.at.getTime() !== before?.at.getTime();
    }, 'the reports are read');
    await onGraph.settle();
  };
  const countOf = async (statement: string) => (await at.database.query(statement)).length;
  const asked = () => countOf(`select from tasks where kind = 'still_needed'`);
  const told = () => countOf(`select from notices where kind = 'reports_concealed'`);
  const found = async () => {
    const toDo = await onGraph.call('GET', '/to-do');
    const { causes } = toDo as { causes: readonly { cause: string }[] };
    return causes.filter(({ cause }) => cause === 'concealed_reports').length;
  };
  await elapse(24 * 10);
  const used = onGraph.groupOf(id);
  const day = (daysAgo: number) => dayOf(new Date(clock.now()), -daysAgo);
  const usedOn = day(3);
  directory.reports.usedOn.set(used.id, { teams: usedOn });
  const before = callsOf('reports.teams');
  await elapse(24);
  assert.equal(callsOf('reports.teams'), before + 1);
  const { teams, group } = (await reportsOf())?.reports ?? {};
  assert.deepEqual([teams?.expected, teams?.covered, group?.covered], [3, 3, 3]);
  assert.equal((await activityOf(id))?.lastOn, usedOn);
  assert.equal((await activityOf(ids[1] ?? ''))?.lastOn, null);
  assert.deepEqual([await found(), await told(), await asked()], [0, 0, 0]);

  directory.reports.conceals = 'zeros';
  await elapse(24);
  assert.equal((await reportsOf())?.reports['teams']?.state, 'concealed');
  const concealed = await activityOf(id);
  assert.deepEqual([concealed?.lastOn, concealed?.concealed], [usedOn, true]);
  directory.reports.conceals = 'hashes';
  // All of them would be idle by a report of that day.
  await elapse(24 * 35);
  // After weeks in a moment, no key signs any more. Another process makes the next one when it starts.
  await (await startTestService({ ROLES: 'api' }, { at, deps: onGraph.deps })).close();
  await onGraph.service.service.refresh();
  assert.deepEqual([await found(), await told(), await asked()], [1, 1, 0]);

  Object.assign(directory.reports, { conceals: undefined, cutAfterBytes: 200 });
  await elapse(24);
  assert.match((await reportsOf())?.failure ?? '', /not readable|downloaded/);
  assert.equal((await activityOf(id))?.lastOn, usedOn);
  assert.deepEqual([await found(), await told(), await asked()], [1, 1, 0]);
  const fractions = ids.map((one) =>
    createSeededRandom(seed).fraction(`share ${onGraph.groupOf(one).id}`),
  );
  const [, halfOf] = fractions.toSorted((one, other) => one - other);
  for (const [name, report] of [
    ['late', { daysOld: 9 }],
    ['partial', { daysOld: 2, share: halfOf }],
  ] as const) {
    Object.assign(directory.reports, { cutAfterBytes: undefined, ...report });
    await elapse(24);
    assert.equal((await reportsOf())?.failure, null, name);
    assert.deepEqual([await found(), await told(), await asked()], [0, 1, 0], name);
  }
  directory.reports.share = 1;
  await elapse(24);
  assert.deepEqual([await found(), await told(), await asked()], [0, 1, 3]);
  const [message, ...others] = mails.received.filter(({ to }) =>
    to.includes('ada@nordlicht.example'),
  );
  assert.deepEqual(others, []);
  assert.match(
    partOf(message?.source ?? '', 'text/plain').replaceAll(/\s+/g, ' '),
    /Display concealed user, group, and site names in all reports/,
  );
  await onGraph.close();
  await mails.close();
});
