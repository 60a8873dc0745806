// The organisations of the tenant, with their templates, as far as the user may see them.
import { useQuery } from '@tanstack/react-query';
import { getAll } from '../api/client.ts';

/** The organisation is named by its id; empty while it is not known. */
export function useOrganisationName(): (organisationId: string) => string {
  const { data } = useOrganisations();
  const names = new Map(data?.items.map(({ organisationId, name }) => [organisationId, name]));
  return (organisationId) => names.get(organisationId) ?? '';
}

export function useOrganisations() {
  return useQuery({
    queryKey: ['organisations'],
    queryFn: ({ signal }) => getAll('/organisations', signal),
  });
}
