// API keys (section 2.1 of the specification): list, create, rotate, revoke.
import { coversLimit, type GroupLimit } from '../ground/group-limit.ts';
import {
  ApiKeyInput,
  KeyAccessInput,
  KeyDetailsInput,
} from '../settings/api-keys/api-key-input.schema.ts';
import type { LastUseOfSecret } from '../settings/api-keys/key-uses.ts';
import { apiKeyState, type ApiKey } from '../settings/api-keys/api-key.ts';
import { notFound } from '../audit/changes/change.ts';
import type { Changes } from '../settings/configuration/changes.postgres.ts';
import { DomainError } from '../ground/errors.ts';
import { contentEtag, type IfMatch, sendVersion } from '../http/entity-tags.ts';
import type { Server } from '../http/server.ts';
import type { RequestBrowser } from '../audit/request-log/browse-requests.ts';
import type { AdminApiDeps } from './admin-api-deps.ts';
import {
  AdminApiKey,
  AdminApiKeyPage,
  ApiKeyUse,
  KeyParams,
  NewSecret,
  SecretParams,
} from './api-keys.schema.ts';
import { listQuery } from './common.schema.ts';
import { declareOperations } from './declare-operations.ts';
import { countedListOf, resourceOf } from './request.ts';

const declared = declareOperations('API keys', {
  listApiKeys: {
    scope: 'api-keys:manage',
    summary: 'List the API keys, newest first, including revoked ones.',
    answer: 'A page of API keys.',
    querystring: listQuery,
    response: { 200: AdminApiKeyPage },
  },
  createApiKey: {
    scope: 'api-keys:manage',
    summary: 'Create an API key. The answer contains its secret, which is shown only once.',
    answer: 'The new API key with its secret.',
    idempotentBy: 'answer',
    problems: ['validation_failed', 'quota_exceeded'],
    body: ApiKeyInput,
    response: { 201: NewSecret },
  },
  getApiKey: {
    scope: 'api-keys:manage',
    summary: 'Read an API key.',
    answer: 'The API key.',
    problems: ['not_found'],
    params: KeyParams,
    response: { 200: AdminApiKey },
  },
  getApiKeyUse: {
    scope: 'api-keys:manage',
    summary: 'Read when the secrets of a key were last used, from where, and its calls by day.',
    answer: 'The use of the key.',
    problems: ['not_found'],
    params: KeyParams,
    response: { 200: ApiKeyUse },
  },
  changeApiKeyDetails: {
    scope: 'api-keys:manage',
    summary: 'Change the name, owner and purpose of a key.',
    answer: 'The changed API key.',
    changes: true,
    problems: ['validation_failed', 'in_use'],
    params: KeyParams,
    body: KeyDetailsInput,
    response: { 200: AdminApiKey },
  },
  changeApiKeyAccess: {
    scope: 'api-keys:manage',
    summary:
      'Change the scopes, organisations, templates and IP ranges of a key. Its tokens have the new access within a second.',
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
    idempotentBy: 'answer',
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

export interface ApiKeyDeps extends AdminApiDeps {
  readonly config: { readonly baseUrl: string };
  readonly requests: Pick<RequestBrowser, 'callsOf'>;
  readonly secretUses: (tenantId: string, keyId: string) => Promise<readonly LastUseOfSecret[]>;
}

const dayMs = 86_400_000;
const daysOfUse = 30;

export function registerApiKeyRoutes(server: Server, deps: ApiKeyDeps): void {
  const { address, change, clock, lastUses, read } = deps;
  const { baseUrl } = deps.config;

  async function answerOf(key: ApiKey) {
    const uses = await lastUses(key.tenantId, key.keyId);
    return toResponse(key, uses.get(key.keyId), clock.now());
  }

  server.get('/:tenantId/api-keys', declared.listApiKeys, async (request) => {
    const { tenantId, limit } = resourceOf(request);
    const list = countedListOf(request, address, '/api-keys');
    const all = await read((stores) => stores.apiKeys.list(tenantId));
    const keys = all.filter((key) => coversLimit(limit, key));
    const uses = await lastUses(tenantId);
    const now = clock.now();
    const items = list.partOf(keys).map((key) => toResponse(key, uses.get(key.keyId), now));
    return list.answer({ items, total: keys.length });
  });

  server.post('/:tenantId/api-keys', declared.createApiKey, async (request, reply) => {
    const { tenantId, actor } = resourceOf(request);
    const { key, secret } = await change(({ apiKeys }) =>
      apiKeys.create(actor, tenantId, request.body),
    );
    sendVersion(reply, etagOf(key));
    return { key: toResponse(key, undefined, clock.now()), secret, baseUrl };
  });

  const onePath = '/:tenantId/api-keys/:keyId';

  /** @throws DomainError `not_found`, also for a key that the caller may not see */
  async function find(tenantId: string, keyId: string, limit: GroupLimit): Promise<ApiKey> {
    const key = await read((stores) => stores.apiKeys.find(tenantId, keyId));
    if (key === undefined || !coversLimit(limit, key)) throw notFound('API key');
    return key;
  }

  server.get(onePath, declared.getApiKey, async (request, reply) => {
    const { tenantId, keyId, limit } = resourceOf(request);
    const key = await find(tenantId, keyId, limit);
    sendVersion(reply, etagOf(key));
    return answerOf(key);
  });

  server.get(`${onePath}/use`, declared.getApiKeyUse, async (request) => {
    const { tenantId, keyId, limit } = resourceOf(request);
    const { secrets } = await find(tenantId, keyId, limit);
    const today = Math.floor(clock.now() / dayMs) * dayMs;
    const since = new Date(today - (daysOfUse - 1) * dayMs);
    const [uses, calls] = await Promise.all([
      deps.secretUses(tenantId, keyId),
      deps.requests.callsOf(tenantId, keyId, since),
    ]);
    const callsOf = new Map(calls.map((day) => [day.day, day]));
    const known = new Set(secrets.map(({ secretId }) => secretId));
    return {
      secrets: uses.filter(({ secretId }) => known.has(secretId)),
      days: Array.from({ length: daysOfUse }, (_, index) => {
        const date = new Date(since.getTime() + index * dayMs).toISOString().slice(0, 10);
        return {
          date,
          calls: callsOf.get(date)?.calls ?? 0,
          refused: callsOf.get(date)?.refused ?? 0,
        };
      }),
    };
  });

  server.put(`${onePath}/details`, declared.changeApiKeyDetails, async (request) => {
    const { tenantId, keyId, actor, limit, ifMatch } = resourceOf(request);
    const key = await change(async (changes) => {
      await requireEtag(changes, { tenantId, keyId, limit }, ifMatch);
      return changes.apiKeys.changeDetails(actor, tenantId, keyId, request.body);
    });
    return answerOf(key);
  });

  server.put(`${onePath}/access`, declared.changeApiKeyAccess, async (request) => {
    const { tenantId, keyId, actor, limit, ifMatch } = resourceOf(request);
    const key = await change(async (changes) => {
      await requireEtag(changes, { tenantId, keyId, limit }, ifMatch);
      return changes.apiKeys.changeAccess(actor, tenantId, keyId, request.body);
    });
    return answerOf(key);
  });

  server.post(`${onePath}/revoke`, declared.revokeApiKey, async (request) => {
    const { tenantId, keyId, actor, limit, ifMatch } = resourceOf(request);
    const key = await change(async (changes) => {
      await requireEtag(changes, { tenantId, keyId, limit }, ifMatch);
      return changes.apiKeys.revoke(actor, tenantId, keyId);
    });
    return answerOf(key);
  });

  server.post(`${onePath}/secrets`, declared.addApiKeySecret, async (request) => {
    const { tenantId, keyId, actor, limit, ifMatch } = resourceOf(request);
    const { key, secret } = await change(async (changes) => {
      await requireEtag(changes, { tenantId, keyId, limit }, ifMatch);
      return changes.apiKeys.addSecret(actor, tenantId, keyId);
    });
    return { key: await answerOf(key), secret, baseUrl };
  });

  server.delete(`${onePath}/secrets/:secretId`, declared.endApiKeySecret, async (request) => {
    const { tenantId, keyId, secretId, actor, limit, ifMatch } = resourceOf(request);
    const key = await change(async (changes) => {
      await requireEtag(changes, { tenantId, keyId, limit }, ifMatch);
      return changes.apiKeys.endSecret(actor, tenantId, keyId, secretId);
    });
    return answerOf(key);
  });
}

async function requireEtag(
  { stores }: Changes,
  { tenantId, keyId, limit }: { tenantId: string; keyId: string; limit: GroupLimit },
  ifMatch: IfMatch,
): Promise<void> {
  const key = await stores.apiKeys.lock(tenantId, keyId);
  if (key === undefined || !coversLimit(limit, key)) throw notFound('API key');
  if (ifMatch.includes(etagOf(key))) return;
  throw new DomainError(
    'version_conflict',
    `Someone else changed the API key ${key.name} in the meantime. Read it again, then repeat your change.`,
  );
}

/** The members of a key that can change. */
function etagOf(key: ApiKey): string {
  const { name, owner, purpose, revokedAt, secrets } = key;
  const secretIds = secrets.map(({ secretId }) => secretId);
  const access = [key.scopes, key.organisationIds, key.templateIds, key.ipRanges, key.source];
  return contentEtag([name, owner, purpose, ...access, revokedAt, secretIds]);
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
