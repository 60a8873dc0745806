// The organisations with their templates, and one template with everything that its form depends on.
import { useQuery } from '@tanstack/react-query';
import { api, getAll } from '../../api/client.ts';

export function useOrganisations() {
  return useQuery({
    queryKey: ['organisations'],
    queryFn: ({ signal }) => getAll('/organisations', signal),
  });
}

/** @param templateId empty: none */
export function useTemplate(templateId: string) {
  return useQuery({
    queryKey: ['request-template', templateId],
    queryFn: ({ signal }) => api.get('/templates/{templateId}', { path: { templateId }, signal }),
    enabled: templateId !== '',
  });
}
