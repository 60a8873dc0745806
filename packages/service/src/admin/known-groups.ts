// Groups that others refer to: their retries, and the holders of their aliases. One of an organisation beyond the limit of
// the caller is left out.
import type { ReadActivity } from '../audit/browse-activity.ts';
import type { GroupLimit } from '../ground/group-limit.ts';
import type { ListedTeam, TeamHistory } from '../groups/read/browse-teams.ts';
import type { TeamsWithin } from '../groups/read/teams-within.postgres.ts';

interface Sender {
  readonly tenantId: string;
  readonly limit: GroupLimit;
}

export function createKnownGroups(teamsWithin: TeamsWithin) {
  const known = ({ tenantId, limit }: Sender, ids: readonly (string | null | undefined)[]) =>
    teamsWithin(
      tenantId,
      ids.filter((id) => id != null),
      limit,
    );
  return {
    async listed(sender: Sender, teams: readonly ListedTeam[]): Promise<readonly ListedTeam[]> {
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
      { retryOf, retries, attempts, supersededBy, aliasHolder }: TeamHistory,
    ) {
      const others = [...retries, ...attempts].map(({ teamId }) => teamId);
      const within = await known(sender, [retryOf, supersededBy, aliasHolder?.teamId, ...others]);
      const isKnown = ({ teamId }: { readonly teamId: string }) => within.has(teamId);
      const idOf = (id: string | null) => (id !== null && within.has(id) ? id : null);
      const shown = attempts.filter(isKnown);
      return {
        retryOf: idOf(retryOf),
        retries: retries.filter(isKnown),
        // One attempt by itself is no chain.
        attempts: shown.length > 1 ? shown : [],
        supersededBy: idOf(supersededBy),
        aliasHolder: aliasHolder !== undefined && isKnown(aliasHolder) ? aliasHolder : undefined,
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
