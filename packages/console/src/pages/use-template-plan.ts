// The service's count of the existing groups that the policies of a changed template would concern, before it is saved.
import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import type { Answer } from '../api/route-types.ts';
import { useDebounced } from '../components/use-debounced.ts';
import type { Form } from '../components/use-form.ts';
import { bodyOf, type TemplateDraft } from './template-draft.ts';

export type TemplatePlan = Answer<'post', '/templates/{templateId}/plan'>;

/**
 * Undefined while the draft has a fault, and for a policy that is neither on nor stored.
 * @param policy whose effect is shown
 */
export function useTemplatePlan(
  form: Form<TemplateDraft>,
  templateId: string,
  policy: 'lifecycle' | 'approval',
): TemplatePlan | undefined {
  const { isOn, stored } = form.values[policy];
  const isMeant = isOn || stored !== undefined;
  const body = useDebounced(JSON.stringify(bodyOf(form.values)), 500);
  const plan = useQuery({
    queryKey: ['template', templateId, 'plan', body],
    queryFn: ({ signal }) =>
      api.post('/templates/{templateId}/plan', {
        path: { templateId },
        body: JSON.parse(body) as ReturnType<typeof bodyOf>,
        signal,
      }),
    enabled: isMeant,
    retry: false,
    gcTime: 0,
  });
  return isMeant ? plan.data : undefined;
}
