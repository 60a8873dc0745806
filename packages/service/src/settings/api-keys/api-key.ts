import type { KeyAccess } from '../../ground/caller.ts';
import type { Scope } from '../../ground/schema/scope.schema.ts';

export interface ApiKeySecret {
  readonly secretId: string;
  /** SHA-256 of the secret, base64url. The secret itself is kept nowhere. */
  readonly hash: string;
  readonly createdAt: string;
}

export interface ApiKey extends KeyAccess {
  readonly tenantId: string;
  readonly keyId: string;
  readonly name: string;
  /** They say whom to ask about the key, and what it is for; null: not given. */
  readonly owner: string | null;
  readonly purpose: string | null;
  readonly createdAt: Date;
  readonly createdBy: string;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  /** One, or two while rotating. */
  readonly secrets: readonly ApiKeySecret[];
}

export function apiKeyState(
  { revokedAt, expiresAt }: Pick<ApiKey, 'revokedAt' | 'expiresAt'>,
  now: number,
): 'active' | 'revoked' | 'expired' {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && expiresAt.getTime() <= now ? 'expired' : 'active';
}

// The access that an API key has: its scopes, and the organisations and templates it is limited to. The record of the
// key counts at each request, not the token, so a change holds within a second.

/** The access of a key for which nobody chose any, and of keys from before there were scopes. */
export const defaultScopes: readonly Scope[] = ['groups:create', 'groups:read'];

/** Scopes over objects of the whole tenant. A key that is limited to organisations cannot have them. */
export const tenantWideScopes: readonly Scope[] = [
  'organisations:manage',
  'webhooks:manage',
  'activity:read',
  'connection:probe',
];

/** Scopes over objects beyond templates. A key that is limited to templates cannot have them, either. */
export const beyondTemplateScopes: readonly Scope[] = ['templates:manage'];
