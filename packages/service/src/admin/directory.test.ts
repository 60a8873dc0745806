// The directory connection as administrators change it, over real HTTP: against the Graph simulator, and against
// servers that would lead the service astray.
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import {
  createClientCertificate,
  createLoopbackCertificate,
} from '@groupwright/graph-simulator/certificate.ts';
import { calm } from '@groupwright/graph-simulator/profile.ts';
import {
  createGraphSimulator,
  type Addresses,
  type GraphSimulator,
} from '@groupwright/graph-simulator/simulator.ts';
import { createConfigurationSource } from '../settings/configuration/configuration.postgres.ts';
import { connectionSecretPurpose } from '../settings/tenants/connection-secret.ts';
import { AdminClient, type AdminResponse } from '../../testing/admin-client.ts';
import { startAdminService, type AdminService } from '../../testing/admin-service.ts';
import { addStuckCreation } from '../../testing/stuck-creation.ts';

const operator = { kind: 'operator', id: 'test' } as const;
const someGuid = '11111111-2222-4333-8444-555555555555';
const strangersSecret = 'strangers-secret-that-is-long';

/** A sign-in server that notes what it is asked for. */
interface Snare {
  readonly url: string;
  readonly authority: string;
  readonly asked: string[];
  /** It redirects each request to this address. */
  leadsTo: string;
  close(this: void): void;
}

let simulator: GraphSimulator;
let addresses: Addresses;
let secret: string;
let snare: Snare;
/** May reach loopback, as WEBHOOK_NETWORKS says; the other may not. */
let service: AdminService;
let strictService: AdminService;
let admin: AdminClient;
let strictAdmin: AdminClient;

before(async () => {
  simulator = createGraphSimulator({ seed: 'connection', profile: calm, tenants: [{}, {}] });
  addresses = await simulator.listen();
  secret = simulator.tenants[0]?.clientSecret ?? '';
  snare = await startSnare();
  trust(addresses.authority);
  service = await startAdminService({ WEBHOOK_NETWORKS: 'loopback', LOG_LEVEL: 'debug' });
  strictService = await startAdminService();
  admin = await AdminClient.signedIn(service);
  strictAdmin = await AdminClient.signedIn(strictService);
});
after(async () => {
  snare.close();
  await Promise.all([service.close(), strictService.close()]);
  await simulator.close();
});

/** The one or the other: both authorities have the same name. */
function trust(authority: string): void {
  setDefaultCACertificates([...getCACertificates('bundled'), authority]);
}

async function startSnare(): Promise<Snare> {
  const { authority, certificate, key } = await createLoopbackCertificate();
  const listening = Promise.withResolvers<void>();
  const server: Server = createServer({ cert: certificate, key }, (request, response) => {
    snareNow.asked.push(request.url ?? '');
    request.resume();
    response.writeHead(307, { location: snareNow.leadsTo }).end();
  });
  server.listen(0, '127.0.0.1', listening.resolve);
  await listening.promise;
  const url = `https://localhost:${(server.address() as AddressInfo).port}`;
  const snareNow: Snare = {
    url,
    authority,
    asked: [],
    leadsTo: `${url}/token`,
    close: () => server.close().closeAllConnections(),
  };
  return snareNow;
}

function settings(others: Readonly<Record<string, unknown>> = {}) {
  const [suite] = simulator.tenants;
  return {
    entraTenantId: suite?.tenantId,
    clientId: suite?.clientId,
    credential: 'secret',
    graphBaseUrl: addresses.graphBaseUrl,
    loginBaseUrl: addresses.loginBaseUrl,
    ...others,
  };
}

const put = async (
  body: object,
  etag?: string,
  client: AdminClient = admin,
): Promise<AdminResponse> => {
  const seen = etag ?? (await client.get('directory')).body.etag;
  return client.call('PUT', 'directory/microsoft365', body, { 'if-match': `"${seen}"` });
};
const testConnection = (body: object, client: AdminClient = admin) =>
  client.call('POST', 'directory/microsoft365/test', body);

const faultsOf = ({ body }: AdminResponse): [string, string][] =>
  (body.errors as { pointer: string; code: string }[]).map(({ pointer, code }) => [pointer, code]);

