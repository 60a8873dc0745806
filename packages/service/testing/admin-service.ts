// A whole service on its own database, with one tenant, for tests of the admin center: over real HTTP,
// with the worker running, and with a clock that a test can put forward.
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdminSessionStore } from '../src/access/sessions/admin-sessions.postgres.ts';
import { createAdministrators } from '../src/access/sessions/administrators.ts';
import type { AdministratorRole } from '../src/access/sessions/administrator.ts';
import { createSignInLinks } from '../src/access/sessions/sign-in-link.ts';
import { createChanges, type Changes } from '../src/settings/configuration/changes.postgres.ts';
import { systemClock } from '../src/ground/clock.ts';
import { compose, type Service } from '../src/app/compose/service.ts';
import { readConfig } from '../src/ground/config/config.ts';
import { createEncryption } from '../src/ground/encryption/encryption.ts';
import { createIdGenerator } from '../src/ground/identifiers.ts';
import { createLog } from '../src/ground/log.ts';
import type { SharedLimits } from '../src/ground/shared-limits.ts';
import type { Database } from '../src/postgres/database.ts';
import { buildPage } from './built-page.ts';
import { checkComparisons } from './comparison-check.ts';
import { createTestDatabase, patienceMs, type TestDatabase } from './database.ts';

export interface AdminService {
  readonly baseUrl: string;
  readonly adminUrl: string;
  readonly tenantId: string;
  readonly database: Database;
  /** It belongs to the connections to the database, also as its owner. */
  readonly settings: TestDatabase['settings'];
  readonly service: Service;
  /** Put forward by a test. */
  readonly clock: { offsetMs: number };
  readonly encryption: ReturnType<typeof createEncryption>;
  readonly store: ReturnType<typeof createAdminSessionStore>;
  readonly administrators: ReturnType<typeof createAdministrators>;
  /** Lines of the log. */
  readonly log: readonly string[];
  change<T>(work: (changes: Changes) => Promise<T>): Promise<T>;
  signInLink(email: string, role?: AdministratorRole): Promise<string>;
  close(this: void): Promise<void>;
}

export async function startAdminService(
  env: Readonly<Record<string, string>> = {},
  deps: { readonly sharedLimits?: SharedLimits } = {},
): Promise<AdminService> {
  const { database, settings, close: closeDatabase } = await createTestDatabase();
  const port = await freePort();
  const config = readConfig({
    PORT: String(port),
    RATE_LIMIT: 'off',
    ADMIN_RATE_LIMIT: 'off',
    ...env,
  });
  const offset = { offsetMs: 0 };
  const clock = { ...systemClock, now: () => systemClock.now() + offset.offsetMs };
  const lines: string[] = [];
  const log = createLog('info', { write: (line: string) => void lines.push(line) });
  const createId = createIdGenerator({ clock, randomBytes });
  const encryption = createEncryption([randomBytes(32)], randomBytes);
  const service = compose({
    ...deps,
    config,
    log,
    database,
    encryption,
    clock,
    monotonicNow: () => performance.now(),
    eventLoopUtilization: () => 0,
    randomBytes,
    random: Math.random,
    configurationCheckMs: patienceMs,
    buildPage,
  });
  const change: AdminService['change'] = async (work) => {
    const result = await database.transaction((transaction) =>
      work(createChanges(transaction, { clock, createId, randomBytes })),
    );
    await service.refresh();
    return result;
  };
  await service.start();
  await service.server.listen({ host: '127.0.0.1', port });
  const actor = { kind: 'operator', id: 'test' } as const;
  const { tenantId } = await change((changes) =>
    changes.tenants.create(actor, { name: 'Nordlicht', directory: { kind: 'sandbox' } }),
  );
  const store = createAdminSessionStore(database);
  const makeLink = createSignInLinks({
    store,
    clock,
    randomBytes,
    newId: createId,
    adminUrl: config.adminUrl,
    operator: 'test',
  });
  return {
    baseUrl: config.baseUrl,
    adminUrl: config.adminUrl,
    tenantId,
    database,
    settings,
    service,
    clock: offset,
    encryption,
    store,
    administrators: createAdministrators({ store, clock, newId: createId }),
    log: lines,
    change,
    async signInLink(email, role) {
      const { url } = await makeLink({ tenantId, email, ...(role !== undefined && { role }) });
      return url;
    },
    async close() {
      await service.stop();
      await checkComparisons(database);
      await closeDatabase();
    },
  };
}

/** Free a moment ago: addresses that the service hands out hold the port, so it is needed beforehand. */
async function freePort(): Promise<number> {
  const server = createServer();
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  const { port } = server.address() as AddressInfo;
  const closed = Promise.withResolvers<void>();
  server.close(() => closed.resolve());
  await closed.promise;
  return port;
}
