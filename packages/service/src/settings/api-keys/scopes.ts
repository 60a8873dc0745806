// The access that an API key has: its scopes, and the organisations and templates it is limited to. The record of the
// key counts at each request, not the token, so a change holds within a second.
import type { Scope } from '../../ground/schema/scope.schema.ts';

/** The access of a key for which nobody chose any, and of keys from before there were scopes. */
export const defaultScopes: readonly Scope[] = ['groups:create', 'groups:read'];

/** Scopes over objects of the whole tenant. A key that is limited to organisations cannot have them. */
export const tenantWideScopes: readonly Scope[] = [
  'organisations:manage',
  'webhooks:manage',
  'activity:read',
];

/** Scopes over objects beyond templates. A key that is limited to templates cannot have them, either. */
export const beyondTemplateScopes: readonly Scope[] = ['templates:manage'];
