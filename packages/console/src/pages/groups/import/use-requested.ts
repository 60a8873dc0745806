// The groups that this administrator has requested, until the creation or adoption of each has ended.
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { useSession } from '../../../api/session.ts';
import type { GroupItem } from '../../../api/types.ts';

const refreshEveryMs = 2_000;
/** The service lists as many at a time. */
const pageSize = 200;
/** More groups take more pages, so they are read less often. */
const groupsOfRefresh = 500;

const isDone = (group: GroupItem | undefined) => group != null && group.completedAt !== null;

/** @param teamIds the same array while the component is shown */
export function useRequested(teamIds: readonly string[]) {
  const { email } = useSession().administrator;
  const wanted = new Set(teamIds);
  const { data: groups = new Map<string, GroupItem>() } = useQuery({
    queryKey: ['groups', 'requested', teamIds],
    queryFn: async ({ signal }) => {
      const found = new Map<string, GroupItem>();
      const query = { createdBy: `administrator:${email}`, limit: pageSize };
      // Others may have been requested meanwhile.
      for (let offset = 0; ; offset += pageSize) {
        const page = await api.get('/teams', { query: { ...query, offset }, signal });
        for (const group of page.items) {
          if (wanted.has(group.teamId)) found.set(group.teamId, group);
        }
        if (page.items.length < pageSize || found.size === wanted.size) return found;
      }
    },
    enabled: teamIds.length > 0,
    refetchInterval: ({ state }) =>
      teamIds.every((teamId) => isDone(state.data?.get(teamId)))
        ? false
        : refreshEveryMs * Math.ceil(teamIds.length / groupsOfRefresh),
  });
  return { groups, done: teamIds.filter((teamId) => isDone(groups.get(teamId))).length };
}
