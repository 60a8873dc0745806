// Proves on each new connection that it is what the service relies on: a writable primary of a supported version,
// the role, and the settings that were asked for. A pooler may drop settings or share a server between clients,
// and a host may be a standby; none of that shows by itself.
import type { Client } from 'pg';
import type { ConnectionSettings } from './connection-settings.ts';
import { DatabaseStartError } from './unavailable.ts';

const oldestVersion = 15;
const verifyTimeoutMs = 5_000;

export interface VerifiedServer {
  /** Differs between servers, and after a restart. */
  readonly startedAt: string;
  /** It belongs to the session on the server; shared between clients only by a pooler. */
  readonly backendId: number;
  /** There is a pooler between this client and the server, which assigns its own session numbers. */
  readonly isPooled: boolean;
}

export interface ServerState {
  readonly version: number;
  readonly isStandby: boolean;
  readonly isReadOnly: boolean;
  readonly startedAt: string;
}

interface Proof extends ServerState {
  backendId: number;
  settings: Record<string, string | null> | null;
}

/**
 * @param expected settings in the server's own spelling, such as 15s
 * @throws DatabaseStartError with a sentence for the operator
 */
export async function verifyConnection(
  client: Client,
  settings: ConnectionSettings,
  parameters: Readonly<Record<string, string>>,
): Promise<VerifiedServer> {
  const { role } = settings;
  const expected = role === undefined ? parameters : { ...parameters, role };
  const names = Object.keys(expected);
  const differing = (read: Proof) =>
    names.filter((name) => read.settings?.[name] !== expected[name]);
  let proof = await readProof(client, names);
  refuseServer(proof);
  const isPooled = (client as Client & { processID: number | null }).processID !== proof.backendId;
  if (differing(proof).length > 0 && settings.directUrl !== undefined) {
    throw accountWithout(expected, client);
  }
  if (differing(proof).length > 0) {
    // A pooler dropped the startup options of the connection. In an exclusive session, they can be set later.
    await client.query(
      'select set_config(name, value, false) from unnest($1::text[], $2::text[]) as s (name, value)',
      [names, Object.values(expected)],
    );
    proof = await readProof(client, names);
  }
  const [wrong] = differing(proof);
  if (wrong !== undefined) {
    throw new DatabaseStartError(
      `A database connection has ${wrong} ${proof.settings?.[wrong] ?? '(unset)'} instead of ${expected[wrong]}. Something between the service and the database drops or changes settings. Connect directly, or through a pooler in session mode.`,
    );
  }
  return { startedAt: proof.startedAt, backendId: proof.backendId, isPooled };
}

/** A setting of a shared session would reach the other clients of the pooler, and end with the next statement. */
function accountWithout(
  expected: Readonly<Record<string, string>>,
  { user = '', database = '' }: Client,
): DatabaseStartError {
  const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
  const account = `${quoted(user)} in database ${quoted(database)}`;
  const statements = Object.entries(expected).map(
    ([name, value]) => `alter role ${account} set ${name} = '${value}';`,
  );
  return new DatabaseStartError(
    [
      'With DATABASE_DIRECT_URL, the account of DATABASE_URL must have these settings. A database administrator runs, and then reconnects the pooler:',
      ...statements,
    ].join('\n  '),
  );
}

async function readProof(client: Client, names: readonly string[]): Promise<Proof> {
  const query = {
    text: `
      select current_setting('server_version_num')::integer / 10000 as version,
        pg_is_in_recovery() as is_standby,
        current_setting('transaction_read_only') = 'on' as is_read_only,
        (extract(epoch from pg_postmaster_start_time()) * 1000000)::bigint::text as started_at,
        pg_backend_pid() as backend_id,
        (select json_object_agg(name, current_setting(name)) from unnest($1::text[]) as name) as settings`,
    values: [names],
    query_timeout: verifyTimeoutMs,
  };
  const { rows } = await client.query<Proof>(query);
  const [proof] = rows;
  if (proof === undefined) throw new Error('The database did not report its settings.');
  return proof;
}

/** @throws DatabaseStartError where the service cannot use the server */
export function refuseServer(proof: ServerState): void {
  if (proof.version < oldestVersion) {
    throw new DatabaseStartError(
      `The database is PostgreSQL ${proof.version}. The service needs PostgreSQL ${oldestVersion} or later; upgrade the server, or set DATABASE_URL to another one.`,
    );
  }
  if (proof.isStandby || proof.isReadOnly) {
    throw new DatabaseStartError(
      proof.isStandby
        ? 'DATABASE_URL points to a read-only standby. Use the primary, or list all hosts separated by commas.'
        : 'The database is read-only (default_transaction_read_only). Set DATABASE_URL to a writable database.',
    );
  }
}
