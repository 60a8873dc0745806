// Migrates a database to the schema of this release: numbered SQL files, forward only, each in a separate transaction,
// one process at a time. A database of a newer release is not changed, so that processes of two releases can run side
// by side; an applied file that has changed since is refused.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Client, DatabaseError } from 'pg';
import { connectToPrimary, refuseSharedSessions } from './connect.ts';
import { applicationRole } from './connection-settings.ts';
import type { ConnectionSettings } from './connection-settings.ts';
import { createHostList } from './host-list.ts';
import type { Log } from './log.ts';
import { DatabaseStartError, explainConnection, isUnavailable } from './unavailable.ts';

const ownMigrations = fileURLToPath(new URL('migrations', import.meta.url));
/** Any number of our own; it keeps two starters apart. */
const lockKey = 4_770_177_1;
const connectTimeoutMs = 5000;

interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

export async function migrate(
  owner: ConnectionSettings,
  /** `variable`: the setting that leads to the owner, for sentences. */
  options: { log: Log; directory?: string; variable?: string },
): Promise<void> {
  const { log, directory = ownMigrations } = options;
  const migrations = await readMigrations(directory);
  const hosts = createHostList(owner.url, { log });
  const connect = () =>
    connectToPrimary(owner, hosts, {
      applicationName: 'groupwright migrations',
      connectTimeoutMs,
      parameters: { timezone: 'UTC', client_min_messages: 'warning' },
    });
  let connected: Client | undefined;
  try {
    const { client, server } = await connect();
    connected = client;
    await refuseSharedSessions(server, connect);
    // Nearly every start finds nothing to do: one query tells.
    if (pending(migrations, await readApplied(client)).length === 0) return;

    await client.query('select pg_advisory_lock($1)', [lockKey]);
    await prepare(client);
    const missing = pending(migrations, await readApplied(client));
    const startedAt = performance.now();
    for (const migration of missing) {
      await apply(client, migration);
      log.debug({ migration: migration.name }, 'a migration was applied');
    }
    const durationMs = Math.round(performance.now() - startedAt);
    if (missing.length > 0) {
      const last = missing.at(-1)?.name;
      log.info({ migrations: missing.length, durationMs, last }, 'the database was migrated');
    }
  } catch (error) {
    throw explainConnection(error, options.variable);
  } finally {
    await connected?.end().catch(() => undefined);
  }
}

async function readMigrations(directory: string): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
  const migrations = await Promise.all(
    names.map(async (name) => {
      const sql = await readFile(`${directory}/${name}`, 'utf8');
      const version = Number(/^(\d{4})_/.exec(name)?.[1] ?? NaN);
      return { version, name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
  for (const [index, { version, name }] of migrations.entries()) {
    if (Number.isNaN(version) || version === migrations[index - 1]?.version) {
      throw new Error(`migration ${name} needs a unique number, as in 0007_topic.sql`);
    }
  }
  return migrations;
}

/** Checksums by version; undefined when the database has never been migrated. */
async function readApplied(client: Client): Promise<Map<number, string> | undefined> {
  try {
    const { rows } = await client.query<{ version: number; checksum: string }>(
      'select version, checksum from schema_migrations',
    );
    return new Map(rows.map((row) => [row.version, row.checksum]));
  } catch (error) {
    if (error instanceof DatabaseError && error.code === '42P01') return undefined;
    throw error;
  }
}

function pending(migrations: Migration[], applied: Map<number, string> = new Map()): Migration[] {
  return migrations.filter(({ version, name, checksum }) => {
    const appliedChecksum = applied.get(version);
    if (appliedChecksum !== undefined && appliedChecksum !== checksum) {
      throw new DatabaseStartError(
        `The migration ${name} was applied to this database in a version that differs from this release. Use the release that matches the database, or restore the file: an applied migration is never changed.`,
      );
    }
    return appliedChecksum === undefined;
  });
}

/** The application role, what it may do by default, and the record of migrations. */
async function prepare(client: Client): Promise<void> {
  const { rows } = await client.query('select from pg_roles where rolname = $1', [applicationRole]);
  try {
    if (rows.length === 0) await client.query(`create role ${applicationRole} nologin`);
    await client.query(`
      do $$ begin
        -- A user who may not take the role yet becomes a member of it.
        set local role ${applicationRole};
      exception when insufficient_privilege then
        execute format('grant ${applicationRole} to %I', current_user);
      end $$`);
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== '42501') throw error;
    const user = (await client.query<{ name: string }>('select current_user as name')).rows[0];
    throw new DatabaseStartError(
      `The database user lacks the right to set up the role ${applicationRole}. Have an administrator of the database run: CREATE ROLE ${applicationRole} NOLOGIN; GRANT ${applicationRole} TO ${client.escapeIdentifier(user?.name ?? '')};`,
      { cause: error },
    );
  }
  // Default privileges hold for what later migrations create, so that a file's own REVOKE has the last word.
  await client.query(`
    alter default privileges grant usage on schemas to ${applicationRole};
    alter default privileges grant select, insert, update, delete on tables to ${applicationRole};
    alter default privileges grant usage, select on sequences to ${applicationRole};
    alter default privileges grant execute on functions to ${applicationRole};
    grant usage on schema public to ${applicationRole};
    create table if not exists schema_migrations (
      version integer primary key,
      name text not null,
      checksum text not null,
      applied_at timestamptz not null default now()
    );
    revoke insert, update, delete on schema_migrations from ${applicationRole};
  `);
}

async function apply(client: Client, { version, name, sql, checksum }: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(sql);
    await client.query(
      'insert into schema_migrations (version, name, checksum) values ($1, $2, $3)',
      [version, name, checksum],
    );
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    if (isUnavailable(error)) throw error;
    throw new DatabaseStartError(
      `The migration ${name} failed and was rolled back: ${(error as Error).message}`,
      { cause: error },
    );
  }
}
