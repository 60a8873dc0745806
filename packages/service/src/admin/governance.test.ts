// The governance of groups as administrators see it: responsibility, lifecycle, tasks and notices, each as the API has it.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { runAdminBatch } from '../../testing/run-batch.ts';
import { AdminClient } from '../../testing/admin-client.ts';
import { type AdminGroups, startAdminGroups } from '../../testing/admin-groups.ts';
import { type AdminService, startAdminService } from '../../testing/admin-service.ts';
import { eventually } from '../../testing/eventually.ts';

const [ada, ben] = ['ada@nordlicht.example', 'ben@nordlicht.example'] as const;
let service: AdminService;
let admin: AdminClient;
let groups: AdminGroups;

before(async () => {
  service = await startAdminService();
  admin = await AdminClient.signedIn(service);
  groups = await startAdminGroups(admin, {
    people: [ada, ben],
    template: {
      policy: {
        responsibility: { graceDays: 0 },
        lifecycle: { expires: { after: 'P1Y' } },
        notices: { created: ['responsible'] },
      },
    },
  });
});
after(() => service.close());

/** Reads the group once the tick has assessed it. */
async function assessed(teamId: string) {
  await eventually(async () => {
    await service.service.runDue();
    return (await admin.get(`teams/${teamId}`)).body.lifecycle !== null;
  }, 'the group was assessed');
  return (await admin.get(`teams/${teamId}`)).body;
}

test('a group shows its responsibility and its lifecycle as the API does, and its notices', async () => {
  const teamId = await groups.create();
  const { responsibility, lifecycle } = await assessed(teamId);
  const answer = await groups.call(`/teams/${teamId}`);
  const team = (await answer.json()) as Record<string, unknown>;
  assert.deepEqual(
    { responsibility, lifecycle },
    {
      responsibility: team['responsibility'],
      lifecycle: team['lifecycle'],
    },
  );
  assert.equal(responsibility.state, 'held');

  const nextAt = new Date(Date.UTC(2030, 0, 2, 8));
  await eventually(async () => {
    // The tick removes it again, because the template asks for no reviews.
    await service.database.query(
      `insert into review_dates (tenant_id, team_id, next_at) values ($1, $2, $3) on conflict do nothing`,
      [service.tenantId, teamId, nextAt],
    );
    const { nextReviewAt } = (await admin.get(`teams/${teamId}`)).body;
    return nextReviewAt === nextAt.toISOString();
  }, 'the group shows its next review');

  const { body: notices } = await admin.get(`teams/${teamId}/notices`);
  assert.deepEqual(
    notices.items.map(({ kind, to }: { kind: string; to: { email: string } }) => [kind, to.email]),
    [['created', ada]],
  );
  assert.equal(notices.nextLink, undefined);
  assert.equal((await admin.get(`teams/${randomUUID()}/notices`)).status, 404);
});

