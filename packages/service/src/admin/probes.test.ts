// Probes of the connection through the API and the admin API: the setting of the night, the history, and a probe now.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { AdminClient } from '../../testing/admin-client.ts';
import { type AdminService, startAdminService } from '../../testing/admin-service.ts';

let service: AdminService;
let admin: AdminClient;

before(async () => {
  // Without a worker, a probe that is asked for waits.
  service = await startAdminService({ ROLES: 'api' });
  admin = await AdminClient.signedIn(service);
});
after(() => service.close());

const change = async (nightlyProbe: unknown, client = admin) => {
  const { etag } = (await client.get('directory')).body;
  return client.call(
    'PUT',
    'directory/nightly-probe',
    { nightlyProbe },
    { 'if-match': `"${String(etag)}"` },
  );
};

async function connect(): Promise<void> {
  const { body } = await admin.get('directory');
  const guid = '11111111-2222-4333-8444-555555555555';
  const answer = await admin.call(
    'PUT',
    'directory/microsoft365',
    { entraTenantId: guid, clientId: guid, credential: 'secret', secret: 'a-secret' },
    { 'if-match': `"${String(body.etag)}"` },
  );
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
}

test('a sandbox has no probe', async () => {
  const refused = await change({ hour: 3 });
  assert.equal(refused.status, 422);
  assert.equal(refused.body.errors[0].pointer, '/nightlyProbe');
  assert.equal((await change(null)).status, 200);
  assert.deepEqual((await admin.get('directory/probes')).body, {
    running: null,
    assumptions: [],
    probes: [],
  });
  const { status, body } = await admin.call('POST', 'directory/probes');
  assert.deepEqual([status, body.code], [409, 'in_use']);
});

test('the night is set, logged and refused at its place, and only by those who may change settings', async () => {
  await connect();
  assert.equal((await admin.get('directory')).body.nightlyProbe, null);
  const nightlyProbe = { hour: 3, owner: 'kim.larsen@nordlicht.example' };
  const changed = await change(nightlyProbe);
  assert.equal(changed.status, 200, JSON.stringify(changed.body));
  assert.deepEqual(changed.body.nightlyProbe, nightlyProbe);
  const { body: log } = await admin.get('activity?action=tenant.changed');
  assert.deepEqual(log.items[0].data, {
    before: { nightlyProbe: null },
    after: { nightlyProbe },
  });
  for (const [bad, pointer] of [
    [{ hour: 24 }, '/nightlyProbe/hour'],
    [{ hour: -1 }, '/nightlyProbe/hour'],
    [{ hour: 2.5 }, '/nightlyProbe/hour'],
    [{}, '/nightlyProbe/hour'],
    [{ hour: 3, owner: 'kim' }, '/nightlyProbe/owner'],
    [{ hour: 3, guest: 'guest@elsewhere.example' }, '/nightlyProbe/owner'],
    [undefined, '/nightlyProbe'],
  ] as const) {
    const { status, body } = await change(bad);
    assert.equal(status, 422, JSON.stringify(bad));
    assert.equal(body.errors[0].pointer, pointer, JSON.stringify(body));
  }
  for (const role of ['reader', 'operator', 'template_editor'] as const) {
    const client = await AdminClient.signedIn(service, `${role}@nordlicht.example`, role);
    assert.equal((await change({ hour: 4 }, client)).status, 403, role);
    assert.equal((await client.call('POST', 'directory/probes')).status, 403, role);
    assert.equal((await client.get('directory/probes')).status, 200, role);
  }
});

test('a person asks for one probe, and the history and Home have the newest verdicts', async () => {
  const { tenantId, database } = service;
  const insert = (finishedAt: string, assumptions: unknown) =>
    database.query(
      `insert into connection_probes (tenant_id, probe_id, origin, asked_at, started_at, finished_at, outcome, assumptions)
       values ($1, gen_random_uuid(), 'night', $2, $2, $2, 'done', $3)`,
      [tenantId, finishedAt, JSON.stringify(assumptions)],
    );
  const one = {
    name: 'marker_kept',
    state: 'changed',
    seen: 'accepted',
    durationMs: 40,
    assumed: 'A unique name that a group has cannot be changed.',
    simulated: 'refused',
    verdict: 'changed',
    since: '2027-01-05T02:00:00.000Z',
  };
  const notSeen = { ...one, state: 'not_seen', seen: 'the group has no unique name' };
  await insert('2027-01-05T02:00:00Z', [one]);
  await insert('2027-01-06T02:00:00Z', [notSeen]);

  const [first, second] = [
    await admin.call('POST', 'directory/probes'),
    await admin.call('POST', 'directory/probes'),
  ];
  assert.equal(first.status, 200, JSON.stringify(first.body));
  assert.equal(first.body.running.origin, 'person');
  assert.equal(second.body.running.askedAt, first.body.running.askedAt);
  assert.deepEqual(first.body.assumptions, [notSeen]);
  assert.deepEqual(
    first.body.probes.map(({ changed, seen }: { changed: string[]; seen: number }) => [
      changed,
      seen,
    ]),
    [
      [[], 0],
      [['marker_kept'], 1],
    ],
  );
  const { body: overview } = await admin.get('overview');
  assert.deepEqual(overview.attention.changedAssumptions, [
    { name: 'marker_kept', since: one.since },
  ]);
});