test('a connection is tried before it is saved, works when it is, and its secret is nowhere in clear', async () => {
  const empty = await testConnection({ entraTenantId: '', clientId: '', credential: 'secret' });
  assert.deepEqual(
    [...new Set(faultsOf(empty).map(([pointer]) => pointer))],
    ['/entraTenantId', '/clientId', '/secret'],
  );
  const wrong = await testConnection(settings({ secret: 'wrong-secret' }));
  assert.deepEqual([wrong.status, wrong.body.ok], [200, false]);
  assert.match(wrong.body.detail, /client secret is wrong/);
  assert.deepEqual([wrong.body.code, wrong.body.permissions], ['secret_wrong', null]);
  const right = (await testConnection(settings({ secret }))).body;
  assert.deepEqual([right.ok, right.code], [true, 'works']);
  const { permissions } = (await admin.get('directory')).body;
  assert.deepEqual(
    right.permissions.map(({ permission }: { permission: string }) => permission),
    permissions.map(({ permission }: { permission: string }) => permission),
    'each permission that the connection uses is checked',
  );
  assert.equal((await admin.get('directory')).body.kind, 'sandbox', 'a test changes nothing');

  const saved = await put(settings({ secret, limits: { teamCreate: 5 } }));
  assert.equal(saved.status, 200);
  assert.deepEqual(saved.body.microsoft365, {
    ...settings(),
    hasSecret: true,
    secretExpiresOn: null,
    credentialExpiresAt: null,
    addressesGivenBy: 'administrator',
    limits: { teamCreate: 5 },
  });
  assert.equal((await admin.call('POST', 'directory/test')).body.ok, true);

  const { body: activity } = await admin.get('activity?action=tenant.changed');
  const [entry] = activity.items;
  assert.equal(entry.actor.id, 'ada@nordlicht.example');
  assert.equal(entry.data.directorySecret, 'changed');
  assert.equal(entry.data.after.directory.clientId, settings().clientId);
  const kept = JSON.stringify([
    saved.body,
    (await admin.get('directory')).body,
    await service.database.query('select * from activity'),
    await service.database.query('select * from tenants'),
    service.log,
  ]);
  assert.ok(secret.length > 8 && !kept.includes(secret));
  const [row] = await service.database.query<{ directorySecret: string }>(
    'select directory_secret from tenants where tenant_id = $1',
    [service.tenantId],
  );
  const purpose = connectionSecretPurpose(service.tenantId);
  assert.equal(service.encryption.decrypt(row?.directorySecret ?? '', purpose), secret);
});

test('a change is seen by another process, which reads it from the database', async () => {
  const source = createConfigurationSource(service.database);
  const before = await source.readChanges(undefined);
  await put(settings({ limits: { teamCreate: 6 } }));
  const changes = await source.readChanges(before);
  const [tenant] = changes?.tenants ?? [];
  assert.ok(tenant?.directory.kind === 'microsoft365');
  assert.deepEqual(tenant.directory.limits, { teamCreate: 6 });
});

test('a secret that is left empty stays, and is tested with', async () => {
  for (const left of [{}, { secret: '' }, { secret: null }, { secret: '  ' }]) {
    assert.equal((await testConnection(settings(left))).body.ok, true, JSON.stringify(left));
    const saved = await put(settings({ ...left, limits: { teamCreate: 7 } }));
    assert.deepEqual([saved.status, saved.body.microsoft365.hasSecret], [200, true]);
  }
  assert.equal((await admin.call('POST', 'directory/test')).body.ok, true);
});

test('a stored secret is sent nowhere but where it was given for', async () => {
  const others: Record<string, unknown>[] = [
    { loginBaseUrl: snare.url },
    { graphBaseUrl: snare.url },
    { entraTenantId: someGuid },
    { clientId: someGuid },
    { credential: 'certificate' },
  ];
  for (const other of others) {
    for (const answer of [await testConnection(settings(other)), await put(settings(other))]) {
      assert.equal(answer.status, 422, JSON.stringify(other));
      assert.deepEqual(faultsOf(answer), [['/secret', 'required']], JSON.stringify(other));
    }
  }
  assert.deepEqual(snare.asked, []);
  trust(snare.authority);
  const given = await testConnection(
    settings({ loginBaseUrl: snare.url, secret: strangersSecret }),
  );
  trust(addresses.authority);
  assert.equal(given.body.ok, false);
  assert.ok(snare.asked.length > 0, 'a secret that is given goes where it is given for');
});

