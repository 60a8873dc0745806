// Three PostgreSQL servers under Patroni, with synchronous replication, and etcd for the lock of the leader, all on
// loopback. PATRONI and ETCD name the programs, POSTGRESQL_BIN the directory of PostgreSQL's.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { stringify } from 'yaml';
import { externalDatabase } from '../src/postgres/connection-settings.ts';
import { silentLog } from '../src/postgres/log.ts';
import { migrate } from '../src/postgres/migrate.ts';
import { withDatabaseAt } from './database.ts';
import { eventually } from './eventually.ts';
import type { DatabaseServers } from './five-processes.ts';
import { freePort } from './free-port.ts';
import { isRunning } from './is-running.ts';

const programs = {
  patroni: process.env['PATRONI'] ?? 'patroni',
  etcd: process.env['ETCD'] ?? 'etcd',
  postgresql: process.env['POSTGRESQL_BIN'] ?? '/usr/lib/postgresql/15/bin',
};
/** PostgreSQL refuses to run as root. */
const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined;

export const isPatroniInstalled = [
  programs.patroni,
  programs.etcd,
  join(programs.postgresql, 'pg_rewind'),
].every((program) => spawnSync(program, ['--version']).status === 0);

/** The shortest times that Patroni recommends: a lost leader is replaced within `ttl` and a few seconds. */
export const patroniTimes = { ttl: 20, loop_wait: 2, retry_timeout: 5 };

export interface PatroniCluster extends DatabaseServers {
  /** Hands the lead over as an operator does; resolves once another server leads. */
  switchOver(this: void): Promise<void>;
  /** Kills the leader with its Patroni; resolves once another server leads. */
  killLeader(this: void): Promise<void>;
  /** Kills the Patroni of the leader alone; resolves once another server leads. PostgreSQL keeps running. */
  killAgentOfLeader(this: void): Promise<void>;
  /** Starts what was killed; resolves once it follows the leader. */
  returnKilled(this: void): Promise<void>;
  /** Resolves once all servers follow the leader, one of them synchronously. */
  untilWhole(this: void): Promise<void>;
  /** Stops and removes the servers. */
  remove(this: void): Promise<void>;
}

interface Node {
  readonly name: string;
  readonly directory: string;
  readonly port: number;
  readonly restPort: number;
  agent: ChildProcess | undefined;
}

interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
}

