// The clock that the dates of governance go by: expiry, reminders, grace periods. It is real time, except in a sandbox,
// whose clock an administrator may advance. SQL reads the same time with `governance_now(tenant_id)`.
import type { Clock } from '../../ground/clock.ts';
import type { Tenant } from './tenant.ts';

export interface GovernanceClock {
  now(this: void, tenantId: string): Date;
}

/** @param deps.tenantOf as the configuration has it, which is at most a second old */
export function createGovernanceClock(deps: {
  readonly tenantOf: (tenantId: string) => Tenant | undefined;
  readonly clock: Clock;
}): GovernanceClock {
  const { tenantOf, clock } = deps;
  return { now: (tenantId) => governanceTime(tenantOf(tenantId), clock.now()) };
}

/** @param now milliseconds since the Unix epoch, in real time */
export function governanceTime(
  tenant: Pick<Tenant, 'directory' | 'governanceOffsetMs'> | undefined,
  now: number,
): Date {
  const isAhead = tenant?.directory.kind === 'sandbox';
  return new Date(now + (isAhead ? (tenant?.governanceOffsetMs ?? 0) : 0));
}
