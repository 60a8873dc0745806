// The result that a request would have, checked by the service while it is typed.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, ApiProblem } from '../../../api/client.ts';
import type { Answer, Body } from '../../../api/route-types.ts';
import { type FormProblem, formProblem } from '../../../components/form-problem.tsx';
import { useDebounced } from '../../../components/use-debounced.ts';
import { emptyValues, type GroupRequest, requestOf } from './request-values.ts';

export type Plan = Answer<'post', '/teams/plan'>;

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
    queryFn: ({ signal }): Promise<Plan> => api.post('/teams/plan', { body: request, signal }),
    staleTime: 10_000,
    retry: false,
  });
}

/**
 * The plan of a request for a group of a template that is not saved yet.
 * @param trial the template, in place of the stored one
 */
export function useTrial(
  request: GroupRequest,
  trial: Omit<Body<'post', '/templates/try'>, 'group'>,
) {
  const text = JSON.stringify({ ...trial, group: request });
  const settled = useDebounced(text, pauseMs);
  const query = useQuery({
    queryKey: ['groups', 'try', settled],
    queryFn: ({ signal }) =>
      api.post('/templates/try', {
        body: JSON.parse(settled) as Body<'post', '/templates/try'>,
        signal,
      }),
    placeholderData: (before) => before,
    staleTime: 10_000,
  });
  const isCurrent = settled === text && !query.isPlaceholderData;
  return {
    plan: isCurrent ? query.data : undefined,
    /** The last one, until there is another. */
    shown: query.data,
    error: isCurrent ? query.error : null,
    problem: formProblem(refusalOf(query.data?.faults ?? []), ['/responsible', '/deputy']),
  };
}

/** Faults as those of an answer; null without any. */
export function refusalOf(faults: Plan['faults']): ApiProblem | null {
  return faults.length === 0 ? null : new ApiProblem(422, 'validation_failed', '', faults);
}

/**
 * @param request undefined: nothing can be checked yet
 * @param placed the faults at the places that the form has for them
 */
export function usePlan(
  request: GroupRequest | undefined,
  pointers: readonly string[],
  placed: (faults: Plan['faults']) => Plan['faults'] = (faults) => faults,
): LivePlan {
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
    error: isCurrent ? query.error : null,
    problem: formProblem(refusalOf(placed(query.data?.faults ?? [])), pointers),
  };
}
