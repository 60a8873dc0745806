// The whole service on a test database, in this process, with a tenant set up: an organisation `aare` with a
// template `any` that sets no rule and one `project` with patterns, an API key, and people in the sandbox.
import { randomBytes } from 'node:crypto';
import type { Actor } from '../activity/activity.ts';
import { createChanges, type Changes } from '../changes.postgres.ts';
import { systemClock } from '../clock.ts';
import { compose, type Service } from '../compose.ts';
import { readConfig } from '../config.ts';
import { createSealing } from '../encryption/sealing.ts';
import { createIdGenerator } from '../identifiers.ts';
import { createLog } from '../log.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

export interface TestTenant {
  readonly tenantId: string;
  readonly organisationId: string;
  /** By identifier. */
  readonly templateIds: Readonly<Record<'any' | 'project', string>>;
  readonly keyId: string;
  readonly secret: string;
  /** An access token of the key. */
  readonly token: string;
}

export interface TestService {
  readonly at: TestDatabase;
  readonly service: Service;
  /** Where the service listens; not the base address it hands out. */
  readonly address: string;
  addTenant(this: void): Promise<TestTenant>;
  /** Changes configuration as an operator would. */
  change<T>(this: void, work: (changes: Changes) => Promise<T>): Promise<T>;
  /** A request with the tenant's token; a body is sent as JSON. */
  call(
    this: void,
    tenant: TestTenant,
    path: string,
    options?: { method?: string; body?: unknown; headers?: Readonly<Record<string, string>> },
  ): Promise<{ status: number; headers: Headers; body: unknown }>;
  close(this: void): Promise<void>;
}

export const testBaseUrl = 'https://groups.example';
export const testOperator: Actor = { kind: 'operator', id: 'test' };
export const testPeople = ['mara', 'tomas', 'yuki', 'lena'].map((name) => `${name}@aare.example`);

/** @param env as the environment of the service; BASE_URL, LOG_LEVEL and RATE_LIMIT are set already */
export async function startTestService(
  env: Readonly<Record<string, string>> = {},
): Promise<TestService> {
  const at = await createTestDatabase();
  const { database } = at;
  const config = readConfig({
    BASE_URL: testBaseUrl,
    LOG_LEVEL: 'silent',
    RATE_LIMIT: 'off',
    ...env,
  });
  const createId = createIdGenerator({ clock: systemClock, randomBytes });
  const service = compose({
    config,
    log: createLog(config.logLevel),
    database,
    sealing: createSealing([randomBytes(32)], randomBytes),
    clock: systemClock,
    monotonicNow: () => performance.now(),
    eventLoopUtilization: () => 0,
    randomBytes,
    random: Math.random,
  });
  await service.start();
  const address = (await service.server?.listen({ host: '127.0.0.1', port: 0 })) ?? '';

  const change = <T>(work: (changes: Changes) => Promise<T>) =>
    database.transaction((transaction) =>
      work(createChanges(transaction, { clock: systemClock, createId, randomBytes })),
    );

  async function addTenant(): Promise<TestTenant> {
    const made = await change(async (changes) => {
      const { tenantId } = await changes.tenants.create(testOperator, {
        name: 'Aare',
        directory: { kind: 'sandbox' },
      });
      for (const email of testPeople) {
        await changes.sandboxPeople.add(testOperator, tenantId, { email, name: email });
      }
      const { organisationId } = await changes.organisations.create(testOperator, tenantId, {
        name: 'Aare',
        identifier: 'aare',
      });
      const any = await changes.templates.create(testOperator, tenantId, organisationId, {
        name: 'Any',
        identifier: 'any',
        mailNicknamePattern: '',
        displayNamePattern: '',
      });
      const project = await changes.templates.create(testOperator, tenantId, organisationId, {
        name: 'Project',
        identifier: 'project',
        mailNicknamePattern: 'prj-{{code}}',
        displayNamePattern: 'Project {{code}}',
        policy: { minimumOwners: 2 },
      });
      const { key, secret } = await changes.apiKeys.create(testOperator, tenantId, {
        name: 'Test',
      });
      const templateIds = { any: any.templateId, project: project.templateId };
      return { tenantId, organisationId, templateIds, keyId: key.keyId, secret };
    });
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

  return {
    at,
    service,
    address,
    addTenant,
    change,
    async call(tenant, path, { method = 'GET', body, headers = {} } = {}) {
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
    },
    async close() {
      await service.stop();
      await at.close();
    },
  };
}

/** A body for POST /teams that passes every check. */
export function teamRequest(mailNickName: string, others: Readonly<Record<string, unknown>> = {}) {
  return {
    displayName: `Group ${mailNickName}`,
    mailNickName,
    responsible: testPeople[0],
    deputy: testPeople[1],
    organisationIdOrIdentifier: 'aare',
    templateIdOrIdentifier: 'any',
    owners: [],
    members: [testPeople[2]],
    ...others,
  };
}
