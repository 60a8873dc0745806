import type { DirectoryConnection } from '../directory/connection.ts';

export interface Tenant {
  readonly tenantId: string;
  readonly name: string;
  readonly directory: DirectoryConnection;
  /** The connection's secret, encrypted (encryption/encryption.ts); null where its kind needs none. */
  readonly directorySecretSealed: string | null;
  /** Words that no name of the tenant's groups may contain: organisations/blocked-words.ts. */
  readonly blockedWords: readonly string[];
  /** How far the governance clock of a sandbox is ahead: governance-clock.ts. Absent: it is not. */
  readonly governanceOffsetMs?: number;
}
