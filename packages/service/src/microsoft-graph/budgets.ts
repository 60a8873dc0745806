// The budgets of one connection: one for each published limit, and for the limits on one team one for each group.
import type { Clock } from '../ground/clock.ts';
import { createBudget, type Budget } from './budget.ts';
import { costsOf, isTeamBudget, type BudgetName, type CallName, type Limit } from './operations.ts';

const maxTeamBudgets = 10_000;

export interface Cost {
  readonly budget: Budget;
  readonly cost: number;
  /** A limit on one team. */
  readonly isOfTeam: boolean;
}

export interface Budgets {
  /** The costs of calls of the kind; the limits on one team count where the group is known. */
  costsOf(name: CallName, calls: number, groupId: string | undefined): readonly Cost[];
  /** The directory says how much of its limits on this kind is used: 1 is the limit. */
  near(name: CallName, used: number): void;
  /** The directory refused a call of the kind. */
  refused(name: CallName): void;
}

/** A limit of one call a second or fewer is kept between each call and the next: these calls never go together. */
function oneAtATime({ calls, perMs }: Limit): Limit {
  return perMs / calls < 1_000 ? { calls, perMs } : { calls: 1, perMs: perMs / calls };
}

export function createBudgets(deps: {
  clock: Clock;
  limits: Readonly<Record<BudgetName, Limit>>;
}): Budgets {
  const { clock, limits } = deps;
  const budgets = new Map<BudgetName, Budget>();
  const teams = new Map<string, Budget>();

  function budget(name: BudgetName): Budget {
    let found = budgets.get(name);
    if (found === undefined) {
      found = createBudget(limits[name]);
      budgets.set(name, found);
    }
    return found;
  }

  function teamBudget(name: BudgetName, groupId: string): Budget {
    const key = `${name} ${groupId}`;
    let found = teams.get(key);
    if (found === undefined) {
      if (teams.size >= maxTeamBudgets) {
        for (const [id, one] of teams) if (one.idle(clock.now())) teams.delete(id);
      }
      found = createBudget(oneAtATime(limits[name]));
      teams.set(key, found);
    }
    return found;
  }

  function ofTenant(name: CallName): readonly Budget[] {
    return costsOf(name).flatMap(([one]) => (isTeamBudget(one) ? [] : [budget(one)]));
  }

  return {
    costsOf(name, calls, groupId) {
      const costs: Cost[] = [];
      for (const [budgetName, each] of costsOf(name)) {
        const isOfTeam = isTeamBudget(budgetName);
        if (isOfTeam && groupId === undefined) continue;
        const one = isOfTeam ? teamBudget(budgetName, groupId ?? '') : budget(budgetName);
        costs.push({ budget: one, cost: each * calls, isOfTeam });
      }
      return costs;
    },
    near(name, used) {
      for (const one of ofTenant(name)) one.near(clock.now(), used);
    },
    refused(name) {
      for (const one of ofTenant(name)) one.refused(clock.now());
    },
  };
}
