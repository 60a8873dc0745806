// Two PostgreSQL servers with streaming replication, of the embedded programs alone: a primary and a standby, both
// durable, each at an address of TCP as in a deployment. A test kills the primary or cuts it off, promotes the standby as a
// failover manager does, and adds a new standby from an online copy of the new primary.
import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../src/postgres/database.ts';
import { copyRunningCluster } from '../src/embedded/backup.ts';
import { ownerRole, type Cluster } from '../src/embedded/cluster.ts';
import { stopAbandoned } from '../src/embedded/embedded.ts';
import { databaseName } from '../src/embedded/server-lock.ts';
import { withDatabaseAt } from './database.ts';
import { eventually } from './eventually.ts';
import { freePort } from './free-port.ts';
import { makeNetworkedData, startNetworkedServer, withClient } from './networked-server.ts';
import { startRelay, type Relay } from './relay.ts';
import { dataParent } from './data-parent.ts';

/** `synchronous`: a commit is reported once the standby has it on its disk. */
export type Replication = 'synchronous' | 'asynchronous';

export interface ReplicatedServers {
  /** It belongs to all servers, as an operator sets it. */
  readonly url: string;
  /** It belongs to the present primary alone. */
  primaryUrl(this: void): string;
  /** The primary dies at once and does not return. */
  killPrimary(this: void): void;
  /** The standby becomes the primary. It waits for no standby until one is added. */
  promoteStandby(this: void): Promise<void>;
  /** Adds a standby to the present primary, while it works; resolves once it streams. */
  addStandby(this: void): Promise<void>;
  /** The network between the present primary and the others is cut, without closing a connection. */
  cutOffPrimary(this: void, from: { readonly service: boolean; readonly standby: boolean }): void;
  healNetwork(this: void): void;
  withDatabase<T>(this: void, work: (database: Database) => Promise<T>): Promise<T>;
  /** Stops and removes the servers. */
  remove(this: void): Promise<void>;
}

interface Server {
  readonly dataDirectory: string;
  readonly cluster: Cluster;
  /** There is no network in between. */
  readonly port: number;
  readonly processId: number;
  /** The network between the service and this server. */
  readonly toService: Relay;
  /** The network between this server and its standbys. */
  readonly toStandby: Relay;
}

/** The address has a place for each server of a run. */
const maxServers = 4;

export async function startReplicatedServers(replication: Replication): Promise<ReplicatedServers> {
  const password = randomBytes(18).toString('hex');
  const root = await mkdtemp(join(dataParent, `groupwright-test-${process.pid}-replicated-`));
  // Root hands PostgreSQL to another account, which has to pass through here.
  await chmod(root, 0o711);
  const ports = await Promise.all(Array.from({ length: maxServers }, () => freePort()));
  const servers: Server[] = [];
  let primary: Server;
  let standby: Server | undefined;

  const hosts = ports.map((port) => `127.0.0.1:${port}`).join(',');
  const url = `postgresql://${ownerRole}:${password}@${hosts}/${databaseName}?target_session_attrs=read-write`;

  const addressOf = ({ port }: Pick<Server, 'port'>) =>
    `postgresql://${ownerRole}:${password}@127.0.0.1:${port}/${databaseName}`;

  async function start(dataDirectory: string): Promise<Server> {
    const servicePort = ports[servers.length];
    if (servicePort === undefined) throw new Error(`A run has ${maxServers} servers at most.`);
    const port = await freePort();
    const { cluster, processId } = await startNetworkedServer(dataDirectory, {
      address: '127.0.0.1',
      port,
      network: '127.0.0.1/32',
    });
    const relays = {
      toService: await startRelay(port, servicePort),
      toStandby: await startRelay(port),
    };
    const server = { dataDirectory, cluster, port, processId, ...relays };
    servers.push(server);
    return server;
  }

  async function addStandby(): Promise<void> {
    const dataDirectory = join(root, `server-${servers.length}`);
    await mkdir(dataDirectory, { mode: 0o711 });
    const data = join(dataDirectory, 'postgresql');
    const { signal } = new AbortController();
    await copyRunningCluster(addressOf(primary), primary.cluster.directory, data, signal);
    const connection = `host=127.0.0.1 port=${primary.toStandby.port} user=${ownerRole} password=${password}`;
    await writeFor(primary.cluster, join(data, 'standby.signal'), '');
    await writeFor(
      primary.cluster,
      join(data, 'postgresql.auto.conf'),
      `primary_conninfo = '${connection}'\n`,
    );
    standby = await start(dataDirectory);
    await withClient(addressOf(primary), async (client) => {
      if (replication === 'synchronous') {
        await client.query(`alter system set synchronous_standby_names = '*'`);
        await client.query('select pg_reload_conf()');
      }
      const state = replication === 'synchronous' ? 'sync' : 'async';
      await eventually(async () => {
        const { rows } = await client.query<{ state: string }>(
          `select sync_state as state from pg_stat_replication where state = 'streaming'`,
        );
        return rows[0]?.state === state;
      }, `the standby streams, ${state}`);
    });
  }

  const first = join(root, 'server-0');
  await mkdir(first, { mode: 0o711 });
  await makeNetworkedData(first, password);
  primary = await start(first);
  await addStandby();

  return {
    url,
    primaryUrl: () => addressOf(primary),
    killPrimary: () => void process.kill(primary.processId, 'SIGKILL'),
    async promoteStandby() {
      if (standby === undefined) throw new Error('There is no standby to promote.');
      const promoted = standby;
      await withClient(addressOf(promoted), (client) => client.query('select pg_promote(true)'));
      primary = promoted;
      standby = undefined;
    },
    addStandby,
    cutOffPrimary({ service, standby: fromStandby }) {
      if (service) primary.toService.cut();
      if (fromStandby) primary.toStandby.cut();
    },
    healNetwork() {
      for (const { toService, toStandby } of servers) {
        toService.heal();
        toStandby.heal();
      }
    },
    withDatabase: (work) => withDatabaseAt(addressOf(primary), work),
    async remove() {
      for (const { dataDirectory, toService, toStandby } of servers.toReversed()) {
        await Promise.all([toService.close(), toStandby.close()]);
        await stopAbandoned(dataDirectory);
      }
      await rm(root, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** A file that the account of PostgreSQL reads, and no other. */
async function writeFor({ account }: Cluster, path: string, text: string): Promise<void> {
  await writeFile(path, text, { mode: 0o600 });
  if (account !== undefined) await chown(path, account.uid, account.gid);
}
