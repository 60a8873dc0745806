import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { jwtVerify } from 'jose';
import { createClientCertificate } from '@groupwright/graph-simulator/certificate.ts';
import { calm } from '@groupwright/graph-simulator/profile.ts';
import {
  createGraphSimulator,
  type Addresses,
  type GraphSimulator,
} from '@groupwright/graph-simulator/simulator.ts';
import { isSignInErrorCode, signInErrors } from '@groupwright/graph-simulator/sign-in-errors.ts';
import { systemClock } from '../ground/clock.ts';
import { connectionTo, testMarkingKeys } from '../../testing/simulated-graph.ts';
import type { ApplicationConnection } from '../directory/connection.ts';
import { DirectoryError, type Directory } from '../directory/directory.ts';
import { createEntraSignIn } from './entra-sign-in.ts';
import { createMicrosoftGraphDirectory } from './microsoft-graph.ts';
import type { Transport } from './transport.ts';

const call = { signal: new AbortController().signal, teamId: 'token test' };
const opened: Directory[] = [];
let simulator: GraphSimulator;
let addresses: Addresses;
let secret: string;

before(async () => {
  simulator = createGraphSimulator({
    seed: 'token',
    profile: calm,
    tenants: [
      {},
      { permissions: ['User.Read.All', 'Group.ReadWrite.All'] },
      { permissions: ['User.Read.All', 'User-LifeCycleInfo.ReadWrite.All'] },
    ],
  });
  addresses = await simulator.listen();
  secret = simulator.tenants[0]?.clientSecret ?? '';
  // NODE_EXTRA_CA_CERTS does the same for a process.
  setDefaultCACertificates([...getCACertificates('default'), addresses.authority]);
});

after(async () => {
  await Promise.all(opened.map((directory) => directory.close()));
  await simulator.close();
});

function connect(
  change: Partial<ApplicationConnection> = {},
  withSecret: string = secret,
  tenantNumber = 0,
  federatedTokenFile?: string,
): Directory {
  const directory = createMicrosoftGraphDirectory({
    markingKeys: async () => testMarkingKeys,
    tenantId: '44444444-4444-4444-8444-444444444444',
    connection: {
      ...connectionTo(simulator, addresses.graphBaseUrl, tenantNumber),
      loginBaseUrl: addresses.loginBaseUrl,
      ...change,
    },
    secret: withSecret,
    clock: systemClock,
    federatedTokenFile,
  });
  opened.push(directory);
  return directory;
}

async function find(directory: Directory): Promise<string | undefined> {
  const wanted = simulator.tenants[0]?.users[0]?.id ?? '';
  const [found] = await directory.resolvePeople([wanted], call);
  return found?.person?.id;
}

test('the token comes by client secret', async () => {
  assert.ok(await find(connect()));
});

test('the token comes by certificate', async () => {
  assert.ok(await find(connect({ credential: 'certificate' }, await createClientCertificate())));
});

test('an assertion is signed by the key of the certificate, for this sign-in and ten minutes, and never twice the same', async () => {
  const pem = await createClientCertificate();
  const { publicKey, fingerprint256 } = new X509Certificate(pem);
  const forms: URLSearchParams[] = [];
  const transport: Transport = {
    async send({ url, body }) {
      assert.equal(url, 'https://login.example/tenant/oauth2/v2.0/token');
      forms.push(new URLSearchParams(body));
      const answer = { access_token: `token ${forms.length}`, expires_in: '3599' };
      return { status: 200, headers: {}, body: JSON.stringify(answer) };
    },
    close: async () => undefined,
  };
  const now = Date.parse('2026-11-27T10:00:00Z');
  const clock = { ...systemClock, now: () => now };
  const signIn = createEntraSignIn(
    {
      kind: 'microsoft365',
      credential: 'certificate',
      entraTenantId: 'tenant',
      clientId: 'client',
      graphBaseUrl: 'https://graph.microsoft.com',
      loginBaseUrl: 'https://login.example/',
      limits: {},
    },
    { secret: pem, clock, transport },
  );
  assert.deepEqual(await signIn.requestToken(), { token: 'token 1', expiresAt: now + 3_599_000 });
  await signIn.requestToken();
  const ids = new Set<unknown>();
  for (const form of forms) {
    const { protectedHeader, payload } = await jwtVerify(
      form.get('client_assertion') ?? '',
      publicKey,
      { currentDate: new Date(now), audience: 'https://login.example/tenant/oauth2/v2.0/token' },
    );
    const thumbprint = Buffer.from(String(protectedHeader['x5t#S256']), 'base64url');
    assert.equal(thumbprint.toString('hex'), fingerprint256.replaceAll(':', '').toLowerCase());
    assert.equal(protectedHeader.alg, 'PS256');
    const { iss, sub, nbf, exp, jti } = payload;
    assert.deepEqual([iss, sub, nbf, exp], ['client', 'client', now / 1000, now / 1000 + 600]);
    ids.add(jti);
    form.delete('client_assertion');
    assert.deepEqual(Object.fromEntries(form), {
      grant_type: 'client_credentials',
      client_id: 'client',
      scope: 'https://graph.microsoft.com/.default',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    });
  }
  assert.equal(ids.size, 2);
});

