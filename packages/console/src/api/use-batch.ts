// A batch, which is read again until it is complete. Its page and its progress share the answers.
import { useQuery } from '@tanstack/react-query';
import { api } from './client.ts';

const everyMs = 1_000;

/** @param isFollowed a first read that fails is repeated, too; a page shows its error and waits instead */
export function useBatch(batchId: string, isFollowed = false) {
  return useQuery({
    queryKey: ['batch', batchId],
    queryFn: ({ signal }) => api.get('/batches/{batchId}', { path: { batchId }, signal }),
    refetchInterval: ({ state: { data } }) =>
      (data === undefined ? isFollowed : data.completedAt === null) ? everyMs : false,
  });
}
