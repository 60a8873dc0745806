// A tenant's groups as a list with search, orders and random access.
import type { Finding, ShownDrift } from '../../engine/observed-state.ts';
import type { TeamMatch } from '../search/match.ts';
import type { Position, TeamOrder, TeamSearch } from '../search/team-search.ts';
import type { ObservedTeam, Team, TeamResponsibility, TeamSummary } from './team.ts';

/** A group in the list. */
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
  /** A failed creation has it: its newest retry, or else the group that has its alias now. */
  readonly supersededBy: string | null;
  /** The failed creation that this one repeats. */
  readonly retryOf: string | null;
  /** Its place in the chain of retries: 1 if it repeats none. */
  readonly attempt: number;
  readonly expiresAt: Date | null;
  readonly archivedAt: Date | null;
  readonly deletesAt: Date | null;
  /** Such as `2027-03-28`; null: no use is known. */
  readonly lastActivityOn: string | null;
  readonly isOnHold: boolean;
  /** Only a search by a text has it. */
  readonly match?: TeamMatch;
  /** A search by the responsibility has it; null unless the group exists. */
  readonly responsibility?: TeamResponsibility | null;
  /** These three in a search by a finding. */
  readonly drift?: readonly ShownDrift[];
  readonly findings?: readonly Finding[];
  readonly observed?: ObservedTeam;
}

export interface ListedPerson {
  /** The directory's id; until the group exists, as the request names the person. */
  readonly reference: string;
  readonly displayName: string | null;
  readonly email: string | null;
}

export interface ListedPage {
  readonly order: TeamOrder;
  /** Groups behind this place in the order. */
  readonly after?: Position | undefined;
  /** Groups to skip from there. */
  readonly offset: number;
  readonly limit: number;
}

/** A group with its place in the order of the list. */
export interface PlacedTeam extends ListedTeam {
  readonly place: Position;
}

export interface TeamCount {
  /** With a text or several conditions, counting ends at 10,000. */
  readonly total: number;
  /** False: there are more than `total`. */
  readonly isExact: boolean;
}

export interface TeamBrowser {
  list(tenantId: string, search: TeamSearch, page: ListedPage): Promise<readonly PlacedTeam[]>;
  count(tenantId: string, search: TeamSearch): Promise<TeamCount>;
  /** The people of groups, in their order. Fewer than asked for where they weigh much, but one at least. */
  readContents(
    this: void,
    tenantId: string,
    teamIds: readonly string[],
  ): Promise<readonly TeamContents[]>;
  /** The names of all properties, and the sources of all ids, that groups of these organisations and templates have, in order. */
  namesIn(
    tenantId: string,
    search: Pick<TeamSearch, 'organisationIds' | 'templateIds'>,
  ): Promise<NamesInTeams>;
}

export interface NamesInTeams {
  readonly properties: readonly string[];
  readonly sources: readonly string[];
}

export type TeamContents = Pick<Team, 'teamId' | 'owners' | 'members'>;

const exportBatch = 250;

/** Every group that the search finds, a batch at a time, so that memory stays bounded. */
export async function* readAllTeams(
  browser: Pick<TeamBrowser, 'list'>,
  tenantId: string,
  search: TeamSearch,
  order: TeamOrder,
): AsyncGenerator<readonly PlacedTeam[]> {
  let after: Position | undefined;
  for (;;) {
    const page = { order, after, offset: 0, limit: exportBatch };
    const batch = await browser.list(tenantId, search, page);
    if (batch.length > 0) yield batch;
    after = batch.at(-1)?.place;
    if (batch.length < exportBatch) return;
  }
}
