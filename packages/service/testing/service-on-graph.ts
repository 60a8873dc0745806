// The whole service on the simulated Graph, on a separate clock: real HTTP, the sign-in, the sealed secret.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { calm, type Profile } from '@groupwright/graph-simulator/profile.ts';
import {
  createGraphSimulator,
  type GraphSimulator,
} from '@groupwright/graph-simulator/simulator.ts';
import type { SimulatedGroup, SimulatedUser, Tenant } from '@groupwright/graph-simulator/tenant.ts';
import type { Deps } from '../src/app/compose/base.ts';
import { createEncryption } from '../src/ground/encryption/encryption.ts';
import { connectionSecretPurpose } from '../src/settings/tenants/connection-secret.ts';
import { ableUsers } from './able-users.ts';
import { checkComparisons } from './comparison-check.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { createElapsingClock, type ElapsingClock } from './elapsing-clock.ts';
import { eventually } from './eventually.ts';
import type { Policy } from './governance.ts';
import { startTestService, testOperator, type TestService, type TestTenant } from './service.ts';

const dayMs = 24 * 60 * 60_000;

export interface ServiceOnGraph {
  readonly at: TestDatabase;
  /** The clock and the encryption of the service, for other processes of its database. */
  readonly deps: Partial<Deps>;
  readonly clock: ElapsingClock;
  readonly simulator: GraphSimulator;
  readonly suite: Tenant;
  readonly service: TestService;
  /** Its token is valid after the last `settle`. */
  tenant(this: void): TestTenant;
  /** People who may be in a team at the beginning, in the order of the suite. */
  person(this: void, index: number): SimulatedUser & { mail: string };
  groupOf(this: void, teamId: string): SimulatedGroup;
  /** It waits until everything that is due has been done: people, groups, operations and messages. */
  settle(this: void): Promise<void>;
  elapse(this: void, milliseconds: number): Promise<void>;
  call(this: void, method: string, path: string, body?: unknown): Promise<unknown>;
  /** It belongs to the template `any`. */
  setPolicy(this: void, policy: Policy): Promise<void>;
  close(this: void): Promise<void>;
}

export async function startServiceOnGraph({
  seed,
  speed,
  profile = calm,
  permissions,
  mailPort,
  env = {},
  deps: given = {},
}: {
  readonly seed: string;
  /** How many times as fast as the time of the machine. */
  readonly speed: number;
  readonly profile?: Profile;
  readonly permissions?: readonly string[];
  /** The port of an SMTP server without TLS. Absent: no message leaves, so one that falls due keeps `settle` waiting. */
  readonly mailPort?: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly deps?: Partial<Deps>;
}): Promise<ServiceOnGraph> {
  const at = await createTestDatabase();
  const clock = await createElapsingClock(at, speed);
  // It begins in the morning, after the hour of the messages: each elapsed day has one hour of messages in it.
  await clock.elapse(dayMs - (clock.now() % dayMs) + (10 * dayMs) / 24);
  const tenants = [{ people: 60, ...(permissions && { permissions }) }];
  const simulator = createGraphSimulator({ seed, clock, profile, tenants });
  const { graphBaseUrl, loginBaseUrl, reportHost, authority } = await simulator.listen();
  setDefaultCACertificates([...getCACertificates('default'), authority]);
  const [suite] = simulator.tenants;
  assert.ok(suite);
  const usable = ableUsers(suite);
  const encryption = createEncryption([randomBytes(32)], randomBytes);
  const deps = { clock, encryption, ...given };
  const service = await startTestService({ REPORT_HOSTS: reportHost, ...env }, { at, deps });
  let tenant = await service.addTenant();
  const { tenantId, templateIds } = tenant;
  await service.change(({ tenants }) =>
    tenants.change(testOperator, tenantId, undefined, {
      name: 'Aare',
      directory: {
        kind: 'microsoft365',
        entraTenantId: suite.tenantId,
        clientId: suite.clientId,
        credential: 'secret',
        graphBaseUrl,
        loginBaseUrl,
      },
      directorySecretSealed: encryption.encrypt(
        suite.clientSecret,
        connectionSecretPurpose(tenantId),
      ),
    }),
  );
  if (mailPort !== undefined) {
    const channel = { sender: 'smtp', host: '127.0.0.1', port: mailPort, security: 'none' };
    const settings = { userName: null, from: 'groups@contoso.example', language: 'en' };
    const days = { timeZone: 'UTC', hour: 8, contact: null };
    await at.database.query('update tenants set notices = $2 where tenant_id = $1', [
      tenantId,
      JSON.stringify({ ...channel, ...settings, ...days }),
    ]);
  }
  await service.service.refresh();

  /** Tokens end within the hour. */
  async function signIn(): Promise<void> {
    const { keyId, secret } = tenant;
    const answer = await fetch(`${service.address}/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ tenantId, keyId, secret }),
    });
    const { accessToken } = (await answer.json()) as { accessToken: string };
    tenant = { ...tenant, token: accessToken };
  }

  async function settle(): Promise<void> {
    await eventually(async () => {
      await service.service.runDue();
      const left = await at.database.query(
        `select from provisionings where tenant_id = $1 and status in ('accepted', 'running')
        union all select from operations where tenant_id = $1 and status in ('accepted', 'running')
        union all select from changed_responsibilities where tenant_id = $1
        union all select from governed_groups where tenant_id = $1 and due_at <= now()
        union all select from followed_people where tenant_id = $1 and due_at <= now()
        union all select from notice_messages where tenant_id = $1 and state = 'pending'`,
        [tenantId],
      );
      return left.length === 0;
    }, 'nothing is left to do');
    await signIn();
  }

  return {
    at,
    deps,
    clock,
    simulator,
    suite,
    service,
    tenant: () => tenant,
    settle,
    person(index) {
      const found = usable[index];
      assert.ok(found?.mail);
      return { ...found, mail: found.mail };
    },
    groupOf(teamId) {
      const group = [...suite.groups.values()].find(({ uniqueName }) =>
        uniqueName?.includes(teamId),
      );
      assert.ok(group);
      return group;
    },
    async elapse(milliseconds) {
      await clock.elapse(milliseconds);
      await settle();
    },
    async call(method, path, body) {
      await signIn();
      const answer = await service.call(tenant, path, { method, body });
      assert.ok(answer.status < 300, JSON.stringify(answer.body));
      return answer.body;
    },
    async setPolicy(policy) {
      await service.change(({ templates }) =>
        templates.change(testOperator, tenantId, templateIds.any, undefined, {
          name: 'Any',
          identifier: 'any',
          mailNicknamePattern: '',
          displayNamePattern: '',
          policy,
        }),
      );
      await service.service.refresh();
    },
    async close() {
      await service.close();
      await simulator.close();
      await checkComparisons(at.database);
      await at.close();
      assert.deepEqual(simulator.journal.violations, []);
    },
  };
}