export async function startPatroniCluster(): Promise<PatroniCluster> {
  const root = await mkdtemp(join(tmpdir(), `groupwright-test-${process.pid}-patroni-`));
  await giveAway(root);
  const passwords = { super: newPassword(), replication: newPassword(), service: newPassword() };
  const etcdPort = await freePort();
  const etcd = await startEtcd(root, etcdPort);
  const nodes: Node[] = [];

  async function addNode(name: string): Promise<Node> {
    const directory = join(root, name);
    await mkdir(directory, { mode: 0o700 });
    await giveAway(directory);
    const node = {
      name,
      directory,
      port: await freePort(),
      restPort: await freePort(),
      agent: undefined,
    };
    const settings = settingsOf(node, { etcdPort, passwords });
    await writeFile(join(directory, 'patroni.yaml'), stringify(settings), { mode: 0o644 });
    nodes.push(node);
    return node;
  }
  function startAgent(node: Node): void {
    node.agent = spawn(programs.patroni, [join(node.directory, 'patroni.yaml')], {
      ...account,
      cwd: node.directory,
      stdio: 'ignore',
    });
    killAtExit(node.agent);
  }

  /** The first server that answers knows the members. */
  async function members(): Promise<readonly Member[]> {
    for (const { restPort, agent } of nodes) {
      if (agent === undefined) continue;
      const answer = await fetch(`http://127.0.0.1:${restPort}/cluster`).catch(() => undefined);
      if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members;
    }
    return [];
  }
  const isLeading = ({ role, state }: Member) => role === 'leader' && state === 'running';
  async function leader(): Promise<Node> {
    const name = (await members()).find(isLeading)?.name;
    return nodes.find((node) => node.name === name) ?? Promise.reject(new Error('no leader'));
  }
  const untilAnotherLeads = (than: Node) =>
    eventually(async () => {
      const found = (await members()).find(isLeading);
      return found !== undefined && found.name !== than.name;
    }, 'another server leads');
  const untilWhole = () =>
    eventually(async () => {
      const found = await members();
      const followers = found.filter(({ role }) => role === 'replica' || role === 'sync_standby');
      return (
        found.some(isLeading) &&
        followers.length === nodes.length - 1 &&
        found.some(({ role }) => role === 'sync_standby') &&
        followers.every(({ state }) => state === 'running' || state === 'streaming')
      );
    }, 'all servers follow the leader, one of them synchronously');

  for (const name of ['one', 'two', 'three']) startAgent(await addNode(name));
  await untilWhole();
  const hosts = nodes.map(({ port }) => `127.0.0.1:${port}`).join(',');
  const addressOf = (user: string, password: string, host: string, database: string) =>
    `postgresql://${user}:${password}@${host}/${database}`;
  const first = await leader();
  await prepareDatabase(
    addressOf('postgres', passwords.super, `127.0.0.1:${first.port}`, 'postgres'),
    passwords.service,
  );
  const url = `${addressOf('groupwright', passwords.service, hosts, 'groupwright')}?target_session_attrs=read-write`;
  await migrate(externalDatabase(url).owner, { log: silentLog });

  return {
    url,
    withDatabase: (work) => withDatabaseAt(url, work),
    async switchOver() {
      const before = await leader();
      const answer = await fetch(`http://127.0.0.1:${before.restPort}/switchover`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ leader: before.name }),
      });
      if (!answer.ok) throw new Error(await answer.text());
      await untilAnotherLeads(before);
    },
    async killLeader() {
      const node = await leader();
      killAgent(node);
      process.kill(await serverOf(node), 'SIGKILL');
      await untilAnotherLeads(node);
    },
    async killAgentOfLeader() {
      const node = await leader();
      killAgent(node);
      await untilAnotherLeads(node);
    },
    async returnKilled() {
      for (const node of nodes) if (node.agent === undefined) startAgent(node);
      await untilWhole();
    },
    untilWhole,
    async remove() {
      await Promise.all(nodes.map(stopNode));
      etcd.kill('SIGKILL');
      await rm(root, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function startEtcd(root: string, port: number): Promise<ChildProcess> {
  const directory = join(root, 'etcd');
  await mkdir(directory, { mode: 0o700 });
  await giveAway(directory);
  const peers = `http://127.0.0.1:${await freePort()}`;
  const clients = `http://127.0.0.1:${port}`;
  const options = {
    'data-dir': directory,
    'listen-client-urls': clients,
    'advertise-client-urls': clients,
    'listen-peer-urls': peers,
    'initial-advertise-peer-urls': peers,
    'initial-cluster': `default=${peers}`,
  };
  const args = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
  const etcd = spawn(programs.etcd, args, { ...account, cwd: directory, stdio: 'ignore' });
  killAtExit(etcd);
  await eventually(async () => {
    const answer = await fetch(`${clients}/health`).catch(() => undefined);
    return answer?.ok === true;
  }, 'etcd answers');
  return etcd;
}

/** https://patroni.readthedocs.io/en/latest/yaml_configuration.html */
function settingsOf(
  { name, directory, port, restPort }: Node,
  {
    etcdPort,
    passwords,
  }: {
    readonly etcdPort: number;
    readonly passwords: { readonly super: string; readonly replication: string };
  },
): object {
  const access = ['local all all reject', 'host all,replication all 127.0.0.1/32 scram-sha-256'];
  return {
    scope: 'groupwright',
    name,
    restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
    etcd3: { hosts: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: {
        ...patroniTimes,
        // A server whose PostgreSQL died is replaced at once instead of being started again.
        primary_start_timeout: 0,
        synchronous_mode: true,
        postgresql: { use_pg_rewind: true },
      },
      initdb: [{ encoding: 'UTF8' }, 'data-checksums', { auth: 'scram-sha-256' }],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: join(directory, 'data'),
      bin_dir: programs.postgresql,
      pgpass: join(directory, 'pgpass'),
      authentication: {
        superuser: { username: 'postgres', password: passwords.super },
        replication: { username: 'replicator', password: passwords.replication },
      },
      parameters: {
        max_connections: 200,
        shared_buffers: '64MB',
        unix_socket_directories: directory,
      },
      pg_hba: access,
    },
  };
}

/** An administrator prepares a database like this for a service that may not create roles. */
async function prepareDatabase(url: string, password: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`create role groupwright login password '${password}'`);
    await client.query('create role groupwright_app nologin');
    await client.query('grant groupwright_app to groupwright');
    await client.query('create database groupwright owner groupwright');
  } finally {
    await client.end();
  }
}

/** It belongs to the PostgreSQL of a node. */
async function serverOf({ directory }: Node): Promise<number> {
  const file = await readFile(join(directory, 'data', 'postmaster.pid'), 'utf8');
  return Number(file.split('\n')[0]);
}

function killAgent(node: Node): void {
  node.agent?.kill('SIGKILL');
  node.agent = undefined;
}

async function stopNode(node: Node): Promise<void> {
  killAgent(node);
  const processId = await serverOf(node).catch(() => undefined);
  if (processId === undefined) return;
  try {
    process.kill(processId, 'SIGQUIT');
    await eventually(() => !isRunning(processId), 'PostgreSQL has ended');
  } catch {
    // It had ended before.
  }
}

function killAtExit(child: ChildProcess): void {
  process.once('exit', () => child.kill('SIGKILL'));
}

function newPassword(): string {
  return randomBytes(18).toString('hex');
}

/** The account of PostgreSQL becomes the owner. */
async function giveAway(path: string): Promise<void> {
  if (account !== undefined) await chown(path, account.uid, account.gid);
}
