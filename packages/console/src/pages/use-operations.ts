// The operations of a group, newest first. The next one to end is followed live.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../api/client.ts';
import { followOperation } from '../api/follow.ts';
import type { GroupOperation } from '../api/types.ts';
import { isFinal } from './use-progress.ts';

const limit = 20;
/** Callers of the API request operations, too. */
const refreshEveryMs = 10_000;

/** @param onEnded called when an operation ends while the page is open */
export function useOperations(teamId: string, onEnded: () => void) {
  const query = useQuery({
    queryKey: ['group', teamId, 'operations'],
    queryFn: ({ signal }) =>
      api.get('/groups/{teamId}/operations', { path: { teamId }, query: { limit }, signal }),
    refetchInterval: refreshEveryMs,
  });
  const [pushed, setPushed] = useState<GroupOperation>();
  const operations = (query.data?.items ?? []).map((known) =>
    pushed?.operationId === known.operationId && pushed.version >= known.version ? pushed : known,
  );
  // They run one at a time, the oldest first. One that waits for an approval may wait for days.
  const unfinished = query.data?.items.filter(({ status }) => !isFinal(status)) ?? [];
  const next = unfinished.findLast(({ status }) => status !== 'awaiting_approval');
  const followed = (next ?? unfinished.at(-1))?.operationId;
  useEffect(() => {
    if (followed === undefined) return undefined;
    const close = followOperation({ teamId, operationId: followed }, (operation) => {
      setPushed(operation);
      if (isFinal(operation.status)) close();
    });
    return close;
  }, [teamId, followed]);
  const lastEnded = operations.find(({ status }) => isFinal(status))?.operationId ?? '';
  const isLoaded = query.data !== undefined;
  const [seenEnded, setSeenEnded] = useState<string>();
  useEffect(() => {
    if (!isLoaded || lastEnded === seenEnded) return;
    setSeenEnded(lastEnded);
    if (seenEnded !== undefined) onEnded();
    // `onEnded` is a new function at each render, but always does the same.
  }, [isLoaded, lastEnded, seenEnded]);
  return { operations, hasMore: query.data?.hasMore === true };
}
