// One connection outside the pools, to the primary, verified.
import { Client } from 'pg';
import { connectionString } from './connection-settings.ts';
import type { ConnectionSettings } from './connection-settings.ts';
import { type HostList, onPrimary } from './host-list.ts';
import { useCamelCaseKeys } from './row-keys.ts';
import { DatabaseStartError } from './unavailable.ts';
import { verifyConnection, type VerifiedServer } from './verify-connection.ts';

export interface ConnectOptions {
  readonly applicationName: string;
  readonly connectTimeoutMs: number;
  readonly parameters?: Readonly<Record<string, string>>;
  /** Called with each client before it connects, to listen for its events. */
  readonly onClient?: (client: Client) => void;
}

export interface VerifiedConnection {
  readonly client: Client;
  readonly server: VerifiedServer;
}

export function connectToPrimary(
  settings: ConnectionSettings,
  hosts: HostList,
  options: ConnectOptions,
): Promise<VerifiedConnection> {
  const { applicationName, connectTimeoutMs, parameters = {}, onClient } = options;
  return onPrimary(hosts, async (url) => {
    const client = new Client({
      connectionString: connectionString({ ...settings, url }, parameters),
      application_name: applicationName,
      connectionTimeoutMillis: connectTimeoutMs,
      keepAlive: true,
    });
    // A lost connection fails the query in progress; without a listener it would also end the process.
    client.on('error', () => undefined);
    useCamelCaseKeys(client);
    onClient?.(client);
    try {
      await client.connect();
      const server = await verifyConnection(client, settings, parameters);
      hosts.accept(server.startedAt);
      return { client, server };
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
  });
}

/**
 * Two clients on one session of the server are what a pooler makes in transaction mode, where the settings, locks
 * and notifications of one reach the other.
 * @throws DatabaseStartError
 */
export async function refuseSharedSessions(
  { isPooled, backendId }: VerifiedServer,
  connectAnother: () => Promise<VerifiedConnection>,
): Promise<void> {
  if (!isPooled) return;
  const { client, server } = await connectAnother();
  await client.end();
  if (server.backendId !== backendId) return;
  throw new DatabaseStartError(
    'The pooler in front of the database shares sessions between clients (transaction or statement mode). The service needs its own sessions for its role, locks and notifications. Set pool_mode to session for this database in the pooler, point DATABASE_URL to the server itself, or set DATABASE_DIRECT_URL, too.',
  );
}
