// Pages of the list of groups, entered by their offset, with the number of all groups that match.
import { api } from './client.ts';
import type { GroupFilters } from './types.ts';

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