test('every fault is named beside its member, and what was sent is not repeated', async () => {
  const shape = await put({
    entraTenantId: 'contoso',
    clientId: someGuid,
    credential: 'password',
    secret: 5,
    limits: { teamCreate: 0, teamCreation: 1 },
    tenant: 'x',
  });
  assert.equal(shape.status, 422);
  assert.deepEqual(
    faultsOf(shape).map(([pointer]) => pointer),
    [
      '/entraTenantId',
      '/credential',
      '/secret',
      '/limits/teamCreate',
      '/limits/teamCreation',
      '/tenant',
    ],
  );
  const noGuid = await put(settings({ clientId: 'contoso', secret }));
  assert.deepEqual(
    faultsOf(noGuid).map(([pointer]) => pointer),
    ['/clientId'],
  );
  assert.match(JSON.stringify(noGuid.body), /clientId must be a GUID/);
  const rules = await put(
    settings({
      credential: 'certificate',
      secret: 'no-certificate-at-all',
      graphBaseUrl: 'graph.example',
      loginBaseUrl: 'https://user:word@login.example',
    }),
  );
  assert.deepEqual(faultsOf(rules), [
    ['/secret', 'not_valid'],
    ['/graphBaseUrl', 'not_valid'],
    ['/loginBaseUrl', 'not_valid'],
  ]);
  assert.ok(!JSON.stringify(rules.body).includes('no-certificate-at-all'));
  const versioned = await put(settings({ graphBaseUrl: 'https://graph.microsoft.com/beta' }));
  assert.deepEqual(faultsOf(versioned), [['/graphBaseUrl', 'not_valid']]);
  const blank = await put(settings({ secret: 'two words' }));
  assert.deepEqual(faultsOf(blank), [['/secret', 'not_valid']]);
});

test('the end of a secret is entered and stays with it, and that of a certificate is read from it', async () => {
  const dayMs = 86_400_000;
  const endOf = ({ body }: AdminResponse) => body.microsoft365.credentialExpiresAt as string | null;
  const soon = new Date(Date.now() + 20 * dayMs).toISOString().slice(0, 10);
  const saved = await put(settings({ secret, secretExpiresOn: soon }));
  assert.equal(saved.body.microsoft365.secretExpiresOn, soon);
  assert.equal(endOf(saved), `${soon}T00:00:00.000Z`);
  assert.equal(endOf(await put(settings({ limits: { teamCreate: 4 } }))), endOf(saved), 'it stays');
  await service.service.refresh();
  const { attention } = (await admin.get('overview')).body;
  assert.equal(attention.credentialExpiresAt, endOf(saved));
  assert.equal(endOf(await put(settings({ secretExpiresOn: null }))), null);
  await put(settings({ secretExpiresOn: soon }));
  assert.equal(endOf(await put(settings({ secret }))), null, 'another secret, another end');

  for (const wrong of ['2027-02-30', '2027-13-01', 'soon']) {
    const answer = await put(settings({ secret, secretExpiresOn: wrong }));
    assert.equal(faultsOf(answer)[0]?.[0], '/secretExpiresOn', wrong);
  }
  const pem = await createClientCertificate();
  const ofCertificate = { credential: 'certificate', secret: pem };
  const told = await put(settings({ ...ofCertificate, secretExpiresOn: soon }));
  assert.deepEqual(faultsOf(told), [['/secretExpiresOn', 'not_allowed']]);
  const certified = await put(settings(ofCertificate));
  const days = (Date.parse(endOf(certified) ?? '') - Date.now()) / dayMs;
  assert.ok(days > 89 && days < 91, `${days} days`);
  await put(settings({ secret }));
});

