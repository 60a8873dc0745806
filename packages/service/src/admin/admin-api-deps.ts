// The dependencies of the admin API's routes.
import type { Changes } from '../settings/configuration/changes.postgres.ts';
import type { Clock } from '../ground/clock.ts';
import type { AdminAddress } from './admin-address.ts';

export interface AdminApiDeps {
  readonly address: AdminAddress;
  readonly clock: Clock;
  /** Runs work that only reads, in one transaction. */
  readonly read: <T>(work: (stores: Changes['stores']) => Promise<T>) => Promise<T>;
  /** Runs the work in one transaction; what it changed is in force here when the answer is there. */
  readonly change: <T>(work: (changes: Changes) => Promise<T>) => Promise<T>;
  /** The organisation is named by its id or its identifier. */
  readonly findOrganisation: (
    tenantId: string,
    organisationId: string,
  ) => { readonly organisationId: string; readonly identifier: string } | undefined;
  /** When API keys were last used, by key id; of one key or of all. */
  readonly lastUses: (tenantId: string, keyId?: string) => Promise<ReadonlyMap<string, Date>>;
}
