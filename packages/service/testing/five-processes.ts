// Five processes of the service on one database with a standby, under the load of callers: what they accept while the
// database is disturbed, and how long a disturbance keeps them from it.
import { randomBytes } from 'node:crypto';
import { createChanges } from '../src/settings/configuration/changes.postgres.ts';
import { systemClock } from '../src/ground/clock.ts';
import { createIdGenerator } from '../src/ground/identifiers.ts';
import type { Database } from '../src/postgres/database.ts';
import type { Accepted } from './assert-no-loss.ts';
import { countEvents } from './assert-operations.ts';
import { startCallers } from './crash-callers.ts';
import { settle, type CrashRun } from './crash-run.ts';
import { eventually } from './eventually.ts';
import { freePort } from './free-port.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';
import { addTestTenant, type AddedTenant } from './tenant.ts';

/** Servers of which one is the primary. */
export interface DatabaseServers {
  /** It belongs to all servers, as an operator sets it. */
  readonly url: string;
  withDatabase<T>(this: void, work: (database: Database) => Promise<T>): Promise<T>;
}

/** All times begin with the disturbance. */
export interface Disturbance {
  /** It ends when the disturbance was over for the database, such as by a promotion. */
  readonly settledAfterMs: number;
  /** It ends when another group was accepted after that. */
  readonly acceptedAfterMs: number;
  /** It ends when one of the groups that were accepted after that existed. */
  readonly createdAfterMs: number;
}

/** Everything that the callers know, to be compared with the database. */
export type LoadedRun = Omit<CrashRun, 'directory' | 'kills'>;

export interface FiveProcesses {
  readonly tenant: AddedTenant;
  /** Everything that was accepted so far. */
  accepted(this: void): readonly Accepted[];
  /** The log of each process so far. */
  logs(this: void): readonly string[];
  /** Starts one more process. */
  startAnother(this: void, role: RoleOfProcess): Promise<void>;
  /** Waits for more acceptances. */
  acceptMore(this: void, count: number): Promise<void>;
  /** @param disturb resolves once the database could serve again */
  measure(this: void, disturb: () => Promise<unknown>): Promise<Disturbance>;
}

export type RoleOfProcess = 'api' | 'worker';

/** Where processes run, and how they are reached. */
interface Places {
  /** The first processes have them. */
  readonly roles: readonly RoleOfProcess[];
  start(
    this: void,
    role: RoleOfProcess,
    env: Readonly<Record<string, string>>,
  ): Promise<ServiceProcess>;
  /** Callers use it, such as that of a proxy. Otherwise they know each process with the role api. */
  readonly address?: string;
}

export const besideEachOther: Places = {
  roles: ['api', 'api', 'api', 'worker', 'worker'],
  start: (_role, env) => startServiceProcess(env),
};

/**
 * Resolves once everything is final and the processes have ended.
 * @param options.readEvents the reader of the event feed reads to its end
 * @param options.places other places than five processes on this machine
 * @param scenario what happens to the database meanwhile
 */
export async function runFiveProcesses(
  servers: DatabaseServers,
  {
    seed,
    readEvents,
    places = besideEachOther,
    restMs,
  }: {
    readonly seed: number;
    readonly readEvents: boolean;
    readonly places?: Places;
    readonly restMs?: number | undefined;
  },
  scenario: (processes: FiveProcesses) => Promise<void>,
): Promise<LoadedRun> {
  const createId = createIdGenerator({ clock: systemClock, randomBytes });
  const tenant = await servers.withDatabase((database) =>
    database.transaction((transaction) =>
      addTestTenant(createChanges(transaction, { clock: systemClock, createId, randomBytes })),
    ),
  );
  const shared = {
    GROUPWRIGHT_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    DATABASE_URL: servers.url,
    // One base address for all, since it is the issuer of the tokens.
    BASE_URL: `http://127.0.0.1:${await freePort()}`,
    LOG_LEVEL: 'info',
  };
  const { roles } = places;
  const start = (role: RoleOfProcess) => places.start(role, { ...shared, ROLES: role });
  const services = await Promise.all(roles.map(start));
  const ofCallers = services.slice(0, roles.lastIndexOf('api') + 1).map(({ address }) => address);
  const callers = startCallers({
    addresses: places.address === undefined ? ofCallers : [places.address],
    tenant,
    seed,
    restMs,
  });
  const accepted = () => callers.accepted.length;

  async function untilOneExists(teamIds: readonly string[]): Promise<void> {
    await servers.withDatabase((database) =>
      eventually(async () => {
        const rows = await database.query(
          `select from provisionings where status = 'succeeded' and team_id = any ($1::uuid[])`,
          [teamIds],
        );
        return rows.length > 0;
      }, 'a group that was accepted after the disturbance was created'),
    );
  }

  async function measure(disturb: () => Promise<unknown>): Promise<Disturbance> {
    const disturbedAt = performance.now();
    const sinceThen = () => Math.round(performance.now() - disturbedAt);
    await disturb();
    const settledAfterMs = sinceThen();
    const before = accepted();
    await eventually(() => accepted() > before, 'a group was accepted after the disturbance');
    const acceptedAfterMs = sinceThen();
    await untilOneExists(callers.accepted.slice(before).map(({ teamId }) => teamId));
    return { settledAfterMs, acceptedAfterMs, createdAfterMs: sinceThen() };
  }

  try {
    await scenario({
      tenant,
      accepted: () => callers.accepted,
      logs: () => services.map((service) => service.output()),
      async startAnother(role) {
        services.push(await start(role));
      },
      acceptMore(count) {
        const before = accepted();
        return eventually(() => accepted() >= before + count, `${count} more groups were accepted`);
      },
      measure,
    });
  } catch (error) {
    for (const service of services) service.signal('SIGKILL');
    throw error;
  } finally {
    await callers.stop();
  }
  const events = await servers.withDatabase(async (database) => {
    await settle(database);
    return countEvents(database, tenant.tenantId);
  });
  if (readEvents) await callers.readEvents(events);
  const deaths: string[] = [];
  for (const service of services) {
    const { code, signal } = await service.end('SIGTERM');
    if (code !== 0) deaths.push(`a process ended with ${code ?? signal}: ${service.output()}`);
  }
  return { tenant, deaths, ...callers };
}

/** The result is text for the diagnostics of a test. */
export function describeLoad({ accepted, operations, events }: LoadedRun): string {
  return `${accepted.length} creations, ${operations.length} operations, ${events.length} events`;
}

/** @param settled names the end of the disturbance, such as "promoted" */
export function describeDisturbance(
  { settledAfterMs, acceptedAfterMs, createdAfterMs }: Disturbance,
  settled: string,
): string {
  return `${settled} after ${settledAfterMs} ms, accepted after ${acceptedAfterMs} ms, created after ${createdAfterMs} ms`;
}
