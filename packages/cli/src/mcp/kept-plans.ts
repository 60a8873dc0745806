// The plans that were shown, for a while: a group is created from one of them and from nothing else, so that
// what is created is what was shown.
import type { TeamRequest } from '@groupwright/client';

interface KeptPlan {
  readonly request: TeamRequest;
  /** Creating from the same plan again gives the same group. */
  readonly idempotencyKey: string;
}

export interface KeptPlans {
  /** Gives the token by which the plan is found again. */
  keep(request: TeamRequest): string;
  find(planToken: string): KeptPlan | undefined;
}

const keptForMs = 30 * 60_000;
const maxKept = 500;

export function createKeptPlans(deps: { now: () => number; newId: () => string }): KeptPlans {
  const plans = new Map<string, KeptPlan & { readonly keptUntilMs: number }>();
  return {
    keep(request) {
      const [oldest] = plans.keys();
      if (oldest !== undefined && plans.size >= maxKept) plans.delete(oldest);
      const planToken = `plan-${deps.newId()}`;
      const keptUntilMs = deps.now() + keptForMs;
      plans.set(planToken, { request, idempotencyKey: planToken, keptUntilMs });
      return planToken;
    },
    find(planToken) {
      const plan = plans.get(planToken);
      return plan !== undefined && deps.now() <= plan.keptUntilMs ? plan : undefined;
    },
  };
}
