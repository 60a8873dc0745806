// A run of callers over failovers: five processes serve one database of a primary and a standby. The primary dies
// under load, and the standby takes its place.
import { randomBytes } from 'node:crypto';
import { createChanges } from '../src/configuration/changes.postgres.ts';
import { systemClock } from '../src/foundation/clock.ts';
import { createIdGenerator } from '../src/foundation/identifiers.ts';
import { startCallers } from './crash-callers.ts';
import { settle, type CrashRun } from './crash-run.ts';
import { countEvents } from './assert-operations.ts';
import { eventually } from './eventually.ts';
import { freePort } from './free-port.ts';
import {
  startReplicatedServers,
  type ReplicatedServers,
  type Replication,
} from './replicated-servers.ts';
import { startServiceProcess } from './service-process.ts';
import { addTestTenant } from './tenant.ts';

export interface Failover {
  /** From the death of the primary until the standby had taken its place. */
  readonly promotedAfterMs: number;
  /** From the death of the primary until another group was accepted. */
  readonly acceptedAfterMs: number;
  /** From the death of the primary until a group that was accepted after it existed. */
  readonly createdAfterMs: number;
}

export interface FailoverRun extends Omit<CrashRun, 'directory' | 'kills'> {
  readonly servers: ReplicatedServers;
  readonly failovers: readonly Failover[];
}

const roles = ['api', 'api', 'api', 'worker', 'worker'] as const;
/** Creations before each failover, and after the last one. */
const creationsBetween = 20;

/** @param options.failovers up to 3 */
export async function runFailovers(options: {
  readonly seed: number;
  readonly replication: Replication;
  readonly failovers: number;
}): Promise<FailoverRun> {
  const servers = await startReplicatedServers(options.replication);
  try {
    return await runOn(servers, options);
  } catch (error) {
    await servers.remove();
    throw error;
  }
}

async function runOn(
  servers: ReplicatedServers,
  options: { readonly seed: number; readonly replication: Replication; readonly failovers: number },
): Promise<FailoverRun> {
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
  const services = await Promise.all(
    roles.map((role) => startServiceProcess({ ...shared, ROLES: role })),
  );
  const callers = startCallers({
    addresses: services.slice(0, roles.lastIndexOf('api') + 1).map(({ address }) => address),
    tenant,
    seed: options.seed,
  });
  const accepted = () => callers.accepted.length;
  const acceptMore = (count: number) => {
    const before = accepted();
    return eventually(() => accepted() >= before + count, `${count} more groups were accepted`);
  };

  async function failOver(): Promise<Failover> {
    const diedAt = performance.now();
    const sinceDeath = () => Math.round(performance.now() - diedAt);
    servers.killPrimary();
    await servers.promoteStandby();
    const promotedAfterMs = sinceDeath();
    const before = accepted();
    await eventually(() => accepted() > before, 'a group was accepted after the failover');
    const acceptedAfterMs = sinceDeath();
    const newest = callers.accepted.slice(before).map(({ teamId }) => teamId);
    await servers.withDatabase((database) =>
      eventually(async () => {
        const rows = await database.query(
          `select from provisionings where status = 'succeeded' and team_id = any ($1::uuid[])`,
          [newest],
        );
        return rows.length > 0;
      }, 'a group that was accepted after the failover was created'),
    );
    return { promotedAfterMs, acceptedAfterMs, createdAfterMs: sinceDeath() };
  }

  const failovers: Failover[] = [];
  try {
    for (let count = 1; count <= options.failovers; count += 1) {
      await acceptMore(creationsBetween);
      failovers.push(await failOver());
      if (count < options.failovers) await servers.addStandby();
    }
    await acceptMore(creationsBetween);
  } finally {
    await callers.stop();
  }
  const events = await servers.withDatabase(async (database) => {
    await settle(database);
    return countEvents(database, tenant.tenantId);
  });
  // A standby that lags behind loses the end of the feed, and the place of a reader with it.
  if (options.replication === 'synchronous') await callers.readEvents(events);
  const deaths: string[] = [];
  for (const service of services) {
    const { code, signal } = await service.end('SIGTERM');
    if (code !== 0) deaths.push(`a process ended with ${code ?? signal}: ${service.output()}`);
  }
  return { servers, tenant, deaths, failovers, ...callers };
}

/** The accepted groups that the present primary does not know. */
export async function findLost({
  servers,
  tenant,
  accepted,
}: FailoverRun): Promise<readonly string[]> {
  const kept = await servers.withDatabase((database) =>
    database.query<{ teamId: string }>('select team_id from teams where tenant_id = $1', [
      tenant.tenantId,
    ]),
  );
  const known = new Set(kept.map(({ teamId }) => teamId));
  return accepted.map(({ teamId }) => teamId).filter((teamId) => !known.has(teamId));
}

/** In words, for the diagnostics of a test. */
export function describeFailovers({
  accepted,
  operations,
  events,
  failovers,
}: FailoverRun): string {
  const times = failovers.map(
    ({ promotedAfterMs, acceptedAfterMs, createdAfterMs }) =>
      `promoted after ${promotedAfterMs} ms, accepted after ${acceptedAfterMs} ms, created after ${createdAfterMs} ms`,
  );
  return `${accepted.length} creations, ${operations.length} operations, ${events.length} events; ${times.join('; ')}`;
}
