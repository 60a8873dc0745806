// The caller of a request: an API key, with the access that its record has at this moment.
import type { Scope } from '../schema/scope.schema.ts';

export interface KeyAccess {
  readonly scopes: readonly Scope[];
  /** The organisations that the key is limited to; null: all of the tenant, also future ones. */
  readonly organisationIds: readonly string[] | null;
}

export interface Caller extends KeyAccess {
  readonly tenantId: string;
  readonly apiKeyId: string;
}
