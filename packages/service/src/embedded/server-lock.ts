// The users of the server: one owner, which supervises and stops it, and any number of borrowers. Each holds locks in
// a separate session, so a process that dies, however suddenly, releases them.
import { Client } from 'pg';
import { applicationRole, socketUrl } from '../postgres/connection-settings.ts';
import { ownerRole } from './cluster.ts';
import type { Location } from './cluster.ts';

export const databaseName = 'groupwright';
export type Mode = 'own' | 'borrow';

/** Advisory locks: `users` is shared by all, and held alone by the last borrower while it stops the server. */
const lockClass = 4_770_177;
const locks = { users: 1, owner: 2, setUp: 3 } as const;
const connectTimeoutMs = 2000;

export interface ServerLock {
  /** The process id as the server reports it: a file may name a previous process. */
  readonly processId: number;
  /** Calls back once when the session is lost. */
  onLoss(callback: () => void): void;
  /** Takes the exclusive lock. True if this was the last user; no process can join after that, until the server ends. */
  releaseIfLast(): Promise<boolean>;
  end(): Promise<void>;
}

/** Takes a place; a sentence about who has it when it is taken, undefined when the last user is leaving. */
export async function acquireServerLock(
  cluster: Location,
  mode: Mode,
): Promise<ServerLock | { readonly takenBy: string } | undefined> {
  const client = new Client({
    connectionString: socketUrl(cluster.socketDirectory, ownerRole, 'postgres'),
    application_name: `groupwright ${mode}, process ${process.pid}`,
    connectionTimeoutMillis: connectTimeoutMs,
  });
  let lost = false;
  let callback: (() => void) | undefined;
  const onEnd = () => {
    if (lost) return;
    lost = true;
    callback?.();
  };
  client.on('error', onEnd);
  client.on('end', onEnd);

  let taken = false;
  let processId: number;
  try {
    await client.connect();
    if (!(await tryLock(client, 'pg_try_advisory_lock_shared', locks.users))) return undefined;
    if (mode === 'own' && !(await tryLock(client, 'pg_try_advisory_lock', locks.owner))) {
      return { takenBy: await findOwner(client) };
    }
    await setUp(client);
    processId = await readProcessId(client);
    taken = true;
  } finally {
    if (!taken) await client.end().catch(() => undefined);
  }
  return {
    processId,
    onLoss(then) {
      if (lost) then();
      else callback = then;
    },
    async releaseIfLast() {
      await client.query('select pg_advisory_unlock_shared($1, $2)', [lockClass, locks.users]);
      return tryLock(client, 'pg_try_advisory_lock', locks.users);
    },
    async end() {
      callback = undefined;
      await client.end().catch(() => undefined);
    },
  };
}

async function tryLock(
  client: Client,
  how: 'pg_try_advisory_lock' | 'pg_try_advisory_lock_shared',
  lock: number,
): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>(`select ${how}($1, $2) as held`, [
    lockClass,
    lock,
  ]);
  return rows[0]?.held === true;
}

async function readProcessId(client: Client): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `select split_part(pg_read_file('postmaster.pid'), e'\\n', 1)::int as id`,
  );
  return rows[0]?.id ?? 0;
}

async function findOwner(client: Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select application_name as name from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and classid = $1 and objid = $2 and granted`,
    [lockClass, locks.owner],
  );
  return rows[0]?.name ?? 'another process';
}

/** The application role and the database, which the first start lacks. */
async function setUp(client: Client): Promise<void> {
  const isMissing = async () => {
    const { rows } = await client.query<{ role: boolean; database: boolean }>(
      `select not exists (select from pg_roles where rolname = $1) as role,
              not exists (select from pg_database where datname = $2) as database`,
      [applicationRole, databaseName],
    );
    return rows[0] ?? { role: false, database: false };
  };
  const missing = await isMissing();
  if (!missing.role && !missing.database) return;
  await client.query('select pg_advisory_lock($1, $2)', [lockClass, locks.setUp]);
  const still = await isMissing();
  if (still.role) await client.query(`create role ${applicationRole} login`);
  if (still.database) await client.query(`create database ${databaseName}`);
  await client.query('select pg_advisory_unlock($1, $2)', [lockClass, locks.setUp]);
}
