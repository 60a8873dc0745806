// Tracks the time for which a created object is missing in the directory's answers. Replication takes up to 15 minutes:
// the first polls come soon, later ones seldom, so that waiting costs few calls.
import type { Clock } from '../ground/clock.ts';

export interface ReplicationWait {
  /** The object was missing again; returns the wait before the next poll. */
  missed(id: string): number;
  /** The object was there: an absence from now on starts a new wait. */
  seen(id: string): void;
  /** Whether it was missing for longer than that; replication takes up to 20 minutes. */
  isPastReplicationWindow(id: string, afterMs?: number): boolean;
}

const soonestMs = 10_000;
const latestMs = 120_000;
export const replicationMs = 20 * 60 * 1000;
const maxCached = 20_000;

export function createReplicationWait(clock: Clock): ReplicationWait {
  const missedSince = new Map<string, number>();
  return {
    missed(id) {
      const since = missedSince.get(id);
      if (since === undefined) {
        const [oldest] = missedSince.keys();
        if (missedSince.size >= maxCached && oldest !== undefined) missedSince.delete(oldest);
        missedSince.set(id, clock.now());
        return soonestMs;
      }
      return Math.min(latestMs, Math.max(soonestMs, (clock.now() - since) / 2));
    },
    seen: (id) => {
      missedSince.delete(id);
    },
    isPastReplicationWindow(id, afterMs = replicationMs) {
      const since = missedSince.get(id);
      return since !== undefined && clock.now() - since > afterMs;
    },
  };
}
