// The disasters of docs/backup.md, each as a whole: commands of the operator and a service with its own PostgreSQL, against
// simulated Microsoft 365, which keeps what the service loses.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { calm } from '@groupwright/graph-simulator/profile.ts';
import {
  createGraphSimulator,
  type Addresses,
  type GraphSimulator,
} from '@groupwright/graph-simulator/simulator.ts';
import { stringify } from 'yaml';
import { eventually } from './eventually.ts';
import { startOperator } from './operator-process.ts';
import {
  createTestDataDirectory,
  startServiceProcess,
  type ServiceProcess,
  type TestDataDirectory,
} from './service-process.ts';
import { servedTenantId as tenantId } from './simulated-graph.ts';

interface Team {
  readonly teamId: string;
  readonly status: string;
  readonly mailNickName: string;
}

suite('disasters of an installation with Microsoft 365', () => {
  let simulator: GraphSimulator;
  let addresses: Addresses;
  let place: TestDataDirectory;
  let service: ServiceProcess | undefined;
  /** It belongs to the present key. */
  let credentials: string;
  /** Changes with each disaster. */
  let env: Record<string, string>;
  /** The keys are aliases. */
  const known = new Map<string, Team>();

  before(async () => {
    simulator = createGraphSimulator({ seed: 'disaster', profile: calm });
    addresses = await simulator.listen();
    place = await createTestDataDirectory();
    const authority = join(place.path, 'authority.pem');
    await writeFile(authority, addresses.authority);
    env = {
      GROUPWRIGHT_DATA_DIR: place.path,
      NODE_EXTRA_CA_CERTS: authority,
      GRAPH_CLIENT_SECRET: suiteTenant().clientSecret,
    };
    await writeFile(join(place.path, 'tenant.yaml'), tenantFile());
    await applyFile();
    await createKey();
    service = await startServiceProcess(env);
  });
  after(async () => {
    await service?.end('SIGTERM');
    await place.remove();
    await simulator.close();
  });

  function suiteTenant() {
    const [tenant] = simulator.tenants;
    return tenant ?? assert.fail();
  }

  function tenantFile(): string {
    const { tenantId: entraTenantId, clientId } = suiteTenant();
    return stringify({
      tenant: {
        id: tenantId,
        name: 'Nordlicht',
        directory: {
          kind: 'microsoft365',
          entraTenantId,
          clientId,
          credential: 'secret',
          secret: { env: 'GRAPH_CLIENT_SECRET' },
          graphBaseUrl: addresses.graphBaseUrl,
          loginBaseUrl: addresses.loginBaseUrl,
        },
      },
      organisations: [
        {
          identifier: 'works',
          name: 'Works',
          templates: [
            {
              identifier: 'any',
              name: 'Any',
              mailNicknamePattern: '',
              displayNamePattern: '',
            },
          ],
        },
      ],
    });
  }

  async function succeed(...args: string[]): Promise<string> {
    const { code, out, err } = await startOperator(args, env);
    assert.equal(code, 0, `${args.join(' ')}: ${out}${err}`);
    return out;
  }
  const applyFile = () => succeed('apply', '-f', join(place.path, 'tenant.yaml'));

  async function createKey(): Promise<void> {
    const scopes = ['groups:create', 'groups:read', 'groups:change'];
    const options = scopes.flatMap((scope) => ['--scope', scope]);
    credentials = await succeed('key', 'create', '--name', 'Drill', ...options, '--json');
  }

  async function call(
    path: string,
    init: { method?: string; headers?: Readonly<Record<string, string>>; body?: string } = {},
  ): Promise<Response> {
    const address = service?.address ?? '';
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${address}/token`, { method: 'POST', headers, body: credentials });
    assert.equal(answer.status, 200, await answer.clone().text());
    const { accessToken } = (await answer.json()) as { accessToken: string };
    return fetch(`${address}${path}`, {
      ...init,
      headers: { ...headers, ...init.headers, authorization: `Bearer ${accessToken}` },
    });
  }

  function requestGroup(alias: string): Promise<Response> {
    const [first, second] = suiteTenant().users.filter(({ licensed }) => licensed);
    return call('/teams', {
      method: 'POST',
      headers: { 'idempotency-key': `"${alias}"`, prefer: 'wait=60' },
      body: JSON.stringify({
        organisationIdOrIdentifier: 'works',
        templateIdOrIdentifier: 'any',
        displayName: `Group ${alias}`,
        mailNickName: alias,
        responsible: first?.mail,
        deputy: second?.mail,
        owners: [],
        members: [],
      }),
    });
  }

  async function createGroup(alias: string): Promise<void> {
    const answer = await requestGroup(alias);
    assert.equal(answer.status, 200, await answer.clone().text());
    const { teamId } = (await answer.json()) as Team;
    known.set(alias, await succeeded(teamId));
  }

  async function succeeded(teamId: string): Promise<Team> {
    let team: Team | undefined;
    await eventually(async () => {
      const answer = await call(`/teams/${teamId}`);
      team = answer.status === 200 ? ((await answer.json()) as Team) : undefined;
      return team?.status === 'succeeded';
    }, `${teamId} is known and created`);
    return team ?? assert.fail();
  }

  const groupsOfSuite = () => [...suiteTenant().groups.values()];

  test('restored beside a directory that is ahead, every group is known again under its id, and a repeated request makes no second one', async (t) => {
    for (const alias of ['before-one', 'before-two']) await createGroup(alias);
    const backup = join(place.path, 'backup');
    await succeed('backup', '--to', backup);
    for (const alias of ['after-one', 'after-two', 'after-three']) await createGroup(alias);
    await service?.end('SIGTERM');
    await succeed('restore', '--from', backup);

    const restoredAt = performance.now();
    service = await startServiceProcess(env);
    for (const [alias, { teamId }] of known) {
      assert.equal((await succeeded(teamId)).mailNickName, alias);
    }
    t.diagnostic(`all are known after ${Math.round(performance.now() - restoredAt)} ms`);
    for (const [alias, { teamId }] of known) {
      const repeated = await requestGroup(alias);
      const body = (await repeated.json()) as Partial<Team & { code: string }>;
      // The key of a lost request is lost, too, and its group has its alias again.
      if (alias.startsWith('before'))
        assert.deepEqual([repeated.status, body.teamId], [200, teamId]);
      else assert.deepEqual([repeated.status, body.code], [409, 'mail_nickname_taken']);
    }
    assert.equal(groupsOfSuite().length, known.size);
    await succeed('audit', 'verify');
  });

  test('without the encryption key the start is refused; with a new one and the secrets entered again, everything continues', async () => {
    await service?.end('SIGTERM');
    await rm(join(place.path, 'encryption.key'));
    await assert.rejects(startServiceProcess(env), /There is no encryption key/);
    env = { ...env, GROUPWRIGHT_ENCRYPTION_KEY: randomBytes(32).toString('base64') };
    await assert.rejects(startServiceProcess(env), /key/);
    const listed = await succeed('reencrypt', '--new-key');
    assert.match(listed, /Enter these again:/);
    assert.match(listed, new RegExp(`directory.*${tenantId}|${tenantId}.*directory`, 'i'), listed);
    await applyFile();
    service = await startServiceProcess(env);
    await createGroup('new-key');
    for (const { teamId } of known.values()) await succeeded(teamId);
    const [first] = known.values();
    const changed = await call(`/teams/${first?.teamId}`, {
      method: 'PATCH',
      headers: { prefer: 'wait=60' },
      body: JSON.stringify({ displayName: 'Renamed' }),
    });
    assert.ok(changed.ok, await changed.clone().text());
    await eventually(
      () => groupsOfSuite().some(({ displayName }) => displayName === 'Renamed'),
      'a group of the lost key is changed',
    );
    assert.equal(groupsOfSuite().length, known.size);
  });

  test('with nothing but the tenant ids, no existing group is changed, their aliases are refused, and others are created', async () => {
    await service?.end('SIGTERM');
    const before = groupsOfSuite().map((group) => structuredClone(group));
    env = { ...env, GROUPWRIGHT_DATA_DIR: join(place.path, 'second') };
    delete env['GROUPWRIGHT_ENCRYPTION_KEY'];
    await applyFile();
    await createKey();
    await succeed('connection', 'test');
    service = await startServiceProcess(env);
    const { teamId } = (await (await requestGroup('before-one')).json()) as Team;
    await eventually(async () => {
      const { error } = (await (await call(`/teams/${teamId}/status`)).json()) as {
        error?: { code: string } | null;
      };
      return error?.code === 'directory_alias_taken';
    }, 'the alias of an existing group is refused');
    await createGroup('afterwards');
    await succeed('reconcile');
    const after = groupsOfSuite();
    assert.equal(after.length, before.length + 1);
    for (const group of before) {
      assert.deepEqual(suiteTenant().groups.get(group.id), group);
    }
  });
});
