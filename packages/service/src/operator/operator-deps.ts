// Dependencies of the operator's commands: the database of the service, whether or not the service runs.
import { randomBytes } from 'node:crypto';
import { userInfo } from 'node:os';
import type { Actor } from '../audit/activity.ts';
import {
  createChanges,
  type Changes,
  type ChangesDeps,
} from '../settings/configuration/changes.postgres.ts';
import { systemClock } from '../ground/clock.ts';
import { readConfig, type Config } from '../ground/config/config.ts';
import type { Encryption } from '../ground/encryption/encryption.ts';
import {
  noProbe,
  openEncryption,
  readKeyProbe,
  type StoredProbe,
} from '../postgres/key-probe.postgres.ts';
import { DomainError } from '../ground/errors.ts';
import { createIdGenerator } from '../ground/identifiers.ts';
import type { Closing } from '../settings/tenants/closed-tenant.ts';
import { externalDatabase, type DatabaseRoles } from '../postgres/connection-settings.ts';
import type { Database } from '../postgres/database.ts';
import { startEmbeddedPostgres } from '../embedded/embedded.ts';
import { silentLog } from '../postgres/log.ts';
import { migrate } from '../postgres/migrate.ts';
import { openDatabase } from '../postgres/pool.ts';
import type { Terminal } from './terminal.ts';

export interface OperatorDeps extends ChangesDeps {
  readonly config: Config;
  readonly database: Database;
  /** It connects as the owner of the tables, for the work and no longer. */
  asOwner<T>(this: void, work: (owner: Database) => Promise<T>): Promise<T>;
  /**
   * Makes the key file where there is none yet and nothing is encrypted.
   * @param options.newKey takes the present key although the database has another
   */
  readonly encryption: (options?: { newKey: boolean }) => Encryption;
  readonly actor: Actor;
  readonly terminal: Terminal;
  /** Does the work in one transaction. */
  change<T>(this: void, work: (changes: Changes) => Promise<T>): Promise<T>;
}

/**
 * Opens the database for the work and closes it after.
 * @param options.cleansUp the work ends by itself after an interruption
 */
export async function withOperatorDeps<T>(
  terminal: Terminal,
  work: (deps: OperatorDeps) => Promise<T>,
  { cleansUp = false }: { readonly cleansUp?: boolean | undefined } = {},
): Promise<T> {
  const config = readConfig(terminal.env);
  const { signal } = terminal;
  const embedded =
    config.databaseUrl === undefined
      ? await startEmbeddedPostgres({
          dataDirectory: config.dataDir,
          log: silentLog,
          mode: 'borrow',
        })
      : undefined;
  try {
    const roles = embedded ?? externalDatabase(config.databaseUrl ?? '', config.directUrl);
    await migrate(roles.owner, { log: silentLog });
    const database = openDatabase(roles.application, { log: silentLog, maxConnections: 2 });
    try {
      const own = { config, database, terminal };
      const deps = createDeps(own, roles, await readKeyProbe(database));
      return await (cleansUp ? work(deps) : orInterrupted(work(deps), signal));
    } finally {
      const closing = database.close();
      // A statement in progress is cut off by the end of the process.
      await orInterrupted(closing, signal).catch(() => undefined);
    }
  } finally {
    await embedded?.stop();
  }
}

async function orInterrupted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const interrupted = Promise.withResolvers<never>();
  const interrupt = () => interrupted.reject(signal.reason as Error);
  signal.addEventListener('abort', interrupt);
  if (signal.aborted) interrupt();
  try {
    return await Promise.race([work, interrupted.promise]);
  } finally {
    signal.removeEventListener('abort', interrupt);
  }
}

function createDeps(
  own: Pick<OperatorDeps, 'config' | 'database' | 'terminal'>,
  roles: DatabaseRoles,
  probe: StoredProbe,
): OperatorDeps {
  const { config, database } = own;
  const clock = systemClock;
  const deps = { clock, createId: createIdGenerator({ clock, randomBytes }), randomBytes };
  return {
    ...deps,
    ...own,
    async asOwner(work) {
      const owner = openDatabase(roles.owner, { log: silentLog, maxConnections: 1 });
      try {
        return await work(owner);
      } finally {
        await owner.close();
      }
    },
    encryption: ({ newKey } = { newKey: false }) =>
      openEncryption(config, newKey ? noProbe : probe, randomBytes),
    actor: { kind: 'operator', id: userInfo().username },
    change: (work) => database.transaction((transaction) => work(createChanges(transaction, deps))),
  };
}

/** The tenant that is named, or the only one there is; one that is closed only where the command says so. */
export async function chooseTenant(
  deps: OperatorDeps,
  named: string | undefined,
  { mayBeClosed = false } = {},
) {
  const tenant = await findTenant(deps, named);
  if (tenant.closed == null || mayBeClosed) return tenant;
  const detail = `The tenant ${tenant.tenantId} is closed: ${stateOf(tenant.closed)}. docs/operator/tenants.md says how it opens.`;
  throw new DomainError('in_use', detail);
}

/** The operator reads it. */
export function stateOf(closed: Closing | null | undefined): string {
  if (closed == null) return 'open';
  if (closed.kind === 'removed') return `removed, can be taken back until ${closed.until}`;
  return closed.kind === 'moved' ? `moved to ${closed.to}` : closed.kind;
}

async function findTenant(deps: OperatorDeps, named: string | undefined) {
  const tenants = await deps.change(({ stores }) => stores.tenants.list());
  const [first, ...others] = tenants;
  if (named === undefined) {
    if (first === undefined) {
      const { databaseUrl, dataDir } = deps.config;
      // Often the command looks in another place than the service.
      const place = databaseUrl === undefined ? dataDir : 'the database of DATABASE_URL';
      throw new DomainError('not_found', `There is no tenant yet in ${place}.`);
    }
    if (others.length === 0) return first;
    throw new DomainError(
      'validation_failed',
      `There are ${tenants.length} tenants: choose one with --tenant.`,
    );
  }
  const found = tenants.find(({ tenantId }) => tenantId === named.toLowerCase());
  if (found === undefined) throw new DomainError('not_found', `There is no tenant ${named}.`);
  return found;
}
