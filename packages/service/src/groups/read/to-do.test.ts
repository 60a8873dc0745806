// The list of what is to do: its counts are those of the lists behind it, for keys and for administrators.
import type { ObservedState } from '../../engine/observed-state.ts';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { AdminClient } from '../../../testing/admin-client.ts';
import { type AdminGroups, startAdminGroups } from '../../../testing/admin-groups.ts';
import { type AdminService, startAdminService } from '../../../testing/admin-service.ts';
import { eventually } from '../../../testing/eventually.ts';
import { observeGroup } from '../../../testing/observe-group.ts';

let service: AdminService;
let admin: AdminClient;
let groups: AdminGroups;
let jonas: { readonly personId: string };

interface Cause {
  readonly area: string;
  readonly cause: string;
  readonly id: string | null;
  readonly count: number;
}

before(async () => {
  service = await startAdminService({ RECONCILIATION_INTERVAL_MINUTES: 'off' });
  admin = await AdminClient.signedIn(service);
  groups = await startAdminGroups(admin, {
    people: ['jonas@nordlicht.example', 'ada@nordlicht.example'],
  });
  const { body } = await admin.get('directory/people?search=jonas');
  jonas = body.items[0];
});
after(() => service.close());

const create = (alias: string, people: object = {}) =>
  groups.create({ displayName: alias, mailNickName: alias, deputy: null, ...people });
const query = (sql: string, ...values: unknown[]) => service.database.query(sql, values);

async function observe(
  teamId: string,
  seen: { drift?: readonly object[]; findings?: readonly string[] },
): Promise<void> {
  const observed: ObservedState = {
    kind: 'team',
    displayName: 'x',
    description: null,
    visibility: 'private',
    archived: false,
    ownerIds: [],
    memberCount: 3,
    guestCount: 0,
    responsible: 'enabled',
    deputy: null,
  };
  const { database, tenantId } = service;
  await observeGroup(database, { tenantId, teamId }, { observed, ...seen });
}

/** The number of items in the list of a cause. */
async function listedOf({ area, cause, id }: Cause): Promise<number> {
  if (area === 'ownership' || area === 'differences' || area === 'rosters') {
    const named = encodeURIComponent(id === null ? cause : `${cause}:${id}`);
    const { status, body } = await admin.get(`teams?toDo=${area}&cause=${named}&total=true`);
    assert.equal(status, 200, JSON.stringify(body));
    // Someone writes between the two reads.
    return body.items.length === body.total ? body.total : NaN;
  }
  assert.equal(cause, 'failed');
  const { body } = await admin.get(
    `teams?error=${id}&superseded=false&declined=false&status=failed&total=true`,
  );
  return body.total;
}

async function disable(name: string): Promise<void> {
  const { body } = await admin.get(`directory/people?search=${name}`);
  const { personId, etag, email, kind } = body.items[0];
  const changed = { name: 'Jonas Lindqvist', email, kind, enabled: false };
  const path = `directory/people/${personId}`;
  const { status } = await admin.call('PUT', path, changed, { 'if-match': `"${etag}"` });
  assert.equal(status, 200);
}

const read = async () => (await admin.get('to-do')).body as { total: number; causes: Cause[] };

test('each count is the number of groups in the list of its cause, and a group is once in an area', async () => {
  assert.deepEqual(await read().then(({ total, causes }) => [total, causes]), [0, []]);
  const [left, alsoLeft, vacant] = await Promise.all(
    ['left', 'also-left', 'vacant'].map((alias) => create(alias)),
  );
  const ada = { responsible: 'ada@nordlicht.example' };
  const [differing, contested, gone] = await Promise.all(
    ['differing', 'contested', 'gone'].map((alias) => create(alias, ada)),
  );
  assert.ok(left && alsoLeft && vacant && differing && contested && gone);
  const { tenantId } = service;
  await disable('jonas');
  await eventually(async () => (await read()).total === 3, 'the service knows that Jonas left');
  await query(
    'update team_search set responsible_id = null where tenant_id = $1 and team_id = $2',
    tenantId,
    vacant,
  );
  const difference = { property: 'displayName', expected: 'a', observed: 'b' };
  await query(
    `update provisionings set gone_since = now() where tenant_id = $1 and team_id = $2`,
    tenantId,
    gone,
  );
  const wanted = [
    'differences contested 1',
    'differences differs 1',
    'differences gone 1',
    'ownership unavailable 2',
    'ownership vacant 1',
  ];
  // A comparison and a tick that run meanwhile write what they see.
  await eventually(async () => {
    await query(
      `insert into group_responsibility (tenant_id, team_id, state, since, memory)
      select $1, team_id, 'vacant', now(), '{}' from unnest($2::uuid[]) team_id
      on conflict (tenant_id, team_id) do update set state = 'vacant'`,
      tenantId,
      [left, vacant],
    );
    // The finding and the state of the person are one thing to do.
    await observe(left, { findings: ['ownerless', 'responsible_unavailable'] });
    await observe(differing, { drift: [difference] });
    await observe(contested, { drift: [difference], findings: ['contested'] });
    const { total, causes } = await read();
    const listed = await Promise.all(causes.map(listedOf));
    const { body } = await admin.get('teams?toDo=ownership&total=true');
    const compared = body.items.find((group: { teamId: string }) => group.teamId === left);
    const counted = causes.map(({ area, cause, count }) => `${area} ${cause} ${count}`);
    const isWanted = (one: unknown, other: unknown) =>
      JSON.stringify(one) === JSON.stringify(other);
    return (
      wanted.every((one) => counted.includes(one)) &&
      counted.length === wanted.length &&
      isWanted(
        listed,
        causes.map(({ count }) => count),
      ) &&
      total === 6 &&
      body.total === 3 &&
      body.items.every((group: object) => 'responsibility' in group) &&
      isWanted(compared?.findings, ['ownerless', 'responsible_unavailable']) &&
      causes.some(({ cause, id }) => cause === 'unavailable' && id === jonas.personId)
    );
  }, 'each count is the number of groups in its list');
});

