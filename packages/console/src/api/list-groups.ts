// Pages of the list of groups, entered by their offset, with the number of all groups that match.
import { api } from './client.ts';
import type { GroupFilters, GroupItem } from './types.ts';

export async function listGroups(
  query: GroupFilters & { readonly offset?: number; readonly limit?: number },
  signal?: AbortSignal,
) {
  const page = await api.get('/teams', {
    query: { ...query, total: true },
    ...(signal !== undefined && { signal }),
  });
  const { total = page.items.length, totalIsExact = true } = page;
  return { ...page, total, totalIsExact };
}

/** A plan takes as many groups. */
export const maxSelected = 1_000;
/** The service lists as many at a time. */
const largestPage = 200;

/** The first groups of the list, as many as can be selected. */
export async function firstGroups(filters: GroupFilters): Promise<readonly GroupItem[]> {
  const found: GroupItem[] = [];
  for (let isLast = false; !isLast && found.length < maxSelected;) {
    const { items } = await listGroups({ ...filters, offset: found.length, limit: largestPage });
    found.push(...items);
    isLast = items.length < largestPage;
  }
  return found;
}