test('a certificate is taken with its own key only', async () => {
  const [pem, otherPem] = [await createClientCertificate(), await createClientCertificate()];
  const [, certificate = ''] = pem.split(/(?=-----BEGIN CERTIFICATE)/);
  const [otherKey = ''] = otherPem.split(/(?=-----BEGIN CERTIFICATE)/);
  for (const wrong of [certificate, `${otherKey}${certificate}`, pem.replace('MII', 'xxx')]) {
    const answer = await testConnection(settings({ credential: 'certificate', secret: wrong }));
    assert.deepEqual(faultsOf(answer), [['/secret', 'not_valid']]);
  }
  const elliptic = await createLoopbackCertificate();
  const answer = await testConnection(
    settings({ credential: 'certificate', secret: `${elliptic.key}${elliptic.certificate}` }),
  );
  assert.deepEqual(faultsOf(answer), [['/secret', 'not_valid']]);
  assert.match(JSON.stringify(answer.body), /RSA key only/);
  const tried = await testConnection(settings({ credential: 'certificate', secret: pem }));
  assert.equal(tried.body.ok, true);
});

test('the second credential takes certificates only, is nowhere in clear, and has its own lines in the test', async () => {
  const [suite] = simulator.tenants;
  const pem = await createClientCertificate();
  const sharePoint = {
    adminUrl: addresses.sharePointAdminUrl,
    clientId: suite?.sharePoint.clientId,
    credential: 'certificate',
  };
  const given = (others: object) => settings({ sharePoint: { ...sharePoint, ...others } });
  const asSecret = await put(given({ credential: 'secret', secret }));
  assert.deepEqual(faultsOf(asSecret)[0], ['/sharePoint/credential', 'not_allowed']);
  assert.match(JSON.stringify(asSecret.body), /certificate.*managed_identity/);
  for (const [others, pointer, code, words] of [
    [{}, '/secret', 'required', /certificate is missing/],
    [{ secret: 'no-pem' }, '/secret', 'not_valid', /not a PEM/],
    [{ secret: pem, clientId: undefined }, '/clientId', 'required', /client.*missing/],
    [{ credential: 'managed_identity' }, '/credential', 'not_allowed', /Only the operator/],
    [
      { secret: pem, adminUrl: 'https://contoso.sharepoint.com/sites/x' },
      '/adminUrl',
      'not_valid',
      /https:\/\/contoso-admin\.sharepoint\.com\./,
    ],
    [{ secret: pem, adminUrl: 'contoso' }, '/adminUrl', 'not_valid', /absolute https/],
  ] as const) {
    const answer = await put(given(others));
    assert.deepEqual(faultsOf(answer), [[`/sharePoint${pointer}`, code]], JSON.stringify(others));
    assert.match(JSON.stringify(answer.body), words);
  }
  assert.equal('sharePoint' in (await admin.get('directory')).body.microsoft365, false);
  assert.equal('sharePoint' in (await testConnection(settings())).body, false);

  const tried = await testConnection(given({ secret: pem }));
  assert.deepEqual([tried.body.ok, tried.body.sharePoint.ok], [true, true]);
  assert.match(tried.body.sharePoint.detail, /read and change every site/);
  const saved = await put(given({ secret: pem }));
  assert.equal(saved.status, 200, JSON.stringify(saved.body));
  const { credentialExpiresAt, ...answered } = saved.body.microsoft365.sharePoint;
  assert.deepEqual(answered, { ...sharePoint, hasSecret: true, addressGivenBy: 'administrator' });
  assert.ok(Date.parse(credentialExpiresAt) > Date.now());
  const kept = JSON.stringify([
    saved.body,
    await service.database.query('select * from activity'),
    await service.database.query('select * from tenants'),
    service.log,
  ]);
  const [, key = ''] = /-----BEGIN PRIVATE KEY-----\s+(\S{40})/.exec(pem) ?? [];
  assert.ok(key.length === 40 && !kept.includes(key));
  assert.ok(kept.includes('sharePointSecret'), 'the log says that it changed');

  const later = await put(settings({ limits: { teamCreate: 4 } }));
  assert.equal(later.body.microsoft365.sharePoint.hasSecret, true, 'an input without it keeps it');
  assert.equal((await admin.call('POST', 'directory/test')).body.sharePoint.ok, true);
  const metrics = await (await fetch(`${service.baseUrl}/metrics`)).text();
  assert.match(metrics, /graph_calls_total\{call="sharePoint\.query",status="200"\} [1-9]/);
  const elsewhere = await put(given({ adminUrl: snare.url }));
  assert.deepEqual(faultsOf(elsewhere), [['/sharePoint/secret', 'required']]);
  const { body: removed } = await put(settings({ sharePoint: null }));
  assert.equal('sharePoint' in removed.microsoft365, false);
  const [row] = await service.database.query<{ sharePointSecret: string | null }>(
    'select share_point_secret from tenants where tenant_id = $1',
    [service.tenantId],
  );
  assert.equal(row?.sharePointSecret, null);
});

