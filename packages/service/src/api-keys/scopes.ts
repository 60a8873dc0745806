// The access that an API key has: its scopes, and the organisations it is limited to. The record of the key counts
// at each request, not the token, so a change holds within a second.
import type { KeyAccess } from '../foundation/caller.ts';
import type { Scope } from '../schema/scope.schema.ts';

export type OrganisationLimit = KeyAccess['organisationIds'];

/** The access of a key for which nobody chose any, and of keys from before there were scopes. */
export const defaultScopes: readonly Scope[] = ['groups:create', 'groups:read'];

/** Scopes over objects of the whole tenant. A key that is limited to organisations cannot have them. */
export const tenantWideScopes: readonly Scope[] = [
  'organisations:manage',
  'webhooks:manage',
  'activity:read',
];

export function isWithin(limit: OrganisationLimit, organisationId: string): boolean {
  return limit === null || limit.includes(organisationId);
}

/** Whether everything within the second limit is also within the first. */
export function coversLimit(limit: OrganisationLimit, other: OrganisationLimit): boolean {
  return limit === null || (other?.every((id) => limit.includes(id)) ?? false);
}
