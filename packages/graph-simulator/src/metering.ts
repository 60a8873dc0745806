// The published limits at work: which calls are answered 429, and which were made before they might be.
import type { Answer, Violation } from './response.ts';
import {
  createWindow,
  isTeamLimit,
  type Limits,
  type TeamLimitName,
  type TenantLimitName,
  type Window,
} from './limits.ts';
import type { Route } from './route.ts';
import type { Tenant } from './tenant.ts';

/** Calls that were on their way when the word to wait was given are no fault of the caller. */
const graceMs = 1000;

export function createMeter(deps: {
  limits: Limits;
  now: () => number;
  violate: (violation: Violation, detail: string) => void;
}) {
  const { limits, violate } = deps;

  function throttle(message: string, headers: Record<string, string>): Answer {
    return { status: 429, headers, body: { error: { code: 'TooManyRequests', message } } };
  }

  /** Remembers that this kind of call got a wait. */
  function reported(tenant: Tenant, kind: string, waitMs: number): void {
    const now = deps.now();
    const until = Math.max(now + waitMs, tenant.waits.get(kind)?.until ?? 0);
    tenant.waits.set(kind, { reportedAt: now, until });
  }

  function teamWindow(tenant: Tenant, name: TeamLimitName, team: string): Window {
    const key = `${name} ${team}`;
    let window = tenant.teamWindows.get(key);
    if (window === undefined) {
      // Teams without calls are discarded from time to time.
      if (tenant.teamWindows.size > 20_000) tenant.teamWindows.clear();
      window = createWindow(limits[name]);
      tenant.teamWindows.set(key, window);
    }
    return window;
  }

  /** Answers 429 when a limit is reached; otherwise counts the call and says how full the fullest window is. */
  function meter(
    tenant: Tenant,
    route: Pick<Route, 'name' | 'costs'>,
    team: string | undefined,
    query: URLSearchParams,
  ): Answer | number {
    const now = deps.now();
    const waiting = tenant.waits.get(route.name);
    if (waiting && now < waiting.until && now > waiting.reportedAt + graceMs) {
      violate('retried_too_early', `${route.name}, ${waiting.until - now} ms before its time`);
    }
    let share = 0;
    // As published: a page of fewer than 20 entries costs a unit less, and no call less than one.
    const isShort = Number(query.get('$top') ?? 20) < 20;
    for (const [name, most] of Object.entries(route.costs)) {
      const cost = name === 'resourceUnits' && isShort ? Math.max(1, most - 1) : most;
      if (isTeamLimit(name)) {
        const taken = teamWindow(tenant, name, team ?? '').take(now, cost);
        if (taken.fits) continue;
        violate('too_many_calls_on_one_team', `${route.name} on ${team}: ${name}`);
        return throttle('Too many calls on one team.', {
          'retry-after': String(Math.ceil(taken.waitMs / 1000)),
        });
      }
      const window = tenant.windows.get(name as TenantLimitName);
      if (window === undefined) continue;
      const taken = window.take(now, cost);
      if (!taken.fits) {
        reported(tenant, route.name, taken.waitMs);
        return throttle(`The limit of ${name} is reached.`, {
          'retry-after': String(Math.ceil(taken.waitMs / 1000)),
          'x-ms-throttle-scope': `Tenant_Application/ReadWrite/${tenant.clientId}/${tenant.tenantId}`,
        });
      }
      // Only the directory itself announces that a limit is near.
      if (name === 'directoryWrites' || name === 'resourceUnits') {
        share = Math.max(share, window.share(now));
      }
    }
    return share;
  }

  return { throttle, reported, meter };
}
