import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../api/client.ts';
import type { Answer } from '../../api/route-types.ts';

export type ToDo = Answer<'get', '/to-do'>;
export type Cause = ToDo['causes'][number];

const refreshEveryMs = 30_000;

/** The one source of every number of what is to do. The page itself reads it more often, to follow what was requested there. */
export function useToDo(everyMs = refreshEveryMs) {
  return useQuery({
    queryKey: ['to-do'],
    queryFn: ({ signal }) => api.get('/to-do', { signal }),
    refetchInterval: everyMs,
  });
}

/** The list of a cause follows its number: operations that were requested for its groups end later. */
export function useListOfCause(of: Cause | undefined) {
  const client = useQueryClient();
  const count = of?.count ?? 0;
  useEffect(() => {
    void client.invalidateQueries({ queryKey: ['to-do', 'groups'] });
  }, [client, count]);
}