test('a lost update is refused, and so is a change without If-Match, or by a reader', async () => {
  const { etag } = (await admin.get('directory')).body;
  assert.equal((await put(settings({ limits: { teamCreate: 8 } }), etag)).status, 200);
  const late = await put(settings({ limits: { teamCreate: 9 } }), etag);
  assert.equal(late.status, 412);
  assert.match(late.body.detail, /Someone else changed/);
  assert.deepEqual((await admin.get('directory')).body.microsoft365.limits, { teamCreate: 8 });
  const blind = await admin.call('PUT', 'directory/microsoft365', settings());
  assert.equal(blind.status, 400);

  const reader = await AdminClient.signedIn(service, 'rea@nordlicht.example', 'reader');
  assert.equal((await put(settings(), undefined, reader)).status, 403);
  assert.equal((await testConnection(settings(), reader)).status, 403);
  assert.equal((await reader.get('directory')).body.microsoft365.hasSecret, true);
});

test('addresses that are not public are refused where the operator did not name them', async () => {
  const literals = [
    'https://127.0.0.1:9',
    'https://[::1]',
    'https://10.0.0.1',
    'https://169.254.169.254',
    'https://[::ffff:a00:1]',
    'https://2130706433',
  ];
  for (const address of literals) {
    const body = settings({ graphBaseUrl: address, loginBaseUrl: address, secret });
    assert.deepEqual(
      faultsOf(await testConnection(body, strictAdmin)),
      [
        ['/graphBaseUrl', 'address_refused'],
        ['/loginBaseUrl', 'address_refused'],
      ],
      address,
    );
  }
  const plain = settings({ graphBaseUrl: 'http://graph.example', secret });
  const loginOnly = faultsOf(await testConnection(plain, strictAdmin));
  assert.deepEqual(loginOnly, [['/graphBaseUrl', 'not_valid']]);
});

test('a name that resolves to an internal address is refused when it is connected to', async () => {
  trust(snare.authority);
  const before = snare.asked.length;
  const graphBaseUrl = 'https://graph.microsoft.com';
  const body = settings({ graphBaseUrl, loginBaseUrl: snare.url, secret: strangersSecret });
  const tried = await testConnection(body, strictAdmin);
  assert.equal(tried.body.ok, false);
  assert.match(tried.body.detail, /is not allowed/);
  const saved = await put(body, undefined, strictAdmin);
  assert.equal(saved.status, 200);
  const used = await strictAdmin.call('POST', 'directory/test');
  assert.match(used.body.detail, /is not allowed/);
  assert.equal(snare.asked.length, before, 'nothing was sent');
  trust(addresses.authority);
});

test('neither can a server that may be reached lead on to another one', async () => {
  trust(snare.authority);
  for (const away of ['https://169.254.169.254/token', 'https://10.1.2.3/token', snare.url]) {
    snare.leadsTo = away;
    const before = snare.asked.length;
    const tried = await testConnection(
      settings({ loginBaseUrl: snare.url, secret: strangersSecret }),
    );
    assert.equal(tried.body.ok, false);
    assert.match(tried.body.detail, /answered with status 307 and gave no reason/);
    const { tenantId } = simulator.tenants[0] ?? {};
    const asked = new Set(snare.asked.slice(before));
    assert.deepEqual([...asked], [`/${tenantId}/oauth2/v2.0/token`]);
  }
  trust(addresses.authority);
});

for (const credential of ['workload_identity', 'managed_identity']) {
  test(`the identity of the service itself is the operator’s to lend: ${credential}`, async () => {
    assert.equal((await put(settings({ secret }))).status, 200);
    const wanted = settings({ credential, secret: '' });
    assert.deepEqual(faultsOf(await put(wanted)), [['/credential', 'not_allowed']]);
    await connectByOperator(wanted);
    for (const other of [{ clientId: someGuid }, { loginBaseUrl: snare.url }]) {
      const answer = await testConnection({ ...wanted, ...other });
      assert.deepEqual(faultsOf(answer), [['/credential', 'not_allowed']], JSON.stringify(other));
    }
    assert.equal((await put({ ...wanted, limits: { teamCreate: 3 } })).status, 200);
    const back = await put(settings({ secret }));
    assert.equal(back.status, 200);
    assert.equal(back.body.microsoft365.addressesGivenBy, 'operator', 'they are as they were');
  });
}

