// Groups that others refer to: their retries, and the holders of their aliases. One beyond the limit of the caller is left out.
import type { ReadActivity } from '../../audit/browse-activity.ts';
import type { GroupLimit } from '../../ground/group-limit.ts';
import type { ListedTeam } from './browse-teams.ts';
import type { TeamDetails } from './team.ts';

/** The ids of those within the limit. A caller without a limit may know of each. */
export type TeamsWithin = (
  tenantId: string,
  teamIds: readonly string[],
  limit: GroupLimit,
) => Promise<ReadonlySet<string>>;

interface Sender {
  readonly tenantId: string;
  readonly within: GroupLimit;
}

export function createKnownGroups(teamsWithin: TeamsWithin) {
  const known = ({ tenantId, within }: Sender, ids: readonly (string | null | undefined)[]) =>
    teamsWithin(
      tenantId,
      ids.filter((id) => id != null),
      within,
    );
  return {
    async listed<Team extends ListedTeam>(
      sender: Sender,
      teams: readonly Team[],
    ): Promise<readonly Team[]> {
      const within = await known(
        sender,
        teams.flatMap(({ supersededBy, retryOf }) => [supersededBy, retryOf]),
      );
      const isUnknown = (id: string | null) => id !== null && !within.has(id);
      return teams.map((team) => ({
        ...team,
        ...(isUnknown(team.supersededBy) && { supersededBy: null }),
        ...(isUnknown(team.retryOf) && { retryOf: null, attempt: 1 }),
      }));
    },

    async referredTo(
      sender: Sender,
      { retryOf, attempt, attempts, supersededBy, aliasHolder }: TeamDetails,
    ) {
      const others = attempts.flatMap((one) => [one.teamId, one.retryOf]);
      const within = await known(sender, [retryOf, supersededBy, aliasHolder?.teamId, ...others]);
      const idOf = (id: string | null) => (id !== null && within.has(id) ? id : null);
      const shown = attempts.filter(({ teamId }) => within.has(teamId));
      return {
        retryOf: idOf(retryOf),
        attempt: idOf(retryOf) === null ? 1 : attempt,
        // One attempt by itself is no chain.
        attempts:
          shown.length > 1
            ? shown.map(({ retryOf: retried, ...one }) =>
                Object.assign(one, { retryOf: idOf(retried) }),
              )
            : [],
        supersededBy: idOf(supersededBy),
        aliasHolder: aliasHolder !== null && within.has(aliasHolder.teamId) ? aliasHolder : null,
      };
    },

    /** The record of a group names the group that it retries. */
    async recorded(
      sender: Sender,
      entries: readonly ReadActivity[],
    ): Promise<readonly ReadActivity[]> {
      const retried = ({ data }: ReadActivity) =>
        typeof data.retryOf === 'string' ? data.retryOf : undefined;
      const within = await known(sender, entries.map(retried));
      return entries.map((entry) => {
        const id = retried(entry);
        if (id === undefined || within.has(id)) return entry;
        const { retryOf: _, ...data } = entry.data;
        return { ...entry, data };
      });
    },
  };
}

export type KnownGroups = ReturnType<typeof createKnownGroups>;
