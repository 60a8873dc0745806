// Tracks the time for which a created object is missing in the directory's answers. Replication takes up to 15 minutes:
// the first polls come soon, later ones seldom, so that waiting costs few calls. The notes of the call have the times, so
// a wait continues after a restart.
import type { CallContext } from '../directory/call-context.ts';
import type { Clock } from '../ground/clock.ts';

export interface ReplicationWait {
  /** The object was missing again; returns the wait before the next poll. */
  missed(id: string, context: CallContext): number;
  /** The object was there: an absence from now on starts a new wait. */
  seen(id: string, context: CallContext): void;
  /** Whether it was missing for longer than that; replication takes up to 20 minutes. */
  isPastReplicationWindow(id: string, context: CallContext, afterMs?: number): boolean;
}

const soonestMs = 10_000;
const latestMs = 120_000;
export const replicationMs = 20 * 60 * 1000;

const keyOf = (id: string) => `missing ${id}`;

export function createReplicationWait(clock: Clock): ReplicationWait {
  return {
    missed(id, { notes }) {
      const since = notes?.get(keyOf(id));
      if (since === undefined) {
        notes?.set(keyOf(id), clock.now());
        return soonestMs;
      }
      return Math.min(latestMs, Math.max(soonestMs, (clock.now() - since) / 2));
    },
    seen: (id, { notes }) => {
      notes?.delete(keyOf(id));
    },
    isPastReplicationWindow(id, { notes }, afterMs = replicationMs) {
      const since = notes?.get(keyOf(id));
      return since !== undefined && clock.now() - since > afterMs;
    },
  };
}
