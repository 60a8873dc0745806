// A template with everything that its form depends on.
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';

/** @param templateId empty: none */
export function useTemplate(templateId: string) {
  return useQuery({
    queryKey: ['request-template', templateId],
    queryFn: ({ signal }) => api.get('/templates/{templateId}', { path: { templateId }, signal }),
    enabled: templateId !== '',
  });
}
