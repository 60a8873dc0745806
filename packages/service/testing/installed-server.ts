// A PostgreSQL server as an operator installs it from packages: its programs, such as pg_dump, are those of the operating
// system. POSTGRESQL_BIN names their directory.
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import type { Database } from '../src/postgres/database.ts';
import { withDatabaseAt } from './database.ts';
import { eventually } from './eventually.ts';

const programs = process.env['POSTGRESQL_BIN'] ?? '/usr/lib/postgresql/15/bin';
/** PostgreSQL refuses to run as root. */
const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined;
const asAccount = { ...account, cwd: '/' };

export const isServerInstalled = existsSync(join(programs, 'pg_dump'));

export interface InstalledServer {
  /** It belongs to the server and to whatever the test keeps beside it. */
  readonly directory: string;
  /** The account of the server may write in it. */
  makeDirectory(this: void, name: string): Promise<string>;
  /** It connects as the operator, who may not create roles. */
  urlOf(this: void, database: string): string;
  asSuper(this: void, statement: string): Promise<void>;
  /** Runs a program of the server's version. */
  run(this: void, program: string, ...args: string[]): Promise<void>;
  /** Stops the server and starts another one on a data directory. */
  restart(this: void, dataDirectory: string): Promise<void>;
  withDatabase<T>(this: void, name: string, work: (database: Database) => Promise<T>): Promise<T>;
  remove(this: void): Promise<void>;
}

/** @param settings of the server, by name */
export async function startInstalledServer(
  purpose: string,
  settings: (directory: string) => Readonly<Record<string, string>> = () => ({}),
): Promise<InstalledServer> {
  const directory = await mkdtemp(join(tmpdir(), `groupwright-test-${process.pid}-${purpose}-`));
  if (account !== undefined) await chown(directory, account.uid, account.gid);
  await chmod(directory, 0o700);
  let server: ChildProcess | undefined;

  const urlOf = (user: string, database: string) =>
    `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(directory)}`;

  async function run(program: string, ...args: string[]): Promise<void> {
    await promisify(execFile)(join(programs, program), args, asAccount);
  }

  async function asSuper(statement: string): Promise<void> {
    const client = new Client({ connectionString: urlOf('super', 'postgres') });
    try {
      await client.connect();
      await client.query(statement);
    } finally {
      await client.end();
    }
  }

  async function start(dataDirectory: string): Promise<void> {
    const all = {
      listen_addresses: '',
      unix_socket_directories: directory,
      ...settings(directory),
    };
    const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const started = spawn(join(programs, 'postgres'), ['-D', dataDirectory, ...args], {
      ...asAccount,
      stdio: 'ignore',
    });
    server = started;
    await eventually(async () => {
      if (started.exitCode !== null) throw new Error(`PostgreSQL ended with ${started.exitCode}.`);
      // A server that recovers accepts reads before it has reached its target.
      return asSuper('create temporary table is_writable ()').then(
        () => true,
        () => false,
      );
    }, 'PostgreSQL accepts writes');
  }

  async function stop(): Promise<void> {
    if (server === undefined || server.exitCode !== null) return;
    const ended = new Promise((resolve) => void server?.once('exit', resolve));
    server.kill('SIGINT');
    await ended;
  }

  async function makeDirectory(name: string): Promise<string> {
    const path = join(directory, name);
    await mkdir(path, { mode: 0o700 });
    if (account !== undefined) await chown(path, account.uid, account.gid);
    return path;
  }

  const data = join(directory, 'data');
  await run('initdb', '-D', data, '-U', 'super', '--auth=trust');
  await start(data);
  // The page docs/operator/database.md says this for a user who may not create roles.
  await asSuper('create role operator login');
  await asSuper('create role groupwright_app nologin');
  await asSuper('grant groupwright_app to operator');

  return {
    directory,
    makeDirectory,
    urlOf: (database) => urlOf('operator', database),
    asSuper,
    run,
    async restart(dataDirectory) {
      await stop();
      await start(dataDirectory);
    },
    withDatabase: (name, work) => withDatabaseAt(urlOf('operator', name), work),
    async remove() {
      await stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
