// API keys (section 2.1 of the specification): list, create, rotate, revoke.
import { hash } from 'node:crypto';
import { Type } from 'typebox';
import { ApiKeyInput } from '../api-keys/api-key-input.schema.ts';
import type { ApiKey } from '../api-keys/api-key.ts';
import { notFound } from '../changes/change.ts';
import type { Changes } from '../configuration/changes.postgres.ts';
import { DomainError } from '../foundation/errors.ts';
import type { Server } from '../http/server.ts';
import type { AdminApiDeps } from './api-deps.routes.ts';
import { AdminApiKey, AdminApiKeyPage, NewSecret } from './api-keys.schema.ts';
import { guidParam, offsetQuery, tenantIdParam, TenantParams } from './common.schema.ts';
import {
  actorOf,
  offsetPage,
  ifMatchHeader,
  sendVersion,
  sliceOf,
  tenantOf,
} from './requests.routes.ts';

const tags = ['API keys'];
const KeyParams = Type.Object({ tenantId: tenantIdParam, keyId: guidParam('The key.') });

export function registerApiKeyRoutes(server: Server, deps: AdminApiDeps): void {
  const { address, change, clock, lastUses, read } = deps;

  async function answerOf(key: ApiKey) {
    const uses = await lastUses(key.tenantId, key.keyId);
    return toAnswer(key, uses.get(key.keyId), clock.now());
  }

  server.get(
    '/:tenantId/api-keys',
    {
      config: { answer: 'A page of API keys.' },
      schema: {
        operationId: 'listApiKeys',
        tags,
        summary: 'List the API keys, newest first, including revoked ones.',
        params: TenantParams,
        querystring: Type.Object(offsetQuery),
        response: { 200: AdminApiKeyPage },
      },
    },
    async (request) => {
      const tenantId = tenantOf(request);
      const keys = await read((stores) => stores.apiKeys.list(tenantId));
      const uses = await lastUses(tenantId);
      const { items, total } = sliceOf(keys, request.query);
      const now = clock.now();
      return offsetPage(request, address, {
        items: items.map((key) => toAnswer(key, uses.get(key.keyId), now)),
        total,
      });
    },
  );

  server.post(
    '/:tenantId/api-keys',
    {
      config: {
        answer: 'The new API key with its secret.',
        creates: true,
        problems: ['validation_failed', 'quota_exceeded'],
      },
      schema: {
        operationId: 'createApiKey',
        tags,
        summary: 'Create an API key. The answer contains its secret, which is shown only once.',
        params: TenantParams,
        body: ApiKeyInput,
        response: { 201: NewSecret },
      },
    },
    async (request, reply) => {
      const { key, secret } = await change(({ apiKeys }) =>
        apiKeys.create(actorOf(request), tenantOf(request), request.body),
      );
      sendVersion(reply, etagOf(key));
      reply.code(201);
      return { key: toAnswer(key, undefined, clock.now()), secret };
    },
  );

  const changing = {
    problems: ['not_found', 'version_conflict', 'in_use'],
  } as const;

  server.post(
    '/:tenantId/api-keys/:keyId/revoke',
    {
      config: { ...changing, answer: 'The revoked API key.' },
      schema: {
        operationId: 'revokeApiKey',
        tags,
        summary: 'Revoke a key. The key and its tokens stop working immediately and permanently.',
        params: KeyParams,
        response: { 200: AdminApiKey },
      },
    },
    async (request) => {
      const { keyId } = request.params;
      const seen = ifMatchHeader(request);
      const key = await change(async (changes) => {
        await requireVersion(changes, tenantOf(request), keyId, seen);
        return changes.apiKeys.revoke(actorOf(request), tenantOf(request), keyId.toLowerCase());
      });
      return answerOf(key);
    },
  );

  server.post(
    '/:tenantId/api-keys/:keyId/secrets',
    {
      config: { ...changing, answer: 'The API key with its new secret.', creates: true },
      schema: {
        operationId: 'addApiKeySecret',
        tags,
        summary: 'Add a second secret to a key. Both are valid until you end one.',
        params: KeyParams,
        response: { 201: NewSecret },
      },
    },
    async (request, reply) => {
      const { keyId } = request.params;
      const seen = ifMatchHeader(request);
      const { key, secret } = await change(async (changes) => {
        await requireVersion(changes, tenantOf(request), keyId, seen);
        return changes.apiKeys.addSecret(actorOf(request), tenantOf(request), keyId.toLowerCase());
      });
      reply.code(201);
      return { key: await answerOf(key), secret };
    },
  );

  server.delete(
    '/:tenantId/api-keys/:keyId/secrets/:secretId',
    {
      config: { ...changing, answer: 'The API key without the ended secret.' },
      schema: {
        operationId: 'endApiKeySecret',
        tags,
        summary: 'End one of the two secrets of a key.',
        params: Type.Object({ ...KeyParams.properties, secretId: guidParam('The secret.') }),
        response: { 200: AdminApiKey },
      },
    },
    async (request) => {
      const { keyId, secretId } = request.params;
      const seen = ifMatchHeader(request);
      const key = await change(async (changes) => {
        await requireVersion(changes, tenantOf(request), keyId, seen);
        return changes.apiKeys.endSecret(
          actorOf(request),
          tenantOf(request),
          keyId.toLowerCase(),
          secretId.toLowerCase(),
        );
      });
      return answerOf(key);
    },
  );
}

async function requireVersion(
  changes: Changes,
  tenantId: string,
  keyId: string,
  seen: string,
): Promise<void> {
  const key = await changes.stores.apiKeys.lock(tenantId, keyId.toLowerCase());
  if (key === undefined) throw notFound('API key');
  if (etagOf(key) === seen) return;
  throw new DomainError(
    'version_conflict',
    `Someone else changed the API key ${key.name} in the meantime. Read it again, then repeat your change.`,
  );
}

/** A key can only change its state and its secrets. */
function etagOf({ revokedAt, secrets }: ApiKey): string {
  const text = JSON.stringify([revokedAt ?? null, secrets.map(({ secretId }) => secretId)]);
  return hash('sha256', text, 'base64url').slice(0, 22);
}

function toAnswer(key: ApiKey, lastUsedAt: Date | undefined, now: number) {
  const [kind = '', ...id] = key.createdBy.split(':');
  return {
    keyId: key.keyId,
    name: key.name,
    state: stateOf(key, now),
    createdAt: key.createdAt.toISOString(),
    createdBy: id.length === 0 ? { kind: 'operator', id: kind } : { kind, id: id.join(':') },
    expiresAt: key.expiresAt?.toISOString() ?? null,
    revokedAt: key.revokedAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    secrets: key.secrets.map(({ secretId, createdAt }) => ({ secretId, createdAt })),
    etag: etagOf(key),
  };
}

function stateOf({ revokedAt, expiresAt }: ApiKey, now: number) {
  if (revokedAt !== undefined) return 'revoked' as const;
  return expiresAt !== undefined && expiresAt.getTime() <= now
    ? ('expired' as const)
    : ('active' as const);
}
