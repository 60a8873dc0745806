// The limits of one connection: each published limit, and for the limits on one team one for each group.
import type { Clock } from '../ground/clock.ts';
import { createRateLimit, type RateLimit } from './rate-limit.ts';
import { costsOf, isTeamLimit, type LimitName, type CallName, type Limit } from './graph-calls.ts';

const maxTeamLimits = 10_000;

export interface Cost {
  readonly rateLimit: RateLimit;
  readonly cost: number;
  /** A limit on one team. */
  readonly isOfTeam: boolean;
}

export interface RateLimits {
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

export function createRateLimits(deps: {
  clock: Clock;
  limits: Readonly<Record<LimitName, Limit>>;
}): RateLimits {
  const { clock, limits } = deps;
  const rateLimits = new Map<LimitName, RateLimit>();
  const teams = new Map<string, RateLimit>();

  function rateLimit(name: LimitName): RateLimit {
    let found = rateLimits.get(name);
    if (found === undefined) {
      found = createRateLimit(limits[name]);
      rateLimits.set(name, found);
    }
    return found;
  }

  function teamLimit(name: LimitName, groupId: string): RateLimit {
    const key = `${name} ${groupId}`;
    let found = teams.get(key);
    if (found === undefined) {
      if (teams.size >= maxTeamLimits) {
        for (const [id, one] of teams) if (one.idle(clock.now())) teams.delete(id);
      }
      found = createRateLimit(oneAtATime(limits[name]));
      teams.set(key, found);
    }
    return found;
  }

  function ofTenant(name: CallName): readonly RateLimit[] {
    return costsOf(name).flatMap(([one]) => (isTeamLimit(one) ? [] : [rateLimit(one)]));
  }

  return {
    costsOf(name, calls, groupId) {
      const costs: Cost[] = [];
      for (const [limitName, each] of costsOf(name)) {
        const isOfTeam = isTeamLimit(limitName);
        if (isOfTeam && groupId === undefined) continue;
        const one = isOfTeam ? teamLimit(limitName, groupId ?? '') : rateLimit(limitName);
        costs.push({ rateLimit: one, cost: each * calls, isOfTeam });
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
