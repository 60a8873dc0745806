// The budgets of one connection: one for each published limit, and for the limits on one team one for each group.
import type { Clock } from '../../foundation/clock.ts';
import { createBudget, type Budget } from './budget.ts';
import { costsOf, isTeamBudget, type BudgetName, type CallName, type Limit } from './operations.ts';

const maxTeamBudgets = 10_000;

export interface Budgets {
  /** The cost of calls of the kind, by budget; the limits on one team count where the group is known. */
  costsOf(name: CallName, calls: number, groupId: string | undefined): readonly [Budget, number][];
  /** The directory says how much of its limits on this kind is used: 1 is the limit. */
  near(name: CallName, used: number): void;
}

/** @param deps.latenessMs how late calls may arrive after their turn */
export function createBudgets(deps: {
  clock: Clock;
  limits: Readonly<Record<BudgetName, Limit>>;
  latenessMs: () => number;
}): Budgets {
  const { clock, limits, latenessMs } = deps;
  const budgets = new Map<BudgetName, Budget>();
  const teams = new Map<string, Budget>();

  function budget(name: BudgetName): Budget {
    let found = budgets.get(name);
    if (found === undefined) {
      found = createBudget(limits[name], latenessMs);
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
      found = createBudget(limits[name], latenessMs);
      teams.set(key, found);
    }
    return found;
  }

  return {
    costsOf(name, calls, groupId) {
      const costs: [Budget, number][] = [];
      for (const [budgetName, cost] of costsOf(name)) {
        if (!isTeamBudget(budgetName)) costs.push([budget(budgetName), cost * calls]);
        else if (groupId !== undefined) costs.push([teamBudget(budgetName, groupId), cost * calls]);
      }
      return costs;
    },
    near(name, used) {
      for (const [budgetName] of costsOf(name)) {
        if (!isTeamBudget(budgetName)) budget(budgetName).near(clock.now(), used);
      }
    },
  };
}
