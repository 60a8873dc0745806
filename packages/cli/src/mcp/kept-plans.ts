// The plans that were shown, for a while. A group is only created or changed from one of them, so that the result is
// what was shown.

export interface KeptPlan<Request> {
  readonly request: Request;
  /** The user reads it, with the outline of the plan. */
  readonly question: string;
  /** The same plan again is the same creation or operation. */
  readonly idempotencyKey: string;
  /** The user was asked, and agreed. */
  readonly isConfirmed: boolean;
}

export interface KeptPlans<Request> {
  /** Gives the token by which the plan is found again. */
  keep(plan: Pick<KeptPlan<Request>, 'request' | 'question'>): string;
  find(planToken: string): KeptPlan<Request> | undefined;
  confirm(planToken: string): void;
}

const keptForMs = 30 * 60_000;
const maxKept = 500;

export function createKeptPlans<Request>(deps: {
  now: () => number;
  newId: () => string;
}): KeptPlans<Request> {
  const plans = new Map<string, KeptPlan<Request> & { readonly keptUntilMs: number }>();
  return {
    keep({ request, question }) {
      const [oldest] = plans.keys();
      if (oldest !== undefined && plans.size >= maxKept) plans.delete(oldest);
      const planToken = `plan-${deps.newId()}`;
      const keptUntilMs = deps.now() + keptForMs;
      plans.set(planToken, {
        request,
        question,
        idempotencyKey: planToken,
        isConfirmed: false,
        keptUntilMs,
      });
      return planToken;
    },
    find(planToken) {
      const plan = plans.get(planToken);
      return plan !== undefined && deps.now() <= plan.keptUntilMs ? plan : undefined;
    },
    confirm(planToken) {
      const plan = plans.get(planToken);
      if (plan !== undefined) plans.set(planToken, { ...plan, isConfirmed: true });
    },
  };
}
