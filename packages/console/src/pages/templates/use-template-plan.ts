// The service's count of the existing groups that the policies of a changed template would concern, before it is saved.
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { Answer } from '../../api/route-types.ts';
import { useDebounced } from '../../components/use-debounced.ts';
import type { Form } from '../../components/use-form.ts';
import { bodyOf, type TemplateDraft } from './template-draft.ts';

type Planned = 'lifecycle' | 'approval' | 'settings' | 'guests';
export type TemplatePlan = Answer<'post', '/templates/{templateId}/plan'>;

/**
 * Undefined while the draft changes or has a fault, and for a policy that is neither on nor stored.
 * @param policy whose effect is shown
 */
export function useTemplatePlan(
  form: Form<TemplateDraft>,
  templateId: string,
  policy: Planned,
): TemplatePlan | undefined {
  const draft = JSON.stringify(bodyOf(form.values));
  const body = useDebounced(draft, 500);
  const { [policy === 'settings' ? 'protection' : policy]: part } = form.values;
  const isOn = 'isOn' in part ? part.isOn : policyIn(draft, policy) !== 'null';
  const isMeant = isOn || ('isStored' in part ? part.isStored : part.stored !== undefined);
  // The plan of an earlier policy would be shown with the words of this one. Where something else changed, the sentence
  // stays until the next plan, so that a screen reader does not read it again.
  const isOfPolicy = (other: string) => policyIn(other, policy) === policyIn(draft, policy);
  const plan = useQuery({
    queryKey: ['template', templateId, 'plan', body],
    queryFn: ({ signal }) =>
      api.post('/templates/{templateId}/plan', {
        path: { templateId },
        body: JSON.parse(body) as ReturnType<typeof bodyOf>,
        signal,
      }),
    enabled: isMeant && body === draft,
    placeholderData: (before, earlier) =>
      earlier !== undefined && isOfPolicy(String(earlier.queryKey.at(-1))) ? before : undefined,
    retry: false,
    gcTime: 0,
  });
  return isMeant && isOfPolicy(body) ? plan.data : undefined;
}

/** @param body of a template, as JSON */
function policyIn(body: string, name: Planned): string {
  return JSON.stringify((JSON.parse(body) as ReturnType<typeof bodyOf>).policy?.[name]);
}
