// The verdict of the service about each row of a file, read for some rows at a time.
import { useQueries } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import type { GroupRequest } from '../request/request-values.ts';
import type { Plan } from '../request/use-plan.ts';
import { createTurns } from './in-turn.ts';

export interface RowPlan {
  /** Undefined while the row is checked. */
  readonly plan: Plan | undefined;
  readonly error: Error | null;
}

/** A browser has six connections to a host; the page needs some for itself. */
const inTurn = createTurns(3);

export function useRowPlans(requests: readonly GroupRequest[]): {
  readonly plans: readonly RowPlan[];
  readonly again: () => void;
} {
  const queries = useQueries({
    queries: requests.map((request) => ({
      queryKey: ['groups', 'row-plan', request],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        inTurn(() => api.post('/teams/plan', { body: request, signal })),
      staleTime: Infinity,
      gcTime: 0,
      retry: false,
    })),
  });
  return {
    plans: queries.map(({ data, error, isFetching }) => ({
      plan: isFetching ? undefined : data,
      error: isFetching ? null : error,
    })),
    again: () => {
      for (const query of queries) void query.refetch();
    },
  };
}
