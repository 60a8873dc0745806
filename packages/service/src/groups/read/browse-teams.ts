// A tenant's groups as administrators see them: a searchable list with random access, and for one group its
// attempts, its retries and the creation that it retries.
import type { CreationStatus } from '../../engine/creation.ts';
import type { StateFilter } from '../../engine/group-state.ts';
import type { ResponsibilityState } from '../../engine/responsibility-state.ts';
import type { ObservationKind } from '../../engine/observed-state.ts';
import type { TeamSummary } from './team.ts';

export interface TeamSearch {
  /**
   * Words of the display name, the alias, or the name or e-mail address of the responsible or the deputy, in any order; or
   * an id of the group, of its request, or its mail address. Without regard to case.
   */
  readonly text?: string | undefined;
  /** The person whom the text names by e-mail address or id. */
  readonly textPerson?: SoughtPerson | undefined;
  readonly status?: CreationStatus | undefined;
  readonly organisationId?: string | undefined;
  /** Undefined: all of the tenant. */
  readonly organisationIds?: readonly string[] | undefined;
  readonly templateId?: string | undefined;
  /** Of its template, when the group was requested. */
  readonly templateVersion?: number | undefined;
  readonly state?: StateFilter | undefined;
  readonly person?: SoughtPerson | undefined;
  /** By the governance clock. */
  readonly expiresBefore?: Date | undefined;
  readonly responsibility?: ResponsibilityState | undefined;
  /** By the last comparison with the directory. */
  readonly finding?: ObservationKind | undefined;
  /** Code of the problem with which the creation failed. */
  readonly error?: string | undefined;
  /** Id of an API key, or `administrator:` and an e-mail address. */
  readonly createdBy?: string | undefined;
  /** Requested at this time or later. */
  readonly from?: Date | undefined;
  /** Requested before this time. */
  readonly until?: Date | undefined;
  /** From the request to the end. */
  readonly durationFromMs?: number | undefined;
  /** Shorter than this. */
  readonly durationUntilMs?: number | undefined;
  /** True: only failed creations that were retried or whose alias another group has now. False: no such creation. */
  readonly isSuperseded?: boolean | undefined;
  /** True: only creations that people did not approve. False: no such creation. */
  readonly isDeclined?: boolean | undefined;
  /** Of each chain of retries only the newest attempt. Undefined: all attempts. */
  readonly isNewestAttempt?: true | undefined;
}

export const searchedRoles = ['responsible', 'deputy', 'owner', 'member'] as const;

export interface SoughtPerson {
  /** The directory's id. */
  readonly id: string;
  /** As requests may name the person, in lower case: creations that are not complete are found by them. */
  readonly references: readonly string[];
  /** Undefined: any role. */
  readonly role: (typeof searchedRoles)[number] | undefined;
}

export const teamOrders = ['createdAt', 'displayName', 'mailNickName'] as const;

export interface TeamOrder {
  readonly by: (typeof teamOrders)[number];
  readonly isDescending: boolean;
}

export const newestFirst: TeamOrder = { by: 'createdAt', isDescending: true };

/** A group in the list of the admin center. */
export interface ListedTeam extends TeamSummary {
  readonly responsible: ListedPerson | null;
  readonly deputy: ListedPerson | null;
  readonly mail: string | null;
  /** The directory's id of the group. */
  readonly groupId: string | null;
  readonly createdBy: string;
  readonly requestId: string;
  /** Code of the problem with which the creation failed. */
  readonly error: string | null;
  /** Of a failed creation: its newest retry, or else the group that has its alias now. */
  readonly supersededBy: string | null;
  /** The failed creation that this one repeats. */
  readonly retryOf: string | null;
  /** Its place in the chain of retries: 1 if it repeats none. */
  readonly attempt: number;
  readonly expiresAt: Date | null;
}

export interface ListedPerson {
  /** The directory's id; until the group exists, as the request names the person. */
  readonly reference: string;
  readonly displayName: string | null;
  readonly email: string | null;
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

export interface Attempt extends Pick<
  TeamSummary,
  'teamId' | 'displayName' | 'status' | 'createdAt'
> {
  /** Its place in the chain of retries: 1 if it repeats none. */
  readonly attempt: number;
  /** Code of the problem with which it failed. */
  readonly error: string | null;
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
  readonly retries: readonly Pick<Attempt, 'teamId' | 'status' | 'attempt'>[];
  /** This creation with all that it retries and all that retry it, oldest first, up to 50; empty without any. */
  readonly attempts: readonly Attempt[];
  /** Of a failed creation: its newest retry, or else the group that has its alias now. */
  readonly supersededBy: string | null;
  /** Another group that has the alias now: a retry, or an independent creation. */
  readonly aliasHolder: Pick<TeamSummary, 'teamId' | 'displayName' | 'status'> | undefined;
}

export interface TeamBrowser {
  search(
    tenantId: string,
    search: TeamSearch,
    page: { readonly offset: number; readonly limit: number; readonly order?: TeamOrder },
  ): Promise<{
    readonly items: readonly ListedTeam[];
    /** With a text or several conditions, counting ends at 10,000. */
    readonly total: number;
    /** False: there are more than `total`. */
    readonly isExact: boolean;
  }>;
  /** Newest first; those after `afterTeamId` in that order. */
  read(
    tenantId: string,
    search: TeamSearch,
    page: { readonly afterTeamId: string | undefined; readonly limit: number },
  ): Promise<readonly ListedTeam[]>;
  history(tenantId: string, teamId: string): Promise<TeamHistory | undefined>;
}

const exportBatch = 250;

/** Every group that the search finds, newest first, a batch at a time, so that memory stays bounded. */
export async function* readAllTeams(
  browser: Pick<TeamBrowser, 'read'>,
  tenantId: string,
  search: TeamSearch,
): AsyncGenerator<readonly ListedTeam[]> {
  let afterTeamId: string | undefined;
  for (;;) {
    const batch = await browser.read(tenantId, search, { afterTeamId, limit: exportBatch });
    if (batch.length > 0) yield batch;
    afterTeamId = batch.at(-1)?.teamId;
    if (batch.length < exportBatch) return;
  }
}
