// The operations of a group, newest first. The next one to end is followed live.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../../api/client.ts';
import { followOperation } from '../../../api/follow.ts';
import type { GroupOperation } from '../../../api/types.ts';
import { isFinal } from '../../../api/use-group.ts';

const limit = 20;
/** Callers of the API request operations, too. */
const refreshEveryMs = 10_000;

/** @param onEnded called when an operation ends while the page is open */
export function useOperations(teamId: string, onEnded: () => void) {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: ['group', teamId, 'operations'],
    queryFn: ({ signal }) =>
      api.get('/teams/{teamId}/operations', { path: { teamId }, query: { limit }, signal }),
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
  const isLoaded = query.data !== undefined;
  const ended = operations.flatMap(({ operationId, status }) =>
    isFinal(status) ? [operationId] : [],
  );
  const [seenEnded, setSeenEnded] = useState<readonly string[]>();
  // A later one may end first: when it is cancelled, or while an earlier one waits for an approval.
  const isNews = isLoaded && !ended.every((id) => seenEnded?.includes(id) === true);
  useEffect(() => {
    if (!isLoaded || (!isNews && seenEnded !== undefined)) return;
    setSeenEnded(ended);
    if (!isNews) return;
    if (seenEnded !== undefined) onEnded();
    // The group was read before its operations: the last one may have ended in between.
    else void client.invalidateQueries({ queryKey: ['group', teamId], exact: true });
    // `onEnded` is a new function at each render, but always does the same.
  }, [isLoaded, isNews]);
  return { operations, hasMore: query.data?.nextLink !== undefined };
}