test('an answer that is no token response is said to be none', async () => {
  for (const body of ['', 'null', '<html>', '{}', '{"access_token":"","expires_in":1}']) {
    const transport: Transport = {
      send: async () => ({ status: 200, headers: {}, body }),
      close: async () => undefined,
    };
    const connection = {
      ...connectionTo(simulator, addresses.graphBaseUrl),
      loginBaseUrl: 'https://login.example',
    };
    const signIn = createEntraSignIn(connection, { secret, clock: systemClock, transport });
    await assert.rejects(signIn.requestToken(), {
      code: 'unavailable',
      message: 'Entra issued no token: the answer from login.example is not a token response.',
    });
  }
});

test('the token comes by the federated token of a workload', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'groupwright-workload-'));
  const file = join(folder, 'token');
  context.after(() => rm(folder, { recursive: true }));
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const tokenFor = (aud: string) =>
    `${part({ alg: 'none' })}.${part({ iss: 'https://cluster.example', sub: 'system:serviceaccount:a:b', aud })}.`;
  await writeFile(file, tokenFor('api://AzureADTokenExchange'));
  assert.ok(await find(connect({ credential: 'workload_identity' }, '', 0, file)));
  await writeFile(file, tokenFor('something else'));
  await assert.rejects(
    find(connect({ credential: 'workload_identity' }, '', 0, file)),
    /No federated credential of the application matches .*AADSTS70021/,
  );
});

test('a token that is refused is replaced by a new one, unseen by the caller', async () => {
  const directory = connect();
  assert.ok(await find(directory));
  simulator.revokeTokens();
  assert.equal(
    await directory.findGroupByMarker(simulator.tenants[0]?.tenantId ?? '', call),
    undefined,
  );
});

const refusals: readonly {
  title: string;
  change: Partial<ApplicationConnection>;
  secret?: string;
  says: RegExp;
}[] = [
  { title: 'a wrong secret', change: {}, secret: 'wrong', says: /client secret is wrong/ },
  {
    title: 'an unknown application',
    change: { clientId: '00000000-0000-4000-8000-000000000000' },
    says: /no application with this client ID/,
  },
  {
    title: 'an unknown tenant',
    change: { entraTenantId: '00000000-0000-4000-8000-000000000000' },
    says: /no tenant with this ID/,
  },
  {
    title: 'a certificate that is none',
    change: { credential: 'certificate' },
    secret: 'no certificate',
    says: /This is not a PEM file\. Convert a PFX/,
  },
  {
    title: 'a secret that was never set',
    change: {},
    secret: '',
    says: /credentials are incomplete/,
  },
  {
    title: 'a workload without a federated token',
    change: { credential: 'workload_identity' },
    says: /federated token of the workload/,
  },
];
for (const { title, change, secret: given, says } of refusals) {
  test(`${title} is reported in plain words, and never the secret`, async () => {
    const directory = connect(change, given ?? secret);
    await assert.rejects(find(directory), (error: unknown) => {
      assert.ok(error instanceof DirectoryError);
      assert.equal(error.code, 'permission_missing');
      assert.match(error.message, says);
      assert.ok(!error.message.includes(secret));
      return true;
    });
    const report = await directory.testConnection(call);
    assert.equal(report.ok, false);
    assert.match(report.missing.join(' '), says);
  });
}

test('every refusal of Entra is final and comes with its code, its sentence and a remedy', async (context) => {
  context.after(() => simulator.refuseSignIn(undefined));
  const final = Object.keys(signInErrors).map(Number).filter(isSignInErrorCode);
  for (const code of final.filter((one) => one !== 90033)) {
    simulator.refuseSignIn(code);
    const { sentence } = signInErrors[code];
    await assert.rejects(find(connect()), (error: unknown) => {
      assert.ok(error instanceof DirectoryError);
      assert.equal(error.code, 'permission_missing', error.message);
      assert.ok(error.message.includes(`AADSTS${code}`), error.message);
      assert.ok(error.message.includes(sentence.replace(/\.$/, '')), error.message);
      assert.doesNotMatch(error.message, /Trace ID|Timestamp/);
      assert.equal(error.directoryRequestId, '11111111-2222-4333-8444-555555555555');
      return true;
    });
  }
});

