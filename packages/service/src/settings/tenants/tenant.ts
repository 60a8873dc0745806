import type { DirectoryConnection } from '../../directory/connection.ts';
import type { Closing } from './closed-tenant.ts';
import type { NoticeSettings } from './notice-settings.ts';
import type { Clock } from '../../ground/clock.ts';

/** `report`: an event. `adopt`: the template that the names propose adopts them. `ask`: once their owners agree. */
export const newGroupsRules = ['report', 'ask', 'adopt'] as const;
export type NewGroupsRule = (typeof newGroupsRules)[number];

/** The service probes the connection each night: reconciliation/probes/. People by id or address, as in `ProbeOptions`. */
export interface NightlyProbe {
  /** Hour of the day in the time zone of the tenant. */
  readonly hour: number;
  readonly owner?: string;
  readonly guest?: string;
}

export interface Tenant {
  readonly tenantId: string;
  readonly name: string;
  readonly directory: DirectoryConnection;
  /** The connection's secret, encrypted (encryption/encryption.ts); null where its kind needs none. */
  readonly directorySecretSealed: string | null;
  /** The certificate of the second credential, for SharePoint, encrypted; null: there is none. */
  readonly sharePointSecretSealed: string | null;
  /** Words that no name of the tenant's groups may contain: organisations/blocked-words.ts. */
  readonly blockedWords: readonly string[];
  /** The rule for groups that others make from then on. */
  readonly newGroups: NewGroupsRule;
  /** Null: no probe runs by itself. */
  readonly nightlyProbe: NightlyProbe | null;
  /** How far the governance clock of a sandbox is ahead: governance-clock.ts. Absent: it is not. */
  readonly governanceOffsetMs?: number;
  /** The clock is being advanced: governance/time-machine.postgres.ts. */
  readonly isClockAdvancing?: boolean;
  /** Null: those of `noticeSettingsOf`. */
  readonly notices: NoticeSettings | null;
  /** The password of the SMTP server, encrypted; null: there is none. */
  readonly noticesSecretSealed: string | null;
  /** Absent or null: the tenant is open. */
  readonly closed?: Closing | null;
}

// The clock that the dates of governance go by: expiry, reminders, grace periods. It is real time, except in a sandbox,
// whose clock an administrator may advance. SQL reads the same time with `governance_now(tenant_id)`.
interface GovernanceClock {
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
