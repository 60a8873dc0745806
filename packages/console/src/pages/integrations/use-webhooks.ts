import { useQuery } from '@tanstack/react-query';
import { getAll } from '../../api/client.ts';

/** The endpoints, and all types of events. */
export function useWebhooks() {
  return useQuery({
    queryKey: ['webhooks'],
    queryFn: ({ signal }) => getAll('/webhooks', signal),
  });
}
