// Groups that differ from their record or whose people cannot act, by the last comparison with the directory.
import type { GroupLimit } from '../../ground/group-limit.ts';
import type { Finding, ObservationKind, PropertyDrift } from '../../engine/observed-state.ts';
import type { ObservedTeam, Team, TeamSummary } from './team.ts';

export interface FoundTeam extends TeamSummary, Pick<Team, 'responsible' | 'deputy'> {
  readonly drift: readonly PropertyDrift[];
  readonly findings: readonly Finding[];
  readonly observed: ObservedTeam;
}

/** Groups of each kind; one group may be of several. */
export interface FindingCounts {
  /** Groups of any kind. */
  readonly all: number;
  readonly differs: number;
  readonly ownerless: number;
  readonly tooFewOwners: number;
  readonly responsibleUnavailable: number;
  readonly deputyUnavailable: number;
  readonly responsibleUnreachable: number;
  readonly deputyUnreachable: number;
}

export interface FindingBrowser {
  count(tenantId: string, within: GroupLimit): Promise<FindingCounts>;
  /** Newest first. */
  list(
    tenantId: string,
    wanted: { readonly kind: ObservationKind | undefined; readonly within: GroupLimit },
    page: { readonly offset: number; readonly limit: number },
  ): Promise<readonly FoundTeam[]>;
}
