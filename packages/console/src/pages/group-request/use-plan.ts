// The result that a request would have, checked by the service while it is typed.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, ApiProblem } from '../../api/client.ts';
import type { Answer } from '../../api/route-types.ts';
import { type FormProblem, formProblem } from '../../components/form-problem.tsx';
import { useDebounced } from '../../components/use-debounced.ts';
import { emptyValues, type GroupRequest, requestOf } from './request-values.ts';

export type Plan = Answer<'post', '/groups/plan'>;

export interface LivePlan {
  /** Undefined while the request is checked. */
  readonly plan: Plan | undefined;
  readonly error: Error | null;
  readonly problem: FormProblem;
}

const pauseMs = 400;
const noRequest = requestOf(emptyValues);

/** The plan of a request, kept for a moment. */
export function planQuery(request: GroupRequest) {
  return queryOptions({
    queryKey: ['groups', 'plan', request],
    queryFn: ({ signal }) => api.post('/groups/plan', { body: request, signal }),
    staleTime: 10_000,
    retry: false,
  });
}

/** The faults of a plan, as those of an answer; null without any. */
export function faultsOf(plan: Plan | undefined): ApiProblem | null {
  const faults = plan?.faults ?? [];
  return faults.length === 0 ? null : new ApiProblem(422, 'validation_failed', '', faults);
}

/** @param request undefined: nothing can be checked yet */
export function usePlan(request: GroupRequest | undefined, pointers: readonly string[]): LivePlan {
  const text = JSON.stringify(request ?? null);
  const settled = useDebounced(text, pauseMs);
  const checked = JSON.parse(settled) as GroupRequest | null;
  const query = useQuery({
    ...planQuery(checked ?? noRequest),
    enabled: checked !== null && checked.templateIdOrIdentifier !== '',
    placeholderData: (before: Plan | undefined) => before,
  });
  const isCurrent = settled === text && !query.isPlaceholderData;
  return {
    plan: isCurrent ? query.data : undefined,
    error: query.error,
    problem: formProblem(faultsOf(query.data), pointers),
  };
}
