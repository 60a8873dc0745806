// Final statuses as they were answered, serialised, so that callers who ask for one again within half a second cost no
// statement. A final status changes only in the time of its last update, for example when the group is found gone.
import type { Clock } from '../../ground/clock.ts';
import { createRecentMap } from '../../ground/recent-map.ts';
import type { TeamKey } from '../read/watch-status.ts';

export interface FinalStatus {
  readonly organisationId: string;
  readonly templateId: string;
  /** JSON. */
  readonly body: string;
}

export interface FinalStatuses {
  find(key: TeamKey): FinalStatus | undefined;
  /** @param readAt when its reading began, by the clock of the statuses */
  keep(key: TeamKey, status: FinalStatus, readAt: number): void;
}

const keptForMs = 500;
/** A status has a few kilobytes. */
const maxKept = 1_000;

/** @param clock never goes back */
export function createFinalStatuses(clock: Clock): FinalStatuses {
  const statuses = createRecentMap<{ readonly status: FinalStatus; readonly until: number }>(
    maxKept,
  );
  return {
    find(key) {
      const kept = statuses.get(textOf(key));
      return kept !== undefined && clock.now() < kept.until ? kept.status : undefined;
    },
    keep: (key, status, readAt) => statuses.set(textOf(key), { status, until: readAt + keptForMs }),
  };
}

const textOf = ({ tenantId, teamId }: TeamKey) => `${tenantId}/${teamId}`;
