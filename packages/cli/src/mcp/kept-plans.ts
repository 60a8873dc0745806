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
const keptAtMost = 500;

export function createKeptPlans(world: { now: () => number; newId: () => string }): KeptPlans {
  const plans = new Map<string, KeptPlan & { readonly keptUntilMs: number }>();
  return {
    keep(request) {
      const [oldest] = plans.keys();
      if (oldest !== undefined && plans.size >= keptAtMost) plans.delete(oldest);
      const planToken = `plan-${world.newId()}`;
      const keptUntilMs = world.now() + keptForMs;
      plans.set(planToken, { request, idempotencyKey: planToken, keptUntilMs });
      return planToken;
    },
    find(planToken) {
      const plan = plans.get(planToken);
      return plan !== undefined && world.now() <= plan.keptUntilMs ? plan : undefined;
    },
  };
}
