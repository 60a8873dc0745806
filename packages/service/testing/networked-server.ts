// A durable PostgreSQL of the embedded programs at an address of TCP, as in a deployment.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { openCluster, ownerRole, type Cluster } from '../src/embedded/cluster.ts';
import { startEmbeddedPostgres } from '../src/embedded/embedded.ts';
import { serverSettings, type ServerSettings } from '../src/embedded/server-settings.ts';
import { startServer } from '../src/embedded/server.ts';
import { silentLog } from '../src/postgres/log.ts';
import { migrate } from '../src/postgres/migrate.ts';

/** Makes a database of the newest schema, whose owner has the password, and stops its server. */
export async function makeNetworkedData(dataDirectory: string, password: string): Promise<void> {
  const embedded = await startEmbeddedPostgres({ dataDirectory, log: silentLog });
  try {
    await migrate(embedded.owner, { log: silentLog });
    await withClient(embedded.owner.url, (client) =>
      client.query(`alter role ${ownerRole} password '${password}'`),
    );
  } finally {
    await embedded.stop();
  }
}

/** @param at.network from where it may be reached */
export async function startNetworkedServer(
  dataDirectory: string,
  at: { readonly address: string; readonly port: number; readonly network: string },
): Promise<{ readonly cluster: Cluster; readonly processId: number }> {
  const cluster = await openCluster(dataDirectory, { durable: true });
  const accessFile = join(dataDirectory, 'access.conf');
  await writeFile(
    accessFile,
    `local all all reject\nhost all,replication all ${at.network} scram-sha-256\n`,
  );
  const settings: ServerSettings = {
    ...serverSettings(cluster),
    listen_addresses: at.address,
    port: at.port,
    hba_file: accessFile,
    max_connections: 200,
    shared_buffers: '64MB',
    wal_keep_size: '1GB',
  };
  const { processId } = await startServer(cluster, settings, new AbortController().signal);
  return { cluster, processId };
}

export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
