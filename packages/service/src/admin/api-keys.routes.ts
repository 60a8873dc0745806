// API keys (section 2.1 of the specification): list, create, rotate, revoke.
import { ApiKeyInput, KeyAccessInput } from '../api-keys/api-key-input.schema.ts';
import { apiKeyState, type ApiKey } from '../api-keys/api-key.ts';
import { coversLimit, type OrganisationLimit } from '../api-keys/scopes.ts';
import { notFound } from '../changes/change.ts';
import type { Changes } from '../configuration/changes.postgres.ts';
import { DomainError } from '../foundation/errors.ts';
import type { Server } from '../http/server.ts';
import type { AdminApiDeps } from './admin-api-deps.ts';
import {
  AdminApiKey,
  AdminApiKeyPage,
  KeyParams,
  NewSecret,
  SecretParams,
} from './api-keys.schema.ts';
import { offsetQuery } from './common.schema.ts';
import { contentEtag } from './content-etag.ts';
import { pageOfAll } from './offset-page.ts';
import { operations } from './operations.ts';
import { resourceOf, sendVersion } from './request.ts';

const declared = operations('API keys', {
  listApiKeys: {
    scope: 'api-keys:manage',
    summary: 'List the API keys, newest first, including revoked ones.',
    answer: 'A page of API keys.',
    querystring: offsetQuery,
    response: { 200: AdminApiKeyPage },
  },
  createApiKey: {
    scope: 'api-keys:manage',
    summary: 'Create an API key. The answer contains its secret, which is shown only once.',
    answer: 'The new API key with its secret.',
    creates: true,
    problems: ['validation_failed', 'quota_exceeded'],
    body: ApiKeyInput,
    response: { 201: NewSecret },
  },
  changeApiKeyAccess: {
    scope: 'api-keys:manage',
    summary:
      'Change the scopes and organisations of a key. Its tokens have the new access within a second.',
    answer: 'The changed API key.',
    changes: true,
    problems: ['validation_failed', 'in_use'],
    params: KeyParams,
    body: KeyAccessInput,
    response: { 200: AdminApiKey },
  },
  revokeApiKey: {
    scope: 'api-keys:manage',
    summary: 'Revoke a key. The key and its tokens stop working immediately and permanently.',
    answer: 'The revoked API key.',
    changes: true,
    problems: ['in_use'],
    params: KeyParams,
    response: { 200: AdminApiKey },
  },
  addApiKeySecret: {
    scope: 'api-keys:manage',
    summary: 'Add a second secret to a key. Both are valid until you end one.',
    answer: 'The API key with its new secret.',
    creates: true,
    changes: true,
    problems: ['in_use'],
    params: KeyParams,
    response: { 201: NewSecret },
  },
  endApiKeySecret: {
    scope: 'api-keys:manage',
    summary: 'End one of the two secrets of a key.',
    answer: 'The API key without the ended secret.',
    changes: true,
    problems: ['in_use'],
    params: SecretParams,
    response: { 200: AdminApiKey },
  },
});

export function registerApiKeyRoutes(server: Server, deps: AdminApiDeps): void {
  const { address, change, clock, lastUses, read } = deps;

  async function answerOf(key: ApiKey) {
    const uses = await lastUses(key.tenantId, key.keyId);
    return toResponse(key, uses.get(key.keyId), clock.now());
  }

  server.get('/:tenantId/api-keys', declared.listApiKeys, async (request) => {
    const { tenantId, limit } = resourceOf(request);
    const all = await read((stores) => stores.apiKeys.list(tenantId));
    const keys = all.filter(({ organisationIds }) => coversLimit(limit, organisationIds));
    const uses = await lastUses(tenantId);
    const now = clock.now();
    return pageOfAll(request, address, keys, (key) => toResponse(key, uses.get(key.keyId), now));
  });

  server.post('/:tenantId/api-keys', declared.createApiKey, async (request, reply) => {
    const { tenantId, actor } = resourceOf(request);
    const { key, secret } = await change(({ apiKeys }) =>
      apiKeys.create(actor, tenantId, request.body),
    );
    sendVersion(reply, etagOf(key));
    return { key: toResponse(key, undefined, clock.now()), secret };
  });

  const onePath = '/:tenantId/api-keys/:keyId';
  server.put(`${onePath}/access`, declared.changeApiKeyAccess, async (request) => {
    const { tenantId, keyId, actor, limit, expectedEtag } = resourceOf(request);
    const key = await change(async (changes) => {
      await requireEtag(changes, { tenantId, keyId, limit }, expectedEtag);
      return changes.apiKeys.changeAccess(actor, tenantId, keyId, request.body);
    });
    return answerOf(key);
  });

  server.post(`${onePath}/revoke`, declared.revokeApiKey, async (request) => {
    const { tenantId, keyId, actor, limit, expectedEtag } = resourceOf(request);
    const key = await change(async (changes) => {
      await requireEtag(changes, { tenantId, keyId, limit }, expectedEtag);
      return changes.apiKeys.revoke(actor, tenantId, keyId);
    });
    return answerOf(key);
  });

  server.post(`${onePath}/secrets`, declared.addApiKeySecret, async (request) => {
    const { tenantId, keyId, actor, limit, expectedEtag } = resourceOf(request);
    const { key, secret } = await change(async (changes) => {
      await requireEtag(changes, { tenantId, keyId, limit }, expectedEtag);
      return changes.apiKeys.addSecret(actor, tenantId, keyId);
    });
    return { key: await answerOf(key), secret };
  });

  server.delete(`${onePath}/secrets/:secretId`, declared.endApiKeySecret, async (request) => {
    const { tenantId, keyId, secretId, actor, limit, expectedEtag } = resourceOf(request);
    const key = await change(async (changes) => {
      await requireEtag(changes, { tenantId, keyId, limit }, expectedEtag);
      return changes.apiKeys.endSecret(actor, tenantId, keyId, secretId);
    });
    return answerOf(key);
  });
}

async function requireEtag(
  { stores }: Changes,
  { tenantId, keyId, limit }: { tenantId: string; keyId: string; limit: OrganisationLimit },
  expected: string,
): Promise<void> {
  const key = await stores.apiKeys.lock(tenantId, keyId);
  if (key === undefined || !coversLimit(limit, key.organisationIds)) throw notFound('API key');
  if (etagOf(key) === expected) return;
  throw new DomainError(
    'version_conflict',
    `Someone else changed the API key ${key.name} in the meantime. Read it again, then repeat your change.`,
  );
}

/** A key can only change its access, its state and its secrets. */
function etagOf({ scopes, organisationIds, revokedAt, secrets }: ApiKey): string {
  const secretIds = secrets.map(({ secretId }) => secretId);
  return contentEtag([scopes, organisationIds, revokedAt, secretIds]);
}

function toResponse(key: ApiKey, lastUsedAt: Date | undefined, now: number) {
  const [kind = '', ...id] = key.createdBy.split(':');
  return {
    ...key,
    state: apiKeyState(key, now),
    createdBy: id.length === 0 ? { kind: 'operator', id: kind } : { kind, id: id.join(':') },
    lastUsedAt,
    etag: etagOf(key),
  };
}
