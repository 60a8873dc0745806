// Asks one server of several what it is, on a separate connection.
import { Client, DatabaseError } from 'pg';
import { useCamelCaseKeys } from './row-keys.ts';
import { isUnavailable } from './unavailable.ts';
import { refuseServer, type ServerState } from './verify-connection.ts';

/** A server that writes. */
export interface WritableServer {
  /** The address that leads to it. */
  readonly url: string;
  /** Differs between servers, and after a restart. */
  readonly startedAt: string;
  /** Absent where the server does not report it, as some managed services. */
  readonly history?: ServerHistory;
}

export interface ServerHistory {
  /** It belongs to the database cluster; a standby shares it with its primary. */
  readonly systemId: string;
  /** Grows with each promotion: https://www.postgresql.org/docs/18/continuous-archiving.html#BACKUP-TIMELINES */
  readonly timeline: number;
}

/**
 * @param withinMs for the connection, and for each of two statements
 * @throws DatabaseStartError where the server cannot be written or is too old, and the driver's errors
 */
export async function inspectServer(url: string, withinMs: number): Promise<WritableServer> {
  const client = new Client({
    connectionString: url,
    application_name: 'groupwright search',
    connectionTimeoutMillis: withinMs,
    query_timeout: withinMs,
  });
  // Without a listener, a lost connection would end the process.
  client.on('error', () => undefined);
  useCamelCaseKeys(client);
  try {
    await client.connect();
    const { rows } = await client.query<ServerState>(stateQuery);
    const [state] = rows;
    if (state === undefined) throw new Error('The database did not report its state.');
    refuseServer(state);
    const history = await readHistory(client);
    return { url, startedAt: state.startedAt, ...(history && { history }) };
  } finally {
    // A server that does not answer does not confirm the end either.
    void client.end().catch(() => undefined);
  }
}

const stateQuery = `
  select current_setting('server_version_num')::integer / 10000 as version,
    pg_is_in_recovery() as is_standby,
    current_setting('transaction_read_only') = 'on' as is_read_only,
    (extract(epoch from pg_postmaster_start_time()) * 1000000)::bigint::text as started_at`;

async function readHistory(client: Client): Promise<ServerHistory | undefined> {
  try {
    const { rows } = await client.query<{ systemId: string; segment: string }>(
      `select system_identifier::text as system_id, pg_walfile_name(pg_current_wal_lsn()) as segment
       from pg_control_system()`,
    );
    const [row] = rows;
    if (row === undefined) return undefined;
    // The first eight digits of a segment's name are its timeline.
    return { systemId: row.systemId, timeline: Number.parseInt(row.segment.slice(0, 8), 16) };
  } catch (error) {
    if (error instanceof DatabaseError && !isUnavailable(error)) return undefined;
    throw error;
  }
}
