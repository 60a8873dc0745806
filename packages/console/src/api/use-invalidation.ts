// After a change, the page reads what the change may have affected again.
import { type QueryKey, useQueryClient } from '@tanstack/react-query';

/** @returns marks every query whose key begins with one of these as out of date */
export function useInvalidation(...queryKeys: readonly QueryKey[]): () => void {
  const client = useQueryClient();
  return () => {
    for (const queryKey of queryKeys) void client.invalidateQueries({ queryKey });
  };
}
