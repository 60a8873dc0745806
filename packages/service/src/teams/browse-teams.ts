// A tenant's groups as administrators see them: a searchable list with random access, and for one group its
// attempts, its retries and the creation that it retries.
import type { CreationStatus } from '../provisioning/creation.ts';
import type { GroupState } from '../provisioning/group-state.ts';
import type { ResponsibilityState } from '../provisioning/responsibility-state.ts';
import type { ObservationKind } from '../provisioning/observed-state.ts';
import type { TeamSummary } from './team.ts';

export interface TeamSearch {
  /** Part of the display name or the alias, without regard to case. */
  readonly text: string | undefined;
  readonly status: CreationStatus | undefined;
  readonly organisationId: string | undefined;
  readonly templateId: string | undefined;
  readonly state: GroupState | undefined;
  /** The directory's id of an owner or member. */
  readonly personId: string | undefined;
  readonly responsibility: ResponsibilityState | undefined;
  /** By the governance clock. */
  readonly expiresBefore: Date | undefined;
  /** By the last comparison with the directory. */
  readonly finding: ObservationKind | undefined;
}

/** A failed attempt of a step. */
export interface Incident {
  readonly step: string;
  readonly attempt: number;
  readonly occurredAt: Date;
  readonly code: string;
  readonly detail: string;
  readonly directoryRequestId: string | null;
  readonly retryAt: Date | null;
}

export interface TeamHistory {
  /** Id of the API key, or `administrator:` and an e-mail address. */
  readonly createdBy: string;
  readonly requestId: string;
  /** Newest first, up to 200. */
  readonly incidents: readonly Incident[];
  /** The failed creation that this one repeats. */
  readonly retryOf: string | null;
  /** The creations that repeat this one, oldest first. */
  readonly retries: readonly Pick<TeamSummary, 'teamId' | 'status'>[];
  /** Another group that has the alias now: a retry, or an independent creation. */
  readonly aliasHolder: Pick<TeamSummary, 'teamId' | 'displayName' | 'status'> | undefined;
}

export interface TeamBrowser {
  /** Newest first. */
  search(
    tenantId: string,
    search: TeamSearch,
    page: { readonly offset: number; readonly limit: number },
  ): Promise<{
    readonly items: readonly TeamSummary[];
    /** With a text or several conditions, counting ends at 10,000. */
    readonly total: number;
    /** False: there are more than `total`. */
    readonly isExact: boolean;
  }>;
  history(tenantId: string, teamId: string): Promise<TeamHistory | undefined>;
}