test('groups are found by the state of their responsibility and by their expiry', async () => {
  const teamId = await groups.create({ deputy: null });
  const { lifecycle } = await assessed(teamId);
  const found = async (query: string) => {
    const { status, body } = await admin.get(`teams?${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body.items.map((one: { teamId: string }) => one.teamId);
  };
  const held = await found('responsibility=held');
  assert.ok(held.includes(teamId));
  assert.deepEqual(await found('responsibility=vacant'), []);
  const later = new Date(Date.parse(lifecycle.expiresAt) + 1).toISOString();
  assert.ok((await found(`expiresBefore=${later}`)).includes(teamId));
  assert.ok(!(await found(`expiresBefore=${lifecycle.expiresAt}`)).includes(teamId));
  for (const wrong of ['tomorrow', '2027-02-30T00:00:00Z', '2027-01-01']) {
    assert.equal((await admin.get(`teams?expiresBefore=${wrong}`)).status, 400, wrong);
  }
});

test('the lists of responsibility and of the lifecycle show each group with its people and dates', async () => {
  const { tenantId, database } = service;
  const teamId = await groups.create({ responsible: ben, deputy: null });
  await assessed(teamId);
  // As the tick writes it: governance/responsibility/responsibility.test.ts.
  await database.query(
    `with gone as (
       insert into watched_people (tenant_id, person_id, email, checked_at, unavailable_reason, unavailable_since)
       select $1, responsible_id, $3, now(), 'disabled', now() from team_search where tenant_id = $1 and team_id = $2
       on conflict (tenant_id, person_id) do update
       set email = $3, unavailable_reason = 'disabled', unavailable_since = now()
     )
     insert into group_responsibility (tenant_id, team_id, state, since, memory) values ($1, $2, 'vacant', now(), '{}')`,
    [tenantId, teamId, ben],
  );
  const { body: vacant } = await admin.get(
    'teams?responsibility=vacant&sort=responsibilitySince&total=true',
  );
  assert.equal(vacant.total, 1);
  assert.equal(vacant.items[0].teamId, teamId);
  const { responsible, deputy, state } = vacant.items[0].responsibility;
  assert.deepEqual(
    [state, responsible.email, responsible.available, deputy],
    ['vacant', ben, false, null],
  );
  assert.equal((await admin.get('teams?responsibility=shaky&total=true')).body.total, 0);
  assert.equal((await admin.get('teams?responsibility=held&sort=responsibilitySince')).status, 400);

  const { body: most } = await admin.get('responsibility/people');
  assert.deepEqual(
    most.items.map((one: Record<string, unknown>) => [
      one['responsible'],
      one['deputy'],
      one['available'],
    ]),
    [
      [2, 0, true],
      [1, 1, false],
    ],
  );
  const { body: lifecycle } = await admin.get('lifecycle');
  assert.equal(lifecycle.days.length, 90);
  const { body: expiring } = await admin.get('teams?lifecycle=expiring&sort=expiresAt&total=true');
  assert.equal(expiring.total, groups.count);
  assert.equal(
    (await admin.get('teams?lifecycle=archived&sort=-archivedAt&total=true')).body.total,
    0,
  );
  assert.deepEqual(
    [lifecycle.expiring, lifecycle.deleting, lifecycle.archived, lifecycle.onHold],
    [groups.count, 0, 0, 0],
  );
});

test('several groups are renewed, put on hold and released at once, and each refusal has its group', async () => {
  // A renewal never shortens, so this group expires before the day to which it is renewed.
  const template = await admin.call('POST', `organisations/${groups.organisationId}/templates`, {
    name: 'Siding',
    identifier: 'siding',
    mailNicknamePattern: '',
    displayNamePattern: '',
    policy: { lifecycle: { expires: { after: 'P2D' }, remindBefore: ['P1D'] } },
  });
  assert.equal(template.status, 201, JSON.stringify(template.body));
  const teamId = await groups.create({ templateIdOrIdentifier: 'siding' });
  await assessed(teamId);
  const absent = randomUUID();
  const { now } = (await admin.get('lifecycle')).body;
  const until = new Date(Date.parse(now) + 5 * 86_400_000).toISOString();
  const change = (kind: string, more: object = {}) =>
    runAdminBatch(admin, { kind, groups: [{ teamId }, { teamId: absent }], ...more });

  const statuses = async (...given: Parameters<typeof change>) =>
    (await change(...given)).map(({ status }) => status);
  assert.deepEqual(await statuses('renew', { until }), ['succeeded', 'refused']);
  assert.equal((await admin.get(`teams/${teamId}`)).body.lifecycle.expiresAt, until);
  const { body: calendar } = await admin.get('lifecycle');
  const expiring = (day: { expiring: number; archiving: number }) => [day.expiring, day.archiving];
  const day = calendar.days[5];
  assert.deepEqual(expiring(day), [1, 1]);
  const listOf = async (query: string) => {
    const { body } = await admin.get(`teams?total=true&${query}`);
    return [body.total, ...body.items.map((one: { teamId: string }) => one.teamId)];
  };
  const onDay = `date=${day.date}`;
  assert.deepEqual(await listOf(`lifecycle=expiring&sort=expiresAt&${onDay}`), [1, teamId]);
  assert.deepEqual(await listOf(`lifecycle=expiring&sort=expiresAt&${onDay}&archives=true`), [
    1,
    teamId,
  ]);
  assert.deepEqual(await listOf(`lifecycle=expiring&sort=expiresAt&${onDay}&archives=false`), [0]);
  assert.deepEqual(await listOf(`lifecycle=deleting&${onDay}`), [0]);
  assert.deepEqual(
    await listOf(`lifecycle=expiring&sort=expiresAt&date=${calendar.days[4].date}`),
    [0],
  );
  const refused = await admin.get(`teams?lifecycle=on_hold&sort=-heldAt&${onDay}`);
  assert.equal(refused.body.errors[0].parameter, 'date');
  for (const date of ['2027-02-30', '0000-01-01', 'today']) {
    const { status, body } = await admin.get(
      `teams?lifecycle=expiring&sort=expiresAt&date=${date}`,
    );
    assert.deepEqual([status, body.errors[0].parameter], [400, 'date']);
  }

  assert.deepEqual(await statuses('hold', { reason: 'Court' }), ['succeeded', 'refused']);
  const { body: held } = await admin.get('teams?lifecycle=on_hold&sort=-heldAt');
  assert.deepEqual(
    held.items.map((one: { teamId: string; isOnHold: boolean }) => [one.teamId, one.isOnHold]),
    [[teamId, true]],
  );
  assert.deepEqual(expiring((await admin.get('lifecycle')).body.days[5]), [0, 0]);
  assert.deepEqual(await listOf(`lifecycle=expiring&sort=expiresAt&${onDay}`), [0]);
  assert.deepEqual(await statuses('release'), ['succeeded', 'refused']);
  assert.equal((await admin.get('lifecycle')).body.onHold, 0);
});

test('the overview counts what needs a person now', async () => {
  const { tenantId, database } = service;
  const { body: groups } = await admin.get('teams?limit=1');
  const [{ teamId }] = groups.items;
  await database.query(
    `insert into tasks (tenant_id, task_id, kind, team_id, organisation_id, assignees, state, opened_at, due_at)
     select tenant_id, gen_random_uuid(), kind, team_id, organisation_id, '[]', 'open', now(),
       case kind when 'review' then now() - interval '1 day' end
     from teams, unnest(array['approve', 'review']) kind where tenant_id = $1 and team_id = $2`,
    [tenantId, teamId],
  );
  await database.query(
    `insert into notice_channels (tenant_id, failing_since) values ($1, now())
     on conflict (tenant_id) do update set failing_since = now()`,
    [tenantId],
  );
  const reviews = [
    ['lapsed', 40],
    ['lapsed', 2],
    ['lapsed', 1],
    ['withdrawn', 0],
  ] as const;
  for (const [state, days] of reviews) {
    await database.query(
      `insert into reviews (tenant_id, review_id, team_id, organisation_id, state, subjects, unanswered, within,
        requested_by, requested_at, ended_at, read_due_at)
      select tenant_id, gen_random_uuid(), team_id, organisation_id, $3, '["guests"]', 'keep', 'P30D',
        '{"kind": "policy", "id": "p"}', now(), governance_now(tenant_id) - $4 * interval '1 day', now()
      from teams where tenant_id = $1 and team_id = $2`,
      [tenantId, teamId, state, days],
    );
  }
  await admin.call('POST', 'webhooks', { url: 'https://hooks.nordlicht.example/' });
  await database.query('update webhook_endpoints set failures_in_row = 5 where tenant_id = $1', [
    tenantId,
  ]);
  await eventually(async () => {
    // The tick removes it again, because the people of the group are available.
    await database.query(
      `insert into group_responsibility (tenant_id, team_id, state, since, memory)
       values ($1, $2, 'vacant', now(), '{}') on conflict do nothing`,
      [tenantId, teamId],
    );
    const { attention } = (await admin.get('overview')).body;
    const { failingWebhooks, expiring } = attention;
    const { causes } = (await admin.get('to-do')).body;
    const countOf = (area: string, cause: string) =>
      causes.find(
        (one: { area: string; cause: string }) => one.area === area && one.cause === cause,
      )?.count;
    const counts = [countOf('approvals', 'question'), countOf('reviews', 'unanswered')];
    return (
      // Its people are not available, which is the first cause of the group.
      countOf('ownership', 'unavailable') > 0 &&
      JSON.stringify([...counts, failingWebhooks, expiring]) === '[1,2,1,1]' &&
      attention.messagesFailingSince !== null
    );
  }, 'the overview was read again');
});
