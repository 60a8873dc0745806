// The whole service on a test database, in this process, with a tenant set up: an organisation `aare` with a
// template `any` that sets no rule and one `project` with patterns, an API key, and people in the sandbox.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { createChanges, type Changes } from '../src/settings/configuration/changes.postgres.ts';
import { systemClock } from '../src/ground/clock.ts';
import type { Deps } from '../src/app/compose/base.ts';
import { compose, type Service } from '../src/app/compose/service.ts';
import { readConfig } from '../src/ground/config/config.ts';
import { createEncryption } from '../src/ground/encryption/encryption.ts';
import { createIdGenerator } from '../src/ground/identifiers.ts';
import { createLog } from '../src/ground/log.ts';
import { checkComparisons } from './comparison-check.ts';
import { checkEvents } from './event-check.ts';
import { buildPage } from './built-page.ts';
import { createTestDatabase, patienceMs, type TestDatabase } from './database.ts';
import { addTestTenant, teamRequest, type AddedTenant, type TenantOptions } from './tenant.ts';

export { teamRequest, testOperator, testPeople } from './tenant.ts';

export interface TestTenant extends AddedTenant {
  /** An access token of the key. */
  readonly token: string;
}

export interface TestService {
  readonly at: TestDatabase;
  readonly service: Service;
  /** Where the service listens; not the base address it hands out. */
  readonly address: string;
  addTenant(this: void, options?: TenantOptions): Promise<TestTenant>;
  /** Changes configuration as an operator would. */
  change<T>(this: void, work: (changes: Changes) => Promise<T>): Promise<T>;
  /** A request with the tenant's token; a body is sent as JSON. */
  call(
    this: void,
    tenant: TestTenant,
    path: string,
    options?: { method?: string; body?: unknown; headers?: Readonly<Record<string, string>> },
  ): Promise<{ status: number; headers: Headers; body: unknown }>;
  /** Creates a group, and waits until it exists. @param others members of the request @returns its id */
  createTeam(
    this: void,
    tenant: TestTenant,
    mailNickName: string,
    others?: Readonly<Record<string, unknown>>,
  ): Promise<string>;
  /** Stops the service, checks its first events, and drops the database where it was made for this service. */
  close(this: void): Promise<void>;
}

export const testBaseUrl = 'https://groups.example';
/** One for all, so that services of one test run can share a database. */
export const testEncryptionKey = randomBytes(32);

/**
 * @param env as the environment of the service; BASE_URL, LOG_LEVEL and RATE_LIMIT are set already
 * @param options.at the database of another service, to share it
 * @param options.deps what the service is to have instead of the usual, such as a clock
 */
export async function startTestService(
  env: Readonly<Record<string, string>> = {},
  options: { at?: TestDatabase; deps?: Partial<Deps> } = {},
): Promise<TestService> {
  const at = options.at ?? (await createTestDatabase());
  const { database } = at;
  const config = readConfig({
    BASE_URL: testBaseUrl,
    LOG_LEVEL: 'silent',
    RATE_LIMIT: 'off',
    ADMIN_RATE_LIMIT: 'off',
    ...env,
  });
  const createId = createIdGenerator({ clock: systemClock, randomBytes });
  const service = compose({
    config,
    log: createLog(config.logLevel),
    database,
    encryption: createEncryption([testEncryptionKey], randomBytes),
    clock: systemClock,
    monotonicNow: () => performance.now(),
    eventLoopUtilization: () => 0,
    randomBytes,
    random: Math.random,
    configurationCheckMs: patienceMs,
    buildPage,
    ...options.deps,
  });
  await service.start();
  const address = await service.server.listen({ host: '127.0.0.1', port: 0 });

  const change = <T>(work: (changes: Changes) => Promise<T>) =>
    database.transaction((transaction) =>
      work(createChanges(transaction, { clock: systemClock, createId, randomBytes })),
    );

  async function addTenant(tenantOptions?: TenantOptions): Promise<TestTenant> {
    const made = await change((changes) => addTestTenant(changes, tenantOptions));
    await service.refresh();
    const { tenantId, keyId, secret } = made;
    const response = await fetch(`${address}/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ tenantId, keyId, secret }),
    });
    const { accessToken } = (await response.json()) as { accessToken: string };
    return { ...made, token: accessToken };
  }

  const call: TestService['call'] = async (
    tenant,
    path,
    { method = 'GET', body, headers = {} } = {},
  ) => {
    const response = await fetch(`${address}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${tenant.token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? undefined : (JSON.parse(text) as unknown),
    };
  };

  return {
    at,
    service,
    address,
    addTenant,
    change,
    call,
    async createTeam(tenant, mailNickName, others) {
      const made = await call(tenant, '/teams', {
        method: 'POST',
        body: teamRequest(mailNickName, others),
        headers: { prefer: 'wait=30' },
      });
      const { teamId, status } = made.body as { teamId: string; status: string };
      assert.equal(status, 'succeeded', JSON.stringify(made.body));
      return teamId;
    },
    async close() {
      await service.stop();
      if (options.at === undefined) {
        await checkEvents(database);
        await checkComparisons(database);
        await at.close();
      }
    },
  };
}
