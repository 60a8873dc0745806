// Creates API keys, gives them a second secret and ends one while rotating, and revokes them. A secret is
// returned once, by the call that makes it, and kept nowhere.
import type { Actor, ActivityAction } from '../activity/activity.ts';
import { notFound, type ChangeDeps } from '../changes/change.ts';
import { expectWithin, quotas } from '../changes/quotas.ts';
import { DomainError, validationFailed } from '../foundation/errors.ts';
import type { ApiKeyInput } from './api-key-input.schema.ts';
import type { ApiKey, ApiKeySecret } from './api-key.ts';
import { generateSecret, hashSecret } from './secret.ts';

/** In the transaction of the change. */
export interface ApiKeyStore {
  /** Newest first, revoked ones too. */
  list(tenantId: string): Promise<ApiKey[]>;
  /** Locks the key until the transaction ends. */
  lock(tenantId: string, keyId: string): Promise<ApiKey | undefined>;
  insert(key: ApiKey): Promise<void>;
  update(key: ApiKey): Promise<void>;
  /** Counts the change in progress; no other transaction adds until this one ends. */
  count(tenantId: string, at: Date): Promise<{ active: number; ever: number }>;
}

const maxSecrets = 2;

/** @param deps.randomBytes a CSPRNG */
export function createManageApiKeys(
  deps: ChangeDeps & { store: ApiKeyStore; randomBytes: (size: number) => Uint8Array },
) {
  const { activity, clock, createId, randomBytes, store } = deps;

  function makeSecret(): { secret: string; stored: ApiKeySecret } {
    const secret = generateSecret(randomBytes);
    const createdAt = new Date(clock.now()).toISOString();
    return { secret, stored: { secretId: createId(), hash: hashSecret(secret), createdAt } };
  }

  async function tell(
    actor: Actor,
    key: ApiKey,
    action: ActivityAction,
    data: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    const subject = { kind: 'api_key', id: key.keyId } as const;
    const { tenantId } = key;
    await activity.record([{ tenantId, occurredAt: clock.now(), actor, action, subject, data }]);
  }

  async function lockLiving(tenantId: string, keyId: string): Promise<ApiKey> {
    const key = await store.lock(tenantId, keyId);
    if (key === undefined) throw notFound('API key');
    if (key.revokedAt !== null) {
      throw new DomainError('in_use', 'The API key is revoked permanently. Create another one.');
    }
    return key;
  }

  return {
    async create(
      actor: Actor,
      tenantId: string,
      input: ApiKeyInput,
    ): Promise<{ key: ApiKey; secret: string }> {
      const now = clock.now();
      const { secret, stored } = makeSecret();
      const key: ApiKey = {
        tenantId,
        keyId: createId(),
        name: input.name,
        createdAt: new Date(now),
        createdBy: `${actor.kind}:${actor.id}`,
        expiresAt: expiryOf(input.expiresAt, now),
        revokedAt: null,
        secrets: [stored],
      };
      await store.insert(key);
      const { active, ever } = await store.count(tenantId, key.createdAt);
      expectWithin(quotas.activeApiKeys, active, 'active API keys', 'Revoke one first.');
      expectWithin(
        quotas.apiKeysEver,
        ever,
        'API keys, including revoked ones',
        'Keys that were never used are removed within a day.',
      );
      const expiresAt = key.expiresAt?.toISOString() ?? null;
      await tell(actor, key, 'api_key.created', { name: key.name, expiresAt });
      return { key, secret };
    },

    /** Permanently ends the key and its tokens. A key that is revoked already does not change. */
    async revoke(actor: Actor, tenantId: string, keyId: string): Promise<ApiKey> {
      const found = await store.lock(tenantId, keyId);
      if (found === undefined) throw notFound('API key');
      if (found.revokedAt !== null) return found;
      const key = { ...found, revokedAt: new Date(clock.now()) };
      await store.update(key);
      await tell(actor, key, 'api_key.revoked', { name: key.name });
      return key;
    },

    /** Both secrets work until one is ended. */
    async addSecret(
      actor: Actor,
      tenantId: string,
      keyId: string,
    ): Promise<{ key: ApiKey; secretId: string; secret: string }> {
      const found = await lockLiving(tenantId, keyId);
      if (found.secrets.length >= maxSecrets) {
        throw new DomainError(
          'in_use',
          'The API key already has two secrets. End the old one first.',
        );
      }
      const { secret, stored } = makeSecret();
      const key = { ...found, secrets: [...found.secrets, stored] };
      await store.update(key);
      const { secretId } = stored;
      await tell(actor, key, 'api_key.secret_added', { name: key.name, secretId });
      return { key, secretId, secret };
    },

    /** The last secret of a key is ended by revoking the key. */
    async endSecret(
      actor: Actor,
      tenantId: string,
      keyId: string,
      secretId: string,
    ): Promise<ApiKey> {
      const found = await lockLiving(tenantId, keyId);
      const secrets = found.secrets.filter((secret) => secret.secretId !== secretId);
      if (secrets.length === found.secrets.length) throw notFound('secret');
      if (secrets.length === 0) {
        throw new DomainError(
          'in_use',
          'This is the only secret of the API key. Add another one first, or revoke the key.',
        );
      }
      const key = { ...found, secrets };
      await store.update(key);
      await tell(actor, key, 'api_key.secret_ended', { name: key.name, secretId });
      return key;
    },
  };
}

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/;

function expiryOf(text: string | null | undefined, now: number): Date | null {
  if (text === null || text === undefined) return null;
  const at = moment.test(text) ? Date.parse(text) : Number.NaN;
  const wrong = (code: string, detail: string) =>
    validationFailed([{ pointer: '/expiresAt', code, detail }]);
  if (Number.isNaN(at)) {
    throw wrong('not_valid', 'expiresAt must be a date and time such as 2027-01-31T00:00:00Z.');
  }
  if (at <= now) throw wrong('out_of_range', 'expiresAt must be in the future.');
  return new Date(at);
}
