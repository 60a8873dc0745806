// The record of a group, without the lists of its people, which have their own pages.
import { useQuery } from '@tanstack/react-query';
import { api } from './client.ts';

const refreshEveryMs = 5_000;

const finals = new Set(['succeeded', 'failed', 'cancelled']);

export function isFinal(status: string): boolean {
  return finals.has(status);
}

export function useGroup(teamId: string) {
  return useQuery({
    queryKey: ['group', teamId],
    queryFn: ({ signal }) =>
      api.get('/teams/{teamId}', { path: { teamId }, query: { people: 'counts' }, signal }),
    // Besides the progress stream: failed attempts, and progress itself where no stream is available.
    refetchInterval: ({ state }) =>
      state.data === undefined || isFinal(state.data.status) ? false : refreshEveryMs,
  });
}