async function connectByOperator(settings: Record<string, unknown>) {
  const { secret: _, ...directory } = settings;
  await service.change(({ tenants }) =>
    tenants.change(operator, service.tenantId, undefined, {
      name: 'Nordlicht',
      directory: { ...directory, kind: 'microsoft365' } as never,
      directorySecretSealed: null,
    }),
  );
}

test('a system-assigned managed identity has no client id, and an administrator can only change its limits', async () => {
  const { clientId: _, ...wanted } = settings({ credential: 'managed_identity', secret: '' });
  await connectByOperator(wanted);
  const shown = (await admin.get('directory')).body.microsoft365;
  assert.deepEqual(
    [shown.credential, shown.clientId, shown.hasSecret],
    ['managed_identity', null, false],
  );
  const changed = await put({ ...wanted, clientId: null, limits: { teamCreate: 3 } });
  assert.deepEqual([changed.status, changed.body.microsoft365.clientId], [200, null]);
  for (const other of [{ clientId: someGuid }, { entraTenantId: someGuid }]) {
    assert.deepEqual(faultsOf(await put({ ...wanted, ...other })), [
      ['/credential', 'not_allowed'],
    ]);
  }
  assert.deepEqual(faultsOf(await put({ ...wanted, credential: 'secret', secret })), [
    ['/clientId', 'required'],
  ]);
  assert.equal((await put(settings({ secret }))).status, 200);
});

test('a tenant that has groups is not connected to another suite here', async () => {
  const other = simulator.tenants[1];
  const otherSuite = settings({
    entraTenantId: other?.tenantId,
    clientId: other?.clientId,
    secret: other?.clientSecret,
  });
  const toSandbox = async () =>
    admin.call(
      'PUT',
      'directory/sandbox',
      { replicationDelayMs: 0, teamCreationMs: 0 },
      { 'if-match': `"${(await admin.get('directory')).body.etag}"` },
    );
  assert.equal((await admin.get('directory')).body.hasGroups, false);
  const teamId = await addStuckCreation(service.database, service.tenantId);
  assert.equal((await admin.get('directory')).body.hasGroups, true, 'known before anyone types');
  for (const answer of [await put(otherSuite), await toSandbox()]) {
    assert.deepEqual([answer.status, answer.body.code], [409, 'in_use']);
  }
  // An earlier comparison with the directory left these rows.
  await service.database.query(
    `insert into reconciliations (tenant_id, attempted_at, due_at, finished_at)
     values ($1, '2020-01-01', '2099-01-01', '2020-01-01')
     on conflict (tenant_id) do update set due_at = excluded.due_at, finished_at = excluded.finished_at`,
    [service.tenantId],
  );
  const compared = (condition: string) =>
    service.database.query(`select from reconciliations where tenant_id = $1 and ${condition}`, [
      service.tenantId,
    ]);
  const sameSuite = await put(settings({ limits: { teamCreate: 4 } }));
  assert.equal(sameSuite.status, 200);
  const isLater = `due_at > now() + interval '10 years'`;
  assert.equal((await compared(isLater)).length, 0, 'the changed connection is used soon');

  await service.database.query('delete from provisionings where team_id = $1', [teamId]);
  assert.equal((await put(otherSuite)).status, 200);
  const ofFormer = await compared(`finished_at = '2020-01-01'`);
  assert.equal(ofFormer.length, 0, 'what the former suite had is forgotten');
  const sandbox = await toSandbox();
  assert.deepEqual([sandbox.status, sandbox.body.kind], [200, 'sandbox']);
  const [row] = await service.database.query<{ directorySecret: string | null }>(
    'select directory_secret from tenants where tenant_id = $1',
    [service.tenantId],
  );
  assert.equal(row?.directorySecret, null, 'what is not needed is not kept');
});
