// Creates API keys, changes their access, gives them a second secret and ends one while rotating, and revokes them. A
// secret is returned once, by the call that makes it, and kept nowhere. An API key that does this can only give the
// access that it has.
import { difference, type Actor } from '../../audit/activity.ts';
import { createRecordChanges, notFound, type ChangeDeps } from '../../audit/changes/change.ts';
import type { RecordStore } from '../../ground/record-store.ts';
import { expectWithin, quotas } from '../../audit/changes/quotas.ts';
import { momentOf } from '../../ground/moment.ts';
import type { KeyAccess } from '../../ground/caller.ts';
import { type FaultCode, DomainError, validationFailed } from '../../ground/errors.ts';
import type { ApiKeyInput, KeyAccessInput, KeyDetailsInput } from './api-key-input.schema.ts';
import { apiKeyState, type ApiKey, type ApiKeySecret, defaultScopes } from './api-key.ts';
import {
  checkAccess,
  expiresWith,
  requireManageable,
  type Giver,
  type RequestedAccess,
} from './check-access.ts';
import { generateSecret, hashSecret } from './secret.ts';

export interface ApiKeyStore extends RecordStore<ApiKey> {
  /** Newest first, revoked ones too. */
  list(tenantId: string): Promise<ApiKey[]>;
  find(tenantId: string, keyId: string): Promise<ApiKey | undefined>;
  /** Counts the change in progress; no other transaction adds until this one ends. */
  count(tenantId: string, at: Date): Promise<{ active: number; ever: number }>;
}

/** It belongs to a template. */
interface Known {
  readonly organisationId: string;
  readonly templateId: string;
}

const maxSecrets = 2;

