// Whether callers keep the process busy, and of which tenants they are. Work for which nobody waits makes way for them.
import type { Clock } from '../ground/clock.ts';

const busyUtilization = 0.7;
const busyAcceptancesPerSecond = 2_000;
/** Busyness is measured over at least this long: a loop that worked for a millisecond is not busy. */
export const windowMs = 100;

export interface CallerPressure {
  /** A request of the tenant was answered by this process. */
  recordRequest(this: void, tenantId: string): void;
  /** A group of the tenant was accepted by this process. */
  recordAcceptance(this: void, tenantId: string): void;
  /**
   * Whether the event loop was busy, or thousands of groups a second were accepted, while callers got answers.
   * @param besides a tenant whose own callers do not count
   */
  isHigh(besides?: string): boolean;
  /** The share of the time, from 0 to 1, that the event loop had nothing to do. */
  freeTime(): number;
}

/** The parameters are those of `createApiPriority`. */
export function createCallerPressure(deps: {
  readonly utilization: () => number;
  readonly clock: Clock;
}): CallerPressure {
  const { utilization, clock } = deps;
  let requests = createCount();
  let acceptances = createCount();
  let measured = { requests, acceptances, elapsedMs: windowMs, busyTime: 0 };
  let since = clock.now();

  function measure(): typeof measured {
    const elapsedMs = clock.now() - since;
    if (elapsedMs >= windowMs) {
      measured = { requests, acceptances, elapsedMs, busyTime: utilization() };
      requests = createCount();
      acceptances = createCount();
      since += elapsedMs;
    }
    return measured;
  }

  return {
    recordRequest: (tenantId) => requests.add(tenantId),
    recordAcceptance: (tenantId) => acceptances.add(tenantId),
    isHigh(besides) {
      const now = measure();
      const perSecond = (now.acceptances.without(besides) * 1_000) / now.elapsedMs;
      const isBusy = now.busyTime >= busyUtilization && now.requests.without(besides) > 0;
      return isBusy || perSecond >= busyAcceptancesPerSecond;
    },
    freeTime: () => 1 - measure().busyTime,
  };
}

function createCount() {
  const byTenant = new Map<string, number>();
  let all = 0;
  return {
    add(tenantId: string): void {
      byTenant.set(tenantId, (byTenant.get(tenantId) ?? 0) + 1);
      all += 1;
    },
    without: (tenantId: string | undefined): number =>
      all - (tenantId === undefined ? 0 : (byTenant.get(tenantId) ?? 0)),
  };
}
