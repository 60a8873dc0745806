import type { DirectoryConnection } from '../../directory/connection.ts';
import type { NoticeSettings } from './notice-settings.ts';

/** `report`: an event. `adopt`: the template that the names propose adopts them. */
export const newGroupsRules = ['report', 'adopt'] as const;
export type NewGroupsRule = (typeof newGroupsRules)[number];

export interface Tenant {
  readonly tenantId: string;
  readonly name: string;
  readonly directory: DirectoryConnection;
  /** The connection's secret, encrypted (encryption/encryption.ts); null where its kind needs none. */
  readonly directorySecretSealed: string | null;
  /** Words that no name of the tenant's groups may contain: organisations/blocked-words.ts. */
  readonly blockedWords: readonly string[];
  /** The rule for groups that others make from then on. */
  readonly newGroups: NewGroupsRule;
  /** How far the governance clock of a sandbox is ahead: governance-clock.ts. Absent: it is not. */
  readonly governanceOffsetMs?: number;
  /** The clock is being advanced: governance/time-machine.postgres.ts. */
  readonly isClockAdvancing?: boolean;
  /** Null: those of `noticeSettingsOf`. */
  readonly notices: NoticeSettings | null;
  /** The password of the SMTP server, encrypted; null: there is none. */
  readonly noticesSecretSealed: string | null;
}
