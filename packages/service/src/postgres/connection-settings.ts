// The address of a database, and the role to take there. Plain values, so that they can be passed to another
// process.

/** The role under which the service runs. It reads and writes rows; it owns nothing. */
export const applicationRole = 'groupwright_app';

export interface ConnectionSettings {
  /** A PostgreSQL address, `postgresql://user:password@host:port/database?…`; may hold a password. */
  readonly url: string;
  /** The role that each connection takes at its start, where it is not the one that signs in. */
  readonly role?: string;
  /**
   * The same database without the pooler, where `url` leads to one in transaction mode: the sessions behind it are
   * shared, so they have role and settings by the account that signs in, and neither prepared statements nor
   * notifications.
   */
  readonly directUrl?: string;
}

export interface DatabaseRoles {
  /** Migrates. */
  readonly owner: ConnectionSettings;
  /** Serves: may read and write rows, but neither change the schema nor append-only history. */
  readonly application: ConnectionSettings;
}

/**
 * A server of the operator's own: one address both migrates and serves, serving under the application role.
 * @param directUrl migrates and listens, where the first one leads to a pooler in transaction mode
 */
export function externalDatabase(databaseUrl: string, directUrl?: string): DatabaseRoles {
  const application = { url: databaseUrl, role: applicationRole };
  if (directUrl === undefined) return { owner: { url: databaseUrl }, application };
  return { owner: { url: directUrl }, application: { ...application, directUrl } };
}

/** The address of a server that listens on a Unix socket in a directory. */
export function socketUrl(socketDirectory: string, user: string, database: string): string {
  return `postgresql://${encodeURIComponent(user)}@localhost/${encodeURIComponent(database)}?host=${encodeURIComponent(socketDirectory)}`;
}

/** The address with server parameters added, as the driver takes it. */
export function connectionString(
  settings: ConnectionSettings,
  parameters: Readonly<Record<string, string | number>> = {},
): string {
  const all = settings.role === undefined ? parameters : { ...parameters, role: settings.role };
  const options = Object.entries(all)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
  const mark = settings.url.indexOf('?');
  const address = mark < 0 ? settings.url : settings.url.slice(0, mark);
  const search = new URLSearchParams(mark < 0 ? '' : settings.url.slice(mark + 1));
  if (options !== '') {
    search.set('options', [search.get('options'), options].filter(Boolean).join(' '));
  }
  return search.size === 0 ? address : `${address}?${search.toString()}`;
}
