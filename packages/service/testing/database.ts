// A separate database for each test file: a clone of a migrated one, on the server that `scripts/test.ts`
// started for the whole run, or on one started here when a file is run by hand.
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { applicationRole, externalDatabase } from '../src/postgres/connection-settings.ts';
import type { DatabaseRoles } from '../src/postgres/connection-settings.ts';
import type { Database } from '../src/postgres/database.ts';
import { silentLog } from '../src/postgres/log.ts';
import { openDatabase } from '../src/postgres/pool.ts';
import { startTestServer } from './server.ts';
import type { TestServer } from './server.ts';

/** Holds the address of the run's server, as its owner. */
export const testServerVariable = 'GROUPWRIGHT_TEST_SERVER';

/** The owner sends it. The database then is one with another history, as after a restore. */
export const otherHistory = `
  create or replace function database_history() returns text language sql stable
  as $$ select 'another' $$`;

/** A machine that is busy elsewhere may take long to make a connection, or to answer. */
export const patienceMs = 60_000;
/** PostgreSQL shows a whole minute as `1min`, and each connection is asked whether it has the setting as it was sent. */
const statementPatienceMs = 59_000;
const patience = {
  log: silentLog,
  connectTimeoutMs: patienceMs,
  statementTimeoutMs: statementPatienceMs,
};

/** It connects as the owner of the tables, with the same patience as the database of a test. */
export function openAsOwner(
  { owner }: DatabaseRoles,
  options: { readonly maxConnections?: number } = {},
): Database {
  return openDatabase(owner, { ...patience, ...options });
}

/** As the service connects to a server of an operator. @param url as DATABASE_URL */
export async function withDatabaseAt<T>(
  url: string,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const { application } = externalDatabase(url);
  const database = openDatabase(application, { log: silentLog, maxConnections: 2 });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

export interface TestDatabase {
  /** Under the application role, as the service has it. */
  readonly database: Database;
  readonly settings: DatabaseRoles;
  /** Processes that a test starts have it as DATABASE_URL. */
  readonly url: string;
  /**
   * Takes statistics of these tables, or of all. The owner does it: for a role that owns no table, PostgreSQL skips the
   * command with a warning.
   */
  analyze(this: void, ...tables: readonly string[]): Promise<void>;
  /** Closes the pool and drops the database, even with other connections. */
  close(this: void): Promise<void>;
}

export async function createTestDatabase(
  options: {
    maxConnections?: number;
    /** The database has no schema then. Tests of the migrations themselves need it. */
    empty?: boolean;
  } = {},
): Promise<TestDatabase> {
  const server = await useServer();
  const name = `test_${randomBytes(8).toString('hex')}`;
  const template = options.empty === true ? 'template0' : 'groupwright';
  // A database with open connections cannot be cloned, so this one is made from another.
  const maintenance = withDatabase(server.url, 'postgres');
  // Copied files take a seventh of the processor time of copied blocks.
  await asOwner(maintenance, `create database ${name} template ${template} strategy file_copy`);
  const url = withDatabase(server.url, name);
  const settings: DatabaseRoles = {
    owner: { url },
    application: { url, role: applicationRole },
  };
  const database = openDatabase(settings.application, {
    ...patience,
    ...(options.maxConnections !== undefined && { maxConnections: options.maxConnections }),
  });
  return {
    database,
    settings,
    url,
    analyze: (...tables) => asOwner(url, `analyze ${tables.join(', ')}`),
    async close() {
      await database.close();
      await asOwner(maintenance, `drop database ${name} with (force)`);
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

async function asOwner(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
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