test('a transient error of Entra is tried again, and says its code', async (context) => {
  context.after(() => simulator.refuseSignIn(undefined));
  simulator.refuseSignIn(90033);
  await assert.rejects(find(connect()), {
    code: 'unavailable',
    message: /A transient error has occurred.*AADSTS90033/,
  });
});

test('a sign-in that cannot be reached is named with its host and the cause', async () => {
  const causes: readonly [loginBaseUrl: string, says: RegExp][] = [
    ['https://localhost:1', /localhost:1 cannot be reached: it refused the connection/],
    [
      'https://no-such-host.invalid',
      /no-such-host\.invalid cannot be reached: its name could not be resolved by DNS \(E/,
    ],
    [
      addresses.loginBaseUrl.replace('localhost', '[::ffff:127.0.0.1]'),
      /cannot be reached: its TLS certificate was not accepted \(ERR_TLS_CERT_ALTNAME_INVALID\)/,
    ],
  ];
  for (const [loginBaseUrl, says] of causes) {
    const directory = connect({ loginBaseUrl });
    await assert.rejects(find(directory), { code: 'unavailable', message: says });
    const report = await directory.testConnection(call);
    assert.match(report.detail, says);
  }
});

test('a Graph that cannot be reached is named with its host and the cause', async () => {
  const directory = connect({ graphBaseUrl: 'http://127.0.0.1:1' });
  const says = /127\.0\.0\.1:1: it refused the connection \(ECONNREFUSED\)/;
  await assert.rejects(directory.readGroup('1', call), { code: 'unavailable', message: says });
  assert.match((await directory.testConnection(call)).detail, says);
});

test('the connection test names each permission that is missing, and what it is for', async () => {
  const report = await connect({}, simulator.tenants[1]?.clientSecret ?? '', 1).testConnection(
    call,
  );
  assert.equal(report.ok, false);
  assert.equal(report.missing.length, 2);
  assert.match(report.missing[0] ?? '', /Team\.Create .* to create teams from groups/);
  assert.match(report.missing[1] ?? '', /TeamMember\.ReadWrite\.All/);
  assert.equal(report.code, 'permissions_missing');
  const lacking = report.permissions?.filter(({ grantedBy }) => grantedBy === null);
  assert.deepEqual(
    lacking?.map(({ permission, isRequired }) => [permission, isRequired]),
    [
      ['Team.Create', true],
      ['TeamMember.ReadWrite.All', true],
      ['User-LifeCycleInfo.Read.All', false],
      ['AuditLog.Read.All', false],
      ['Reports.Read.All', false],
      ['ReportSettings.Read.All', false],
      ['GroupSettings.ReadWrite.All', false],
      ['User.Invite.All', false],
      ['InformationProtectionPolicy.Read.All', false],
      ['Mail.Send', false],
    ],
  );
  const channels = report.permissions?.find(({ purpose }) => purpose === 'create_channels');
  assert.ok(channels?.grantedBy, 'a granted permission is named');
  // One sentence for each optional permission says what is not seen or done without it.
  const notes = [
    /^Leave dates are not available: .* User-LifeCycleInfo\.Read\.All .* not granted\. Groups are handed over after/,
    /^Changes of groups are followed by the application permission Group\.ReadWrite\.All\.$/,
    /^The audit log .* not read: .* AuditLog\.Read\.All .* not granted\. Differences do not say who/,
    /^The last use of groups is unknown: .* Reports\.Read\.All .* not granted\. No group counts as idle/,
    /^Whether reports conceal names .* ReportSettings\.Read\.All .* not granted\. Concealed/,
    /^Whether owners may add guests .* GroupSettings\.ReadWrite\.All .* not granted\. A group/,
    /^Guests are not invited: .* User\.Invite\.All .* not granted\. A roster/,
    /^The sensitivity labels are not listed: .* InformationProtectionPolicy\.Read\.All .* not granted\. The template/,
    /^Messages cannot be sent by a mailbox .* Mail\.Send .* not granted\. Another mail server/,
    /^Teams are archived by .* Group\.ReadWrite\.All\. The settings .* TeamSettings\.ReadWrite\.All .* not granted\. A group/,
    /^Applications cannot read Microsoft’s policy for ownerless/,
  ];
  assert.equal(report.notes.length, notes.length);
  for (const [n, note] of notes.entries()) assert.match(report.notes[n] ?? '', note);
});

test('the connection test knows from the token whether leave dates can be read, and says what it cannot see', async () => {
  const report = await connect({}, simulator.tenants[2]?.clientSecret ?? '', 2).testConnection(
    call,
  );
  assert.match(
    report.notes[0] ?? '',
    /^Leave dates are available .* User-LifeCycleInfo\.ReadWrite\.All\.$/,
  );
  assert.match(
    report.notes.at(-1) ?? '',
    /^Applications cannot read Microsoft’s policy for ownerless/,
  );
});
