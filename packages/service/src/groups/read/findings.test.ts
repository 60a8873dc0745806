// The list of groups that need attention: each with its differences and findings, counted by kind, until an operation
// makes the comparison void.
import type { ObservedState } from '../../engine/observed-state.ts';
import { differencesOf } from '../../../testing/differences.ts';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { AdminClient } from '../../../testing/admin-client.ts';
import { type AdminGroups, startAdminGroups } from '../../../testing/admin-groups.ts';
import { type AdminService, startAdminService } from '../../../testing/admin-service.ts';
import { observeGroup } from '../../../testing/observe-group.ts';

let service: AdminService;
let admin: AdminClient;
let groups: AdminGroups;

before(async () => {
  service = await startAdminService({ RECONCILIATION_INTERVAL_MINUTES: 'off' });
  admin = await AdminClient.signedIn(service);
  groups = await startAdminGroups(admin, { people: ['ada@nordlicht.example'] });
});
after(() => service.close());

const create = (alias: string) => groups.create({ displayName: alias, mailNickName: alias });

/** A reconciliation writes the same. */
async function observe(
  teamId: string,
  { drift = [], findings = [] }: { drift?: object[]; findings?: string[] },
): Promise<void> {
  const observed: ObservedState = {
    kind: 'team',
    displayName: 'Fun corner',
    description: null,
    visibility: 'private',
    archived: false,
    ownerIds: [],
    memberCount: 3,
    guestCount: 0,
    responsible: 'disabled',
    deputy: null,
  };
  const { database, tenantId } = service;
  await observeGroup(database, { tenantId, teamId }, { observed, drift, findings });
}

const namesOf = (items: readonly { displayName: string }[]) =>
  items.map(({ displayName }) => displayName);

test('groups with findings are listed and counted by kind, with what was recorded and what was seen', async () => {
  const [asRecorded, renamed, orphan] = [
    await create('as-recorded'),
    await create('renamed'),
    await create('orphan'),
  ];
  const difference = { property: 'displayName', expected: 'renamed', observed: 'Fun corner' };
  await observe(asRecorded, {});
  await observe(renamed, { drift: [difference] });
  await observe(orphan, { findings: ['ownerless', 'responsible_unavailable'] });

  const { body } = await admin.get('teams?finding=any&total=true');
  assert.deepEqual(namesOf(body.items), ['orphan', 'renamed']);
  const counts = {
    all: 2,
    differs: 1,
    idle: 0,
    ownerless: 1,
    tooFewOwners: 0,
    responsibleUnavailable: 1,
    deputyUnavailable: 0,
    responsibleUnreachable: 0,
    deputyUnreachable: 0,
    contested: 0,
  };
  assert.deepEqual([body.total, body.counts], [2, counts]);
  const [, { drift, observed, template, organisation }] = body.items;
  assert.deepEqual(
    [differencesOf(drift), observed.displayName, template, organisation],
    [[difference], 'Fun corner', 'Track', 'Rail'],
  );

  const { body: owners } = await admin.get('teams?finding=ownerless&total=true');
  assert.deepEqual([namesOf(owners.items), owners.total], [['orphan'], 1]);
  const { body: first } = await admin.get('teams?finding=any&limit=1');
  assert.deepEqual(namesOf(first.items), ['orphan']);
  const { body: second } = await admin.get('teams?finding=any&limit=1&offset=1');
  assert.deepEqual(namesOf(second.items), ['renamed']);
  assert.equal((await admin.get('teams?finding=other')).status, 400);
});

test('a change of the group takes it off the list until it is compared again', async () => {
  const teamId = await create('changed');
  await observe(teamId, { findings: ['ownerless'] });
  assert.ok(namesOf((await admin.get('teams?finding=any')).body.items).includes('changed'));
  const { etag } = (await admin.get(`teams/${teamId}`)).body;
  const headers = { 'if-match': `"${etag}"` };
  await admin.call('PATCH', `teams/${teamId}`, { description: 'New' }, headers);
  assert.ok(!namesOf((await admin.get('teams?finding=any')).body.items).includes('changed'));
});

test('a mass departure is on the first page until an administrator releases it, once', async () => {
  const { database, tenantId } = service;
  await database.query(
    `insert into watched_people
      (tenant_id, person_id, unavailable_reason, unavailable_since, departed_at, is_held, checked_at)
    select $1, gen_random_uuid(), 'deleted', now(), now(), true, now() from generate_series(1, 3)`,
    [tenantId],
  );
  await database.query(
    `insert into followed_people (tenant_id, due_at, checks_all_at, mass_departure)
    values ($1, now(), now(), $2)
    on conflict (tenant_id) do update set mass_departure = excluded.mass_departure`,
    [tenantId, JSON.stringify({ since: '2026-11-20T08:00:00.000Z', departed: 3, answering: 4 })],
  );
  const stopped = async () =>
    (await admin.get('to-do')).body.causes.filter(
      ({ cause }: { cause: string }) => cause === 'mass_departure',
    );
  assert.equal((await stopped())[0].affected, 3);
  assert.equal((await admin.get('responsibility')).body.massDeparture.departed, 3);
  const release = () => admin.call('POST', 'responsibility/mass-departure/release');
  const { status, body } = await release();
  assert.deepEqual([status, body.massDeparture], [200, null]);
  assert.deepEqual(await stopped(), []);
  assert.equal((await release()).status, 404);
});
