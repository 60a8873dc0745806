// A separate database for each test file: a clone of a migrated one, on the server that `scripts/test.ts`
// started for the whole run, or on one started here when a file is run by hand.
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { applicationRole } from '../src/postgres/connection-settings.ts';
import type { DatabaseRoles } from '../src/postgres/connection-settings.ts';
import type { Database } from '../src/postgres/database.ts';
import { silentLog } from '../src/postgres/log.ts';
import { openDatabase } from '../src/postgres/pool.ts';
import { startTestServer } from './server.ts';
import type { TestServer } from './server.ts';

/** Holds the address of the run's server, as its owner. */
export const testServerVariable = 'GROUPWRIGHT_TEST_SERVER';

/** For the owner: from now on the database is one with another history, as after a restore. */
export const otherHistory = `
  create or replace function database_history() returns text language sql stable
  as $$ select 'another' $$`;

/** A machine that is busy elsewhere may take long to make a connection, or to answer. */
export const patienceMs = 60_000;

export interface TestDatabase {
  /** Under the application role, as the service has it. */
  readonly database: Database;
  readonly settings: DatabaseRoles;
  /** For processes that a test starts: their DATABASE_URL. */
  readonly url: string;
  /** Closes the pool and drops the database, even with other connections. */
  close(this: void): Promise<void>;
}

export async function createTestDatabase(
  options: {
    maxConnections?: number;
    /** Without the schema: for tests of the migrations themselves. */
    empty?: boolean;
  } = {},
): Promise<TestDatabase> {
  const server = await useServer();
  const name = `test_${randomBytes(8).toString('hex')}`;
  const template = options.empty === true ? 'template0' : 'groupwright';
  await asOwner(server.url, `create database ${name} template ${template}`);
  const url = withDatabase(server.url, name);
  const settings: DatabaseRoles = {
    owner: { url },
    application: { url, role: applicationRole },
  };
  const database = openDatabase(settings.application, {
    log: silentLog,
    connectTimeoutMs: patienceMs,
    ...(options.maxConnections !== undefined && { maxConnections: options.maxConnections }),
  });
  return {
    database,
    settings,
    url,
    async close() {
      await database.close();
      await asOwner(server.url, `drop database ${name} with (force)`);
      await server.leave();
    },
  };
}

interface ServerInUse {
  readonly url: string;
  leave(): Promise<void>;
}

let own: Promise<TestServer> | undefined;
let users = 0;

async function useServer(): Promise<ServerInUse> {
  const url = process.env[testServerVariable];
  if (url !== undefined) return { url, leave: async () => undefined };
  own ??= startTestServer();
  users += 1;
  const server = await own;
  return {
    url: server.owner.url,
    async leave() {
      users -= 1;
      if (users > 0) return;
      own = undefined;
      await server.stop();
    },
  };
}

/** In the maintenance database, because a database with open connections cannot be cloned. */
async function asOwner(serverUrl: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: withDatabase(serverUrl, 'postgres') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function withDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
