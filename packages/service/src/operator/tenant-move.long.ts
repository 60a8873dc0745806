// Moves a tenant of simulated Microsoft 365 between two installations while callers create groups. Each command is killed
// at random moments and repeated, and so are the services. Nothing is lost, no group is made twice, and the tenant is never
// open in both.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { calm } from '@groupwright/graph-simulator/profile.ts';
import {
  createGraphSimulator,
  type Addresses,
  type GraphSimulator,
} from '@groupwright/graph-simulator/simulator.ts';
import { stringify } from 'yaml';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { dataParent } from '../../testing/data-parent.ts';
import { eventually } from '../../testing/eventually.ts';
import { killOperator, startOperator } from '../../testing/operator-process.ts';
import { testSeed } from '../../testing/seed.ts';
import { createSeededRandom } from '../../testing/seeded-random.ts';
import { startServiceProcess, type ServiceProcess } from '../../testing/service-process.ts';
import { servedTenantId as tenantId } from '../../testing/simulated-graph.ts';

interface Installation {
  readonly at: TestDatabase;
  readonly env: Readonly<Record<string, string>>;
  service: ServiceProcess;
}

const callers = 3;
const killsOfEach = 3;
const draw = createSeededRandom(testSeed);

suite('a move under load', () => {
  let simulator: GraphSimulator;
  let addresses: Addresses;
  let directory: string;
  let source: Installation;
  let target: Installation;
  before(async () => {
    simulator = createGraphSimulator({ seed: 'move', profile: calm });
    addresses = await simulator.listen();
    directory = await mkdtemp(join(dataParent, 'groupwright-move-'));
    await writeFile(join(directory, 'authority.pem'), addresses.authority);
    source = await install();
    target = await install();
  });
  after(async () => {
    for (const { service, at } of [source, target]) {
      await service.end('SIGTERM');
      await at.close();
    }
    await simulator.close();
    await rm(directory, { recursive: true });
  });

  async function install(): Promise<Installation> {
    const at = await createTestDatabase();
    const env = {
      DATABASE_URL: at.url,
      GROUPWRIGHT_DATA_DIR: directory,
      GROUPWRIGHT_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      NODE_EXTRA_CA_CERTS: join(directory, 'authority.pem'),
      GRAPH_CLIENT_SECRET: suiteTenant().clientSecret,
    };
    return { at, env, service: await startServiceProcess(env) };
  }

  function suiteTenant() {
    const [tenant] = simulator.tenants;
    return tenant ?? assert.fail();
  }

  async function succeed({ env }: Installation, ...args: string[]): Promise<string> {
    const { code, out, err } = await startOperator(args, env);
    assert.equal(code, 0, `${args.join(' ')}: ${out}${err}`);
    return out;
  }

  async function isOpen({ at }: Installation): Promise<boolean> {
    const rows = await at.database.query(
      'select from tenants where tenant_id = $1 and closed is null',
      [tenantId],
    );
    return rows.length > 0;
  }

  async function succeedInSpiteOfKills(at: Installation, ...args: string[]): Promise<string> {
    for (let kills = 0; kills < killsOfEach; kills += 1) {
      const killAt = performance.now() + 300 + draw() * 6_000;
      await killOperator(args, at.env, () => performance.now() > killAt);
      assert.ok(!((await isOpen(source)) && (await isOpen(target))), 'open in one place at most');
    }
    return await succeed(at, ...args);
  }

  async function crash(at: Installation): Promise<void> {
    const port = Number(new URL(at.service.address).port);
    await at.service.end('SIGKILL');
    at.service = await startServiceProcess(at.env, { port });
  }

  test('callers are led on, nothing is lost and no group is made twice', async (t) => {
    const { tenantId: entraTenantId, clientId, users } = suiteTenant();
    const [responsible, deputy] = users.filter(({ licensed }) => licensed);
    const file = join(directory, 'tenant.yaml');
    await writeFile(
      file,
      stringify({
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
              { identifier: 'any', name: 'Any', mailNicknamePattern: '', displayNamePattern: '' },
            ],
          },
        ],
      }),
    );
    await succeed(source, 'apply', '-f', file);
    const credentials = await succeed(source, 'key', 'create', '--name', 'Caller', '--json');

    const teamIds = new Map<string, string>();
    const wrong: string[] = [];
    const over = new AbortController();
    /** The addresses to which the callers send their last requests. */
    const bases = new Set<string>();

    async function callAgainAndAgain(caller: number): Promise<void> {
      let base = source.service.address;
      let token: string | undefined;
      const json = { 'content-type': 'application/json' };
      const send = async (alias: string): Promise<boolean> => {
        try {
          const answer = await (token === undefined
            ? fetch(`${base}/token`, { method: 'POST', headers: json, body: credentials })
            : fetch(`${base}/teams`, {
                method: 'POST',
                headers: { ...json, authorization: `Bearer ${token}`, 'idempotency-key': alias },
                body: JSON.stringify({
                  organisationIdOrIdentifier: 'works',
                  templateIdOrIdentifier: 'any',
                  displayName: alias,
                  mailNickName: alias,
                  responsible: responsible?.mail,
                  deputy: deputy?.mail,
                  owners: [],
                  members: [],
                }),
              }));
          const body = (await answer.json()) as { accessToken?: string; teamId?: string };
          if (answer.status === 200 && body.accessToken !== undefined) token = body.accessToken;
          else if (answer.status === 200) {
            const { teamId = '' } = body;
            if ((teamIds.get(alias) ?? teamId) !== teamId) wrong.push(`two teams for ${alias}`);
            teamIds.set(alias, teamId);
            return true;
          } else if (answer.status === 421) {
            base = answer.headers.get('location') ?? '';
            token = undefined;
          } else if (answer.status === 401) token = undefined;
          else if (answer.status !== 503) wrong.push(`${answer.status} ${JSON.stringify(body)}`);
        } catch {
          // The service was killed.
        }
        await pause(50);
        return false;
      };
      for (let number = 0; !over.signal.aborted; number += 1) {
        const alias = `move-${caller}-${number}`;
        let isSent = false;
        while (!isSent && !over.signal.aborted) isSent = await send(alias);
        // A repeated request has the same answer, wherever it is sent.
        if (isSent && draw() < 0.3) await send(alias);
      }
      bases.add(base);
    }

    const calls = Array.from({ length: callers }, (_, caller) => callAgainAndAgain(caller));
    await eventually(() => teamIds.size >= 20, 'groups are created');

    const exported = join(directory, 'tenant.gz');
    const withKey = ['--transfer-key', join(directory, 'transfer.key')];
    await succeedInSpiteOfKills(source, 'tenant', 'move', tenantId, '--to', exported, ...withKey);
    await crash(source);
    await succeedInSpiteOfKills(target, 'tenant', 'import', '--from', exported, ...withKey);
    await crash(target);
    const to = target.service.address;
    const release = ['tenant', 'release', tenantId, '--to', to, '--json'];
    const released = await succeedInSpiteOfKills(source, ...release);
    const { releaseCode } = JSON.parse(released) as { releaseCode: string };
    await succeedInSpiteOfKills(target, 'tenant', 'open', tenantId, '--release', releaseCode);

    const before = teamIds.size;
    await eventually(() => teamIds.size >= before + 10, 'groups are created at the target');
    over.abort();
    await Promise.all(calls);
    assert.deepEqual(wrong, []);
    assert.deepEqual([...bases], [to]);

    await eventually(async () => {
      const rows = await target.at.database.query<{ status: string }>(
        `select status from provisionings where tenant_id = $1 and status <> 'succeeded'`,
        [tenantId],
      );
      assert.ok(rows.every(({ status }) => status !== 'failed'));
      return rows.length === 0;
    }, 'all creations are done');
    const stored = await target.at.database.query<{ teamId: string; alias: string }>(
      'select team_id, mail_nickname as alias from teams where tenant_id = $1',
      [tenantId],
    );
    const storedIds = new Map(stored.map(({ alias, teamId }) => [alias, teamId]));
    for (const [alias, teamId] of teamIds) assert.equal(storedIds.get(alias), teamId, alias);
    const made = [...suiteTenant().groups.values()].map(({ mailNickname }) => mailNickname).sort();
    assert.deepEqual(made, [...storedIds.keys()].sort());
    await succeed(target, 'audit', 'verify');
    t.diagnostic(`${made.length} groups, ${before} of them before the move`);
  });
});
