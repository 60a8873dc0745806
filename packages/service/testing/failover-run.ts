// A run of callers over failovers: five processes serve one database of a primary and a standby. The primary dies
// under load, and the standby takes its place.
import {
  besideEachOther,
  describeDisturbance,
  describeLoad,
  type RoleOfProcess,
  runFiveProcesses,
  type Disturbance,
  type LoadedRun,
} from './five-processes.ts';
import {
  startReplicatedServers,
  type ReplicatedServers,
  type Replication,
} from './replicated-servers.ts';

export interface FailoverRun extends LoadedRun {
  readonly servers: ReplicatedServers;
  /** Each is settled by the promotion of the standby. */
  readonly failovers: readonly Disturbance[];
}

/** Creations before each failover, and after the last one. */
const creationsBetween = 20;

interface FailoverOptions {
  readonly seed: number;
  readonly replication: Replication;
  readonly failovers: number;
  readonly roles?: readonly RoleOfProcess[];
  readonly restMs?: number;
}

/**
 * @param options.failovers up to 3
 * @param options.roles of other processes than the five
 * @param options.restMs of the callers
 */
export async function runFailovers(options: FailoverOptions): Promise<FailoverRun> {
  const servers = await startReplicatedServers(options.replication);
  try {
    return await runOn(servers, options);
  } catch (error) {
    await servers.remove();
    throw error;
  }
}

async function runOn(servers: ReplicatedServers, options: FailoverOptions): Promise<FailoverRun> {
  // A standby that lags behind loses the end of the feed, and the place of a reader with it.
  const readEvents = options.replication === 'synchronous';
  const failovers: Disturbance[] = [];
  const run = await runFiveProcesses(
    servers,
    {
      seed: options.seed,
      readEvents,
      restMs: options.restMs,
      ...(options.roles && { places: { ...besideEachOther, roles: options.roles } }),
    },
    async ({ acceptMore, measure }) => {
      for (let count = 1; count <= options.failovers; count += 1) {
        await acceptMore(creationsBetween);
        failovers.push(
          await measure(() => {
            servers.killPrimary();
            return servers.promoteStandby();
          }),
        );
        if (count < options.failovers) await servers.addStandby();
      }
      await acceptMore(creationsBetween);
    },
  );
  return { servers, failovers, ...run };
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

/** The result is text for the diagnostics of a test. */
export function describeFailovers(run: FailoverRun): string {
  const times = run.failovers.map((failover) => describeDisturbance(failover, 'promoted'));
  return `${describeLoad(run)}; ${times.join('; ')}`;
}