/** @param deps.randomBytes a CSPRNG */
export function createManageApiKeys(
  deps: ChangeDeps & {
    store: ApiKeyStore;
    organisations: { list(tenantId: string): Promise<readonly Pick<Known, 'organisationId'>[]> };
    templates: { list(tenantId: string): Promise<readonly Known[]> };
    randomBytes: (size: number) => Uint8Array;
  },
) {
  const { clock, createId, randomBytes, store, organisations, templates } = deps;
  const keys = createRecordChanges(deps, {
    name: 'API key',
    subject: 'api_key',
    idOf: ({ keyId }) => keyId,
  });

  function makeSecret(): { secret: string; stored: ApiKeySecret } {
    const secret = generateSecret(randomBytes);
    const createdAt = new Date(clock.now()).toISOString();
    return { secret, stored: { secretId: createId(), hash: hashSecret(secret), createdAt } };
  }

  /** Its record is read here, so that access which it lost a moment ago counts no more. */
  async function giverOf(actor: Actor, tenantId: string): Promise<Giver> {
    if (actor.kind !== 'api_key') return undefined;
    const key = await store.find(tenantId, actor.id);
    if (key !== undefined && apiKeyState(key, clock.now()) === 'active') return key;
    throw new DomainError('invalid_token', 'The API key of this request has ended.');
  }

  async function accessOf(tenantId: string, input: RequestedAccess, giver: Giver) {
    const { organisationIds: ids, templateIds } = input;
    const listed = ids === null ? [] : await organisations.list(tenantId);
    const known = {
      organisationIds: listed.map(({ organisationId }) => organisationId),
      templates: templateIds === null ? [] : await templates.list(tenantId),
    };
    return checkAccess(input, known, giver);
  }

  async function lockManageable(actor: Actor, tenantId: string, keyId: string): Promise<ApiKey> {
    const giver = await giverOf(actor, tenantId);
    const key = await keys.lock(tenantId, keyId);
    requireManageable(key, giver);
    return key;
  }

  async function lockLiving(actor: Actor, tenantId: string, keyId: string): Promise<ApiKey> {
    const key = await lockManageable(actor, tenantId, keyId);
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
      const giver = await giverOf(actor, tenantId);
      const { scopes = defaultScopes, organisationIds = null } = input;
      const { templateIds = null, ipRanges = null, source = null } = input;
      const wanted = { scopes, organisationIds, templateIds, ipRanges, source };
      const access = await accessOf(tenantId, wanted, giver);
      const { secret, stored } = makeSecret();
      const key: ApiKey = {
        tenantId,
        keyId: createId(),
        name: input.name,
        createdAt: new Date(now),
        createdBy: `${actor.kind}:${actor.id}`,
        expiresAt: expiryOf(input.expiresAt, now, giver),
        revokedAt: null,
        secrets: [stored],
        owner: textOf(input.owner),
        purpose: textOf(input.purpose),
        ...access,
      };
      const expiresAt = key.expiresAt?.toISOString() ?? null;
      const { name, owner, purpose } = key;
      const limits = {
        templateIds: access.templateIds,
        ipRanges: access.ipRanges,
        source: access.source,
      };
      const data = {
        name,
        expiresAt,
        scopes: access.scopes,
        organisationIds: access.organisationIds,
        ...given({ owner, purpose, ...limits }),
      };
      await keys.insert(actor, 'api_key.created', key, data, async () => {
        const { active, ever } = await store.count(tenantId, key.createdAt);
        expectWithin(quotas.activeApiKeys, active, 'active API keys', 'Revoke one first.');
        expectWithin(
          quotas.apiKeysEver,
          ever,
          'API keys, including revoked ones',
          'Keys that were never used are removed within a day.',
        );
      });
      return { key, secret };
    },

    /** Permanently ends the key and its tokens. A key that is revoked already does not change. */
    async revoke(actor: Actor, tenantId: string, keyId: string): Promise<ApiKey> {
      const found = await lockManageable(actor, tenantId, keyId);
      if (found.revokedAt !== null) return found;
      const key = { ...found, revokedAt: new Date(clock.now()) };
      await keys.update(actor, 'api_key.revoked', key, { name: key.name });
      return key;
    },

    /**
     * Replaces the scopes and the organisations, and the templates, IP ranges and source where the input has them. The
     * tokens of the key have the new access, too.
     */
    async changeAccess(
      actor: Actor,
      tenantId: string,
      keyId: string,
      input: KeyAccessInput,
    ): Promise<ApiKey> {
      const found = await lockLiving(actor, tenantId, keyId);
      const { scopes, organisationIds, templateIds, ipRanges, source } = found;
      // A sender that does not know these limits keeps them.
      const wanted = { templateIds, ipRanges, source, ...input };
      const access = await accessOf(tenantId, wanted, await giverOf(actor, tenantId));
      const changed = difference<KeyAccess>(
        { scopes, organisationIds, templateIds, ipRanges, source },
        access,
      );
      if (changed === undefined) return found;
      const key = { ...found, ...access };
      await keys.update(actor, 'api_key.changed', key, { name: key.name, ...changed });
      return key;
    },

    /** Replaces the name, the owner and the purpose. */
    async changeDetails(
      actor: Actor,
      tenantId: string,
      keyId: string,
      input: KeyDetailsInput,
    ): Promise<ApiKey> {
      const found = await lockLiving(actor, tenantId, keyId);
      const { name, owner, purpose } = found;
      const details = {
        name: input.name,
        owner: textOf(input.owner),
        purpose: textOf(input.purpose),
      };
      const changed = difference<typeof details>({ name, owner, purpose }, details);
      if (changed === undefined) return found;
      const key = { ...found, ...details };
      await keys.update(actor, 'api_key.changed', key, { name: key.name, ...changed });
      return key;
    },

    /** Both secrets work until one is ended. */
    async addSecret(
      actor: Actor,
      tenantId: string,
      keyId: string,
    ): Promise<{ key: ApiKey; secretId: string; secret: string }> {
      const found = await lockLiving(actor, tenantId, keyId);
      if (found.secrets.length >= maxSecrets) {
        throw new DomainError(
          'in_use',
          'The API key already has two secrets. End the old one first.',
        );
      }
      const { secret, stored } = makeSecret();
      const key = { ...found, secrets: [...found.secrets, stored] };
      const { secretId } = stored;
      await keys.update(actor, 'api_key.secret_added', key, { name: key.name, secretId });
      return { key, secretId, secret };
    },

    /** The last secret of a key is ended by revoking the key. */
    async endSecret(
      actor: Actor,
      tenantId: string,
      keyId: string,
      secretId: string,
    ): Promise<ApiKey> {
      const found = await lockLiving(actor, tenantId, keyId);
      const secrets = found.secrets.filter((secret) => secret.secretId !== secretId);
      if (secrets.length === found.secrets.length) throw notFound('secret');
      if (secrets.length === 0) {
        throw new DomainError(
          'in_use',
          'This is the only secret of the API key. Add another one first, or revoke the key.',
        );
      }
      const key = { ...found, secrets };
      await keys.update(actor, 'api_key.secret_ended', key, { name: key.name, secretId });
      return key;
    },
  };
}

/** Blank is the same as not given. */
function textOf(text: string | null | undefined): string | null {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? null : trimmed;
}

function given<Values extends Readonly<Record<string, unknown>>>(values: Values): Partial<Values> {
  const entries = Object.entries(values).filter(([, value]) => value !== null);
  return Object.fromEntries(entries) as Partial<Values>;
}

function expiryOf(text: string | null | undefined, now: number, giver: Giver): Date | null {
  const wrong = (code: FaultCode, detail: string) =>
    validationFailed([{ pointer: '/expiresAt', code, detail }]);
  const tooLate = 'expiresAt must not be later than the expiry of your API key.';
  const at = momentOf(text) ?? null;
  if (at !== null && at.getTime() <= now) {
    throw wrong('out_of_range', 'expiresAt must be in the future.');
  }
  if (!expiresWith(giver, at)) throw wrong('out_of_range', tooLate);
  return at;
}
