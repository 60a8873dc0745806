// Hands over every group that a leaving person answers for: one operation for each group. A group that cannot be handed
// over does not affect the others.
//
// With an Idempotency-Key the plan of the handover is kept with the key, and each operation gets a key derived from it.
// A repeated request accepts the same operations, also if the first one ended half way or met an outage. Until then
// other operations may change the groups: a group is handed over as planned while the same people answer for it.
import { isWithin } from '../../ground/group-limit.ts';
import { personKey } from '../../directory/person-reference.ts';
import { DomainError, type FieldError, type ProblemCode } from '../../ground/errors.ts';
import { partOfKey, type RequestKey, requestHashOf } from '../../ground/idempotency-key.ts';
import type { Rest } from '../../ground/turns.ts';
import type { AcceptedOperation, AcceptOperation } from './accept-operation.ts';
import type {
  DepartureRequest,
  LeavingPerson,
  PlanDeparture,
  PlannedDeparture,
} from './departure-plan.ts';

export interface HandoverRequest extends DepartureRequest {
  readonly reason: string | null;
  readonly key?: RequestKey | undefined;
}

interface KeptError {
  readonly code: ProblemCode;
  readonly detail: string;
  readonly faults: readonly FieldError[];
}

type PlannedGroup = Omit<PlannedDeparture, 'error'> & {
  readonly error: KeptError | null;
};

/** The plan is kept with the Idempotency-Key. */
export interface PlannedHandover {
  readonly person: LeavingPerson;
  readonly groups: readonly PlannedGroup[];
  readonly next: string | null;
}

/** Keeps the plans of handovers with their Idempotency-Keys. */
export interface KeptPlans {
  /** @throws DomainError `idempotency_key_reused` if the key was used for another request */
  find(key: RequestKey, requestHash: string): Promise<PlannedHandover | undefined>;
  /** Answers with what is kept then: a concurrent request with the same key may have been first. */
  keep(key: RequestKey, requestHash: string, plan: PlannedHandover): Promise<PlannedHandover>;
}

export type HandedOver = Omit<PlannedGroup, 'error'> &
  (
    | { readonly accepted: AcceptedOperation }
    | { readonly refused: DomainError }
    /** There is nothing to hand over: rosters alone keep the person in the group. */
    | { readonly isLeftToRosters: true }
  );

export interface Handover {
  readonly person: LeavingPerson;
  readonly groups: readonly HandedOver[];
  readonly next: string | undefined;
}

export type HandOver = (request: HandoverRequest) => Promise<Handover>;

const retryAfterMs = 1_000;

export function createHandOver(deps: {
  planDeparture: PlanDeparture;
  acceptOperation: AcceptOperation;
  keptAnswers: KeptPlans;
  rest: Rest;
  /** Called with errors that are defects of the service. */
  onError: (error: unknown) => void;
}): HandOver {
  const { planDeparture, acceptOperation, keptAnswers, rest, onError } = deps;

  async function planOnce(request: HandoverRequest): Promise<PlannedHandover> {
    const { key } = request;
    if (key === undefined) return keptPlan(await planDeparture(request));
    const requestHash = hashOf(request);
    const kept = await keptAnswers.find(key, requestHash);
    if (kept !== undefined) {
      request.onCount(kept.groups.length);
      return kept;
    }
    return keptAnswers.keep(key, requestHash, keptPlan(await planDeparture(request)));
  }

  async function accept(group: PlannedGroup, request: HandoverRequest): Promise<HandedOver> {
    const { error, ...planned } = group;
    if (error !== null) return { ...planned, refused: asError(error) };
    const { change } = group;
    if (change === undefined) return { ...planned, isLeftToRosters: true };
    if (request.signal.aborted) return { ...planned, refused: notAdmitted() };
    const { tenantId, reason, actor, within, key } = request;
    const { teamId, answering, successorIds } = group;
    try {
      const accepted = await acceptOperation({
        tenantId,
        teamId,
        kind: 'handover',
        change,
        body: change,
        reason,
        actor,
        within,
        ifAnswering: answering,
        successorIds,
        key: partOfKey(key, 'handover', teamId),
      });
      return { ...planned, accepted };
    } catch (failure) {
      return { ...planned, refused: refusalOf(failure) };
    }
  }

  function refusalOf(failure: unknown): DomainError {
    if (failure instanceof DomainError) return failure;
    onError(failure);
    const detail = 'The service failed unexpectedly. Send the request again.';
    return new DomainError('internal_error', detail, { cause: failure });
  }

  return async (request) => {
    const { person, groups, next } = await planOnce(request);
    const results: Promise<HandedOver>[] = [];
    for (const group of groups) {
      await rest();
      // A kept plan may be of before the caller was limited to organisations.
      if (!isWithin(request.within, group)) continue;
      results.push(accept(group, request));
    }
    const handedOver = await Promise.all(results);
    // In an outage it is not known which operations are accepted. With a key, the repeated request finds them; without
    // one, the answer is the only place where the caller gets those that are known.
    if (request.key !== undefined) requireNoOutage(handedOver);
    return { person, groups: handedOver, next: next ?? undefined };
  };
}

function requireNoOutage(groups: readonly HandedOver[]): void {
  for (const group of groups) {
    if ('refused' in group && group.refused.code === 'unavailable') throw group.refused;
  }
}

/** The caller's access has ended, which refuses the whole request, or an outage left it unknown. */
function notAdmitted(): DomainError {
  return new DomainError(
    'unavailable',
    'The service could not check your access before it came to this group. Send the request again.',
    { retryAfterMs },
  );
}

function keptPlan({ person, groups, next }: Awaited<ReturnType<PlanDeparture>>): PlannedHandover {
  return {
    person,
    groups: groups.map(({ error, ...group }) => ({
      ...group,
      error:
        error === undefined
          ? null
          : { code: error.code, detail: error.message, faults: error.faults },
    })),
    next: next ?? null,
  };
}

function asError({ code, detail, faults }: KeptError): DomainError {
  return new DomainError(code, detail, { faults });
}

function hashOf({ person, handover, reason, afterTeamId, limit }: HandoverRequest): string {
  const content = { ...handover, reason, afterTeamId, limit };
  return requestHashOf('handover of a person', personKey(person), content);
}
