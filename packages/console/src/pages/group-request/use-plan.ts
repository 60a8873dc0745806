// The result that a request would have, checked by the service while it is typed.
import { useQuery } from '@tanstack/react-query';
import { api, ApiProblem } from '../../api/client.ts';
import type { Answer } from '../../api/route-types.ts';
import { type FormProblem, formProblem } from '../../components/form-problem.tsx';
import { useDebounced } from '../../components/use-debounced.ts';
import type { GroupRequest } from './request-values.ts';

type Plan = Answer<'post', '/groups/plan'>;

export interface LivePlan {
  /** Undefined while the request is checked. */
  readonly plan: Plan | undefined;
  readonly error: Error | null;
  readonly problem: FormProblem;
}

const pauseMs = 400;

export function usePlan(request: GroupRequest, pointers: readonly string[]): LivePlan {
  const text = JSON.stringify(request);
  const settled = useDebounced(text, pauseMs);
  const query = useQuery({
    queryKey: ['groups', 'plan', settled],
    queryFn: ({ signal }) =>
      api.post('/groups/plan', { body: JSON.parse(settled) as GroupRequest, signal }),
    enabled: request.templateIdOrIdentifier !== '',
    placeholderData: (before) => before,
    staleTime: 10_000,
    retry: false,
  });
  const faults = query.data?.faults ?? [];
  const refused = faults.length === 0 ? null : new ApiProblem(422, 'validation_failed', '', faults);
  const isCurrent = settled === text && !query.isPlaceholderData;
  return {
    plan: isCurrent ? query.data : undefined,
    error: query.error,
    problem: formProblem(refused, pointers),
  };
}
