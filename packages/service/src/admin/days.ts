// Ranges of days in queries of the admin API: whole days in UTC, the last one included.

import { requireOrder } from '../ground/query-filters.ts';

const dayMs = 86_400_000;

/**
 * @param query its days are those of `dayInput`
 * @throws DomainError `invalid_query` where the range ends before it begins
 */
export function rangeOf(query: { readonly from?: string; readonly until?: string }): {
  readonly from: Date | undefined;
  readonly until: Date | undefined;
} {
  requireOrder(['from', 'until'], query.from, query.until);
  return { from: dayOf(query.from, 0), until: dayOf(query.until, dayMs) };
}

function dayOf(text: string | undefined, addMs: number): Date | undefined {
  return text === undefined ? undefined : new Date(Date.parse(`${text}T00:00:00Z`) + addMs);
}
