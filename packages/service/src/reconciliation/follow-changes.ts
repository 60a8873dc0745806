// Follows the changes of groups between the reconciliations, so that a new or changed group is known within minutes. As a
// reconciliation, it runs in the process that holds the tenant's lane.
import type { CallContext } from '../directory/call-context.ts';
import type { LaneTask } from '../engine/lane.ts';
import type { Timers } from '../ground/clock.ts';
import { createPoller, type Poller } from '../ground/poller.ts';

const pollMs = 60_000;
const maxInFlight = 4;
const tenantsPerPoll = 100;

export function createFollowChanges(deps: {
  /** Tenants whose changes are due, longest wait first. */
  readonly due: (limit: number) => Promise<readonly string[]>;
  /** `Worker.runExclusive`. */
  readonly runExclusive: (tenantId: string, task: LaneTask) => Promise<boolean>;
  readonly follow: (
    tenantId: string,
    directory: Parameters<LaneTask>[0],
    call: CallContext,
  ) => Promise<void>;
  /** The changes are read again later. */
  readonly postpone: (tenantId: string) => Promise<void>;
  readonly timers: Timers;
  readonly onError: (error: unknown) => void;
}): Poller {
  const { due, runExclusive, follow, postpone, timers, onError } = deps;

  async function followTenant(tenantId: string, stopped: AbortSignal): Promise<void> {
    try {
      await runExclusive(tenantId, async (directory, laneEnds) => {
        const signal = AbortSignal.any([laneEnds, stopped]);
        await follow(tenantId, directory, { signal, teamId: 'reconciliation' });
      });
    } catch (error) {
      if (stopped.aborted) return;
      onError(error);
      await postpone(tenantId);
    }
  }

  return createPoller({
    async run(signal) {
      const tenants = [...(await due(tenantsPerPoll))];
      const worker = async (): Promise<void> => {
        for (;;) {
          const tenantId = tenants.shift();
          if (tenantId === undefined || signal.aborted) return;
          await followTenant(tenantId, signal);
        }
      };
      await Promise.all(Array.from({ length: maxInFlight }, worker));
    },
    everyMs: pollMs,
    firstAfterMs: pollMs,
    timers,
    onError,
  });
}
