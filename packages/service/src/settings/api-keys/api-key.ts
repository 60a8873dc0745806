import type { KeyAccess } from '../../ground/caller.ts';

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
  /** Whom to ask about the key, and what it is for; null: not given. */
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
