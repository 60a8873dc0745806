// The organisations of the tenant, with their templates, as far as the user may see them.
import { useQuery } from '@tanstack/react-query';
import { getAll } from '../api/client.ts';

export function useOrganisations() {
  return useQuery({
    queryKey: ['organisations'],
    queryFn: ({ signal }) => getAll('/organisations', signal),
  });
}