test('a key and an administrator read the same, and a cause without its area is refused', async () => {
  const answer = await groups.call('/to-do');
  assert.equal(answer.status, 200);
  const { total } = (await answer.json()) as { total: number };
  assert.equal(total, (await read()).total);
  const { status, body } = await admin.get('teams?cause=vacant');
  assert.deepEqual([status, body.errors[0].parameter], [400, 'toDo']);
  assert.equal((await admin.get('teams?toDo=other')).status, 400);
});

test('people of rosters who cannot come in are to do by their reasons, and so is a roster that was not applied', async () => {
  const [refused, waiting, failed] = await Promise.all(
    ['refused', 'waiting', 'not-applied'].map((alias) =>
      create(alias, { responsible: 'ada@nordlicht.example' }),
    ),
  );
  assert.ok(refused && waiting && failed);
  const put = (teamId: string, members: readonly object[]) =>
    admin.call('PUT', `teams/${teamId}/rosters/hr`, { members }, { prefer: 'wait=20' });
  const unknown = ['partner-1', 'partner-2'].map((name) => ({ person: `${name}@partner.example` }));
  for (const teamId of [refused, waiting, failed]) {
    const { status, body } = await put(teamId, unknown);
    assert.equal(status, 200, JSON.stringify(body));
  }
  const rosters = async () =>
    (await read()).causes
      .filter(({ area }) => area === 'rosters')
      .map(({ cause, id, count }) => `${cause} ${id} ${count}`)
      .toSorted();
  // People are looked up for a week before anyone has to look after them.
  assert.deepEqual(await rosters(), []);
  await query(
    `update roster_entries set waiting_since = waiting_since - interval '8 days' where tenant_id = $1`,
    service.tenantId,
  );
  await query(
    `update roster_entries set result = 'refused', code = 'domain_refused' where team_id = $1 and person like 'partner-1%'`,
    refused,
  );
  await query(`update rosters set version = version + 1 where team_id = $1`, failed);
  assert.deepEqual(await rosters(), [
    'not_applied null 1',
    'people_refused domain_refused 1',
    'people_waiting null 1',
  ]);
  const { causes } = await read();
  for (const cause of causes.filter(({ area }) => area === 'rosters')) {
    assert.equal(await listedOf(cause), cause.count, cause.cause);
  }
  // The source names them no longer.
  for (const teamId of [refused, waiting, failed]) await put(teamId, []);
  assert.deepEqual(await rosters(), []);
});

test('failed creations and stopped rules are to do, and the latter are not for limited callers', async () => {
  // The tick answers items of the tests before meanwhile: only these two areas are compared.
  const countOf = (
    { causes }: Awaited<ReturnType<typeof read>>,
    isOne: (cause: Cause) => boolean,
  ) => causes.filter(isOne).reduce((sum, { count }) => sum + count, 0);
  const isCreation = ({ area }: Cause) => area === 'creations';
  const isStop = ({ cause }: Cause) => cause === 'stopped_restores';
  const before = await read();
  const failed = await groups.call('/teams', {
    displayName: 'x',
    mailNickName: 'x-sandbox-failing',
    organisationIdOrIdentifier: 'rail',
    templateIdOrIdentifier: 'track',
    responsible: 'ada@nordlicht.example',
    owners: [],
    members: [],
  });
  const { teamId } = (await failed.json()) as { teamId: string };
  while ((await admin.get(`teams/${teamId}`)).body.status !== 'failed') {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await query(
    `insert into enforcement_brakes (tenant_id, rule, subject_id, since, wanted) values ($1, 'restore', $1, now(), 30)`,
    service.tenantId,
  );
  const found = await read();
  assert.equal(countOf(found, isCreation), countOf(before, isCreation) + 1);
  assert.equal(countOf(found, isStop), countOf(before, isStop) + 1);
  const creation = found.causes.find(isCreation);
  assert.ok(creation);
  assert.equal(await listedOf(creation), creation.count);
});
