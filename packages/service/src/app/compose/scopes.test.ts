// The matrix of every route by every scope. It takes the routes from the server, so a new one has to be entered here.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { RouteOptions } from 'fastify';
import { AdminClient } from '../../../testing/admin-client.ts';
import { startAdminService, type AdminService } from '../../../testing/admin-service.ts';
import { testOperator } from '../../../testing/tenant.ts';
import { defaultScopes } from '../../settings/api-keys/api-key.ts';
import { routesOf } from '../../http/allowed-methods.ts';
import { type Scope, scopes } from '../../ground/schema/scope.schema.ts';

const ofBatches = [
  'groups:change',
  'groups:delete',
  'responsibility:change',
  'groups:adopt',
] as const;

/** The keys are method and address. Each of several scopes is enough. */
const expected: Readonly<Record<string, readonly Scope[] | 'session'>> = {
  'GET /organisations': ['groups:read'],
  'GET /tenant': ['groups:read'],
  'GET /organisations/:idOrIdentifier': ['groups:read'],
  'GET /organisations/:idOrIdentifier/templates': ['groups:read'],
  'GET /templates/:idOrIdentifier': ['groups:read'],
  'DELETE /teams/:teamId/adoption': ['groups:adopt'],
  'GET /directory/groups': ['groups:adopt'],
  'GET /directory/probes': ['connection:probe'],
  'POST /directory/probes': ['connection:probe'],
  'GET /events': ['groups:read'],
  'GET /teams': ['groups:read'],
  'GET /teams/:teamId': ['groups:read'],
  'GET /teams/:teamId/status': ['groups:read'],
  'POST /teams': ['groups:create'],
  'POST /teams/bulk': ['groups:create'],
  'POST /teams/plan': ['groups:create'],
  'PATCH /teams/:teamId': ['groups:change', 'responsibility:change'],
  'DELETE /teams/:teamId': ['groups:delete'],
  'POST /teams/:teamId/archive': ['groups:change'],
  'POST /teams/:teamId/unarchive': ['groups:change'],
  'POST /teams/:teamId/restore': ['groups:delete'],
  'POST /teams/:teamId/repair': ['groups:change'],
  'POST /teams/:teamId/repair/plan': ['groups:read'],
  'POST /teams/:teamId/drift/acceptance': ['groups:change'],
  'POST /teams/:teamId/plan': ['groups:read'],
  'PUT /teams/external/:source/:externalId': [
    'groups:create',
    'groups:change',
    'responsibility:change',
    'groups:roster',
  ],
  'DELETE /teams/external/:source/:externalId': ['groups:change'],
  'POST /teams/external/:source/apply': [
    'groups:create',
    'groups:change',
    'responsibility:change',
    'groups:roster',
  ],
  'POST /teams/external/:source/apply/plan': ['groups:read'],
  'POST /teams/external/:source/:externalId/plan': ['groups:read'],
  'POST /teams/:teamId/cancel': ['groups:create', 'groups:adopt', 'groups:intervene'],
  'POST /teams/:teamId/retry': ['groups:intervene'],
  'POST /teams/:teamId/retry/edited': ['groups:intervene'],
  'GET /teams/:teamId/request': ['groups:read'],
  'POST /teams/:teamId/comparison': ['groups:read'],
  'POST /teams/comparison': ['groups:read'],
  'POST /teams/adoption': ['groups:adopt'],
  'POST /teams/adoption/bulk': ['groups:adopt'],
  'POST /teams/adoption/bulk/plan': ['groups:adopt'],
  'POST /teams/adoption/plan': ['groups:adopt'],
  'GET /teams/:teamId/responsibility': ['groups:read'],
  'GET /teams/:teamId/why': ['groups:read'],
  'GET /responsibilities': ['groups:read'],
  'GET /responsibilities/export': ['groups:read'],
  'GET /people/:idOrEmail/responsibilities': ['groups:read'],
  'GET /teams/:teamId/notices': ['groups:read'],
  'POST /teams/:teamId/renewal': ['groups:change'],
  'PUT /teams/:teamId/hold': ['groups:change'],
  'DELETE /teams/:teamId/hold': ['groups:change'],
  'GET /teams/export': ['groups:read'],
  'GET /teams/:teamId/people': ['groups:read'],
  'GET /teams/:teamId/rosters': ['groups:read'],
  'GET /teams/:teamId/rosters/:source': ['groups:read'],
  'PUT /teams/:teamId/rosters/:source': ['groups:roster'],
  'DELETE /teams/:teamId/rosters/:source': ['groups:roster'],
  'POST /teams/:teamId/rosters/:source/plan': ['groups:roster'],
  'GET /teams/:teamId/people/comparison': ['groups:read'],
  'GET /teams/:teamId/channels': ['groups:read'],
  'GET /teams/:teamId/site': ['groups:read'],
  'GET /teams/:teamId/operations': ['groups:read'],
  'GET /teams/:teamId/operations/:operationId': ['groups:read'],
  'POST /teams/:teamId/operations/:operationId/cancel': [
    'groups:change',
    'groups:delete',
    'responsibility:change',
  ],
  'POST /teams/operations/plan': ['groups:read'],
  'POST /batches': ofBatches,
  'GET /batches': ['groups:read'],
  'GET /batches/:batchId': ['groups:read'],
  'GET /batches/:batchId/groups': ['groups:read'],
  'GET /batches/undo': ['groups:read'],
  'POST /batches/undo': ofBatches,
  'GET /batches/:batchId/undo': ['groups:read'],
  'POST /batches/:batchId/undo': ofBatches,
  'POST /batches/:batchId/cancel': ofBatches,
  'GET /people': ['people:search'],
  'POST /people/lookup': ['people:search'],
  'GET /people/:idOrEmail/groups': ['groups:read'],
  'POST /people/:idOrEmail/handover/plan': ['groups:read'],
  'POST /people/:idOrEmail/handover': ['responsibility:change'],
  'GET /reviews': ['groups:read'],
  'GET /reviews/:reviewId': ['groups:read'],
  'POST /teams/:teamId/reviews': ['groups:change'],
  'POST /reviews/:reviewId/decisions': ['tasks:decide'],
  'GET /to-do': ['groups:read'],
  'GET /tasks': ['tasks:read'],
  'GET /tasks/:taskId': ['tasks:read'],
  'POST /tasks/:taskId/decision': ['tasks:decide', 'approvals:decide'],
  'GET /admin/api/:tenantId/session': 'session',
  'POST /admin/api/:tenantId/session/end': 'session',
  'PATCH /admin/api/:tenantId/account': 'session',
  'POST /admin/api/:tenantId/checks': 'session',
  'GET /admin/api/:tenantId/overview': 'session',
  'GET /admin/api/:tenantId/reports/creations': 'session',
  'GET /admin/api/:tenantId/reports/creations/export': 'session',
  'GET /admin/api/:tenantId/requests': 'session',
  'GET /admin/api/:tenantId/api-keys': ['api-keys:manage'],
  'POST /admin/api/:tenantId/api-keys': ['api-keys:manage'],
  'GET /admin/api/:tenantId/api-keys/:keyId': ['api-keys:manage'],
  'GET /admin/api/:tenantId/api-keys/:keyId/use': ['api-keys:manage'],
  'PUT /admin/api/:tenantId/api-keys/:keyId/details': ['api-keys:manage'],
  'PUT /admin/api/:tenantId/api-keys/:keyId/access': ['api-keys:manage'],
  'POST /admin/api/:tenantId/api-keys/:keyId/revoke': ['api-keys:manage'],
  'POST /admin/api/:tenantId/api-keys/:keyId/secrets': ['api-keys:manage'],
  'DELETE /admin/api/:tenantId/api-keys/:keyId/secrets/:secretId': ['api-keys:manage'],
  'GET /admin/api/:tenantId/organisations': ['organisations:manage', 'templates:manage'],
  'POST /admin/api/:tenantId/organisations': ['organisations:manage'],
  'GET /admin/api/:tenantId/organisations/:organisationId': [
    'organisations:manage',
    'templates:manage',
  ],
  'PUT /admin/api/:tenantId/organisations/:organisationId': ['organisations:manage'],
  'DELETE /admin/api/:tenantId/organisations/:organisationId': ['organisations:manage'],
  'POST /admin/api/:tenantId/organisations/:organisationId/templates': ['templates:manage'],
  'GET /admin/api/:tenantId/templates/:templateId': ['templates:manage'],
  'GET /admin/api/:tenantId/templates/:templateId/use': ['templates:manage'],
  'PUT /admin/api/:tenantId/templates/:templateId': ['templates:manage'],
  'DELETE /admin/api/:tenantId/templates/:templateId': ['templates:manage'],
  'POST /admin/api/:tenantId/templates/:templateId/plan': ['templates:manage'],
  'POST /admin/api/:tenantId/templates/:templateId/plan/export': ['templates:manage'],
  'POST /admin/api/:tenantId/organisations/:organisationId/plan': ['organisations:manage'],
  'POST /admin/api/:tenantId/organisations/:organisationId/plan/export': ['organisations:manage'],
  'POST /admin/api/:tenantId/templates/preview': ['templates:manage'],
  'POST /admin/api/:tenantId/templates/try': 'session',
  'GET /admin/api/:tenantId/templates/:templateId/versions': ['templates:manage'],
  'GET /admin/api/:tenantId/templates/:templateId/versions/:version': ['templates:manage'],
  'GET /admin/api/:tenantId/naming-rules': ['organisations:manage'],
  'PUT /admin/api/:tenantId/naming-rules': ['organisations:manage'],
  'POST /admin/api/:tenantId/naming-rules/preview': ['organisations:manage'],
  'GET /admin/api/:tenantId/search': 'session',
  'GET /admin/api/:tenantId/sessions': 'session',
  'DELETE /admin/api/:tenantId/sessions/:sessionId': 'session',
  'GET /admin/api/:tenantId/sign-in-provider': 'session',
  'POST /admin/api/:tenantId/sign-in-provider/test': 'session',
  'GET /admin/api/:tenantId/activity': ['activity:read'],
  'GET /admin/api/:tenantId/activity/export': ['activity:read'],
  'GET /admin/api/:tenantId/activity/proof': ['activity:read'],
  'GET /admin/api/:tenantId/responsibility': 'session',
  'POST /admin/api/:tenantId/directory/enforcement/release': 'session',
  'POST /admin/api/:tenantId/directory/idle/release': 'session',
  'POST /admin/api/:tenantId/directory/adoption/:templateId/release': 'session',
  'POST /admin/api/:tenantId/sandbox/groups': 'session',
  'PATCH /admin/api/:tenantId/sandbox/groups/:groupId': 'session',
  'DELETE /admin/api/:tenantId/sandbox/groups/:groupId': 'session',
  'POST /admin/api/:tenantId/responsibility/mass-departure/release': 'session',
  'GET /admin/api/:tenantId/responsibility/people': 'session',
  'GET /admin/api/:tenantId/lifecycle': 'session',
  'GET /admin/api/:tenantId/notices': 'session',
  'PUT /admin/api/:tenantId/notices': 'session',
  'POST /admin/api/:tenantId/notices/preview': 'session',
  'POST /admin/api/:tenantId/notices/plan': 'session',
  'POST /admin/api/:tenantId/notices/plan/export': 'session',
  'POST /admin/api/:tenantId/notices/test': 'session',
  'GET /admin/api/:tenantId/notices/messages': 'session',
  'GET /admin/api/:tenantId/notices/messages/:messageId': 'session',
  'GET /admin/api/:tenantId/webhooks': ['webhooks:manage'],
  'POST /admin/api/:tenantId/webhooks': ['webhooks:manage'],
  'GET /admin/api/:tenantId/webhooks/:endpointId': ['webhooks:manage'],
  'PUT /admin/api/:tenantId/webhooks/:endpointId': ['webhooks:manage'],
  'DELETE /admin/api/:tenantId/webhooks/:endpointId': ['webhooks:manage'],
  'POST /admin/api/:tenantId/webhooks/:endpointId/disable': ['webhooks:manage'],
  'POST /admin/api/:tenantId/webhooks/:endpointId/enable': ['webhooks:manage'],
  'POST /admin/api/:tenantId/webhooks/:endpointId/keys': ['webhooks:manage'],
  'POST /admin/api/:tenantId/webhooks/:endpointId/test': ['webhooks:manage'],
  'POST /admin/api/:tenantId/webhooks/:endpointId/replay': ['webhooks:manage'],
  'POST /admin/api/:tenantId/webhooks/:endpointId/deliver-now': ['webhooks:manage'],
  'GET /admin/api/:tenantId/webhooks/:endpointId/deliveries': ['webhooks:manage'],
  'GET /admin/api/:tenantId/webhooks/:endpointId/deliveries/:position/event': ['webhooks:manage'],
  'GET /admin/api/:tenantId/sample-events/:eventType': ['webhooks:manage'],
  'GET /admin/api/:tenantId/webhooks/:endpointId/attempts': ['webhooks:manage'],
};

interface Route {
  readonly name: string;
  readonly method: string;
  readonly url: string;
  readonly hasBody: boolean;
  readonly isCallers: boolean;
}

let service: AdminService;
let admin: AdminClient;

before(async () => {
  service = await startAdminService();
  admin = await AdminClient.signedIn(service);
});
after(() => service.close());

/** All but the public ones. */
function guardedRoutes(): Route[] {
  return routesOf(service.service.server)
    .filter(({ config }) => config?.access !== 'public' && config?.admin !== 'anyone')
    .flatMap(({ method, url, config, schema }: RouteOptions) =>
      [method]
        .flat()
        .filter((one) => one !== 'HEAD')
        .map((one) => ({
          name: `${one} ${url}`,
          method: one,
          url,
          hasBody: schema?.body !== undefined,
          isCallers: config?.access === undefined,
        })),
    );
}

async function tokenOf(wanted: readonly Scope[]): Promise<string> {
  const { tenantId } = service;
  const { key, secret } = await service.change(({ apiKeys }) =>
    apiKeys.create(testOperator, tenantId, { name: 'One', scopes: [...wanted] }),
  );
  return tokenFor(key.keyId, secret);
}

async function tokenFor(keyId: string, secret: string): Promise<string> {
  const { tenantId } = service;
  const response = await fetch(`${service.baseUrl}/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tenantId, keyId, secret }),
  });
  return ((await response.json()) as { accessToken: string }).accessToken;
}

/** It belongs to ids that do not exist, so that an admitted request changes nothing. */
async function send({ method, url, hasBody }: Route, headers: Readonly<Record<string, string>>) {
  const path = url.replace(':tenantId', service.tenantId).replaceAll(/:\w+/g, () => randomUUID());
  const response = await fetch(service.baseUrl + path, {
    method,
    headers: {
      'if-match': '"1"',
      ...(hasBody && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(hasBody && { body: '{}' }),
  });
  const text = await response.text();
  const isProblem = response.headers.get('content-type') === 'application/problem+json';
  const { code, detail } = (isProblem ? JSON.parse(text) : {}) as {
    code?: string;
    detail?: string;
  };
  return { status: response.status, code, detail };
}

test('every route that is not public has its line in this matrix', () => {
  const names = guardedRoutes().map(({ name }) => name);
  const missing = names.filter((name) => wantedOf(name) === undefined && !isForPeople(name));
  assert.deepEqual(missing, []);
  assert.deepEqual(
    Object.keys(expected).filter((name) => !names.includes(name)),
    [],
  );
});

/** The second mount of a route takes sessions alone. */
function wantedOf(name: string): readonly Scope[] | 'session' | undefined {
  const atBaseUrl = name.replace('/admin/api/:tenantId', '');
  return expected[name] ?? (expected[atBaseUrl] === undefined ? undefined : 'session');
}

/** Only administrators manage administrators and the directory. */
function isForPeople(name: string): boolean {
  return /^\w+ \/admin\/api\/:tenantId\/(?:administrators|directory)\b/.test(name);
}

describe('the matrix of every route by every scope', () => {
  for (const scope of scopes) {
    test(`${scope} opens the routes that need it, and no other`, async () => {
      const token = await tokenOf([scope]);
      for (const route of guardedRoutes()) {
        const answer = await send(route, { authorization: `Bearer ${token}` });
        const seen = `${route.name}: ${JSON.stringify(answer)}`;
        const wanted = wantedOf(route.name) ?? 'session';
        if (wanted === 'session') {
          assert.ok(answer.code === 'not_signed_in' || answer.code === 'forbidden', seen);
        } else if (wanted.includes(scope)) {
          assert.ok(answer.status < 500 && answer.status !== 401 && answer.status !== 403, seen);
        } else {
          assert.deepEqual([answer.status, answer.code], [403, 'scope_missing'], seen);
          for (const one of wanted) assert.ok(answer.detail?.includes(one), seen);
        }
      }
    });
  }

  test('a key with every scope opens nothing that is for people only', async () => {
    const token = await tokenOf(scopes);
    for (const route of guardedRoutes().filter(({ name }) => isForPeople(name))) {
      const { status } = await send(route, { authorization: `Bearer ${token}` });
      assert.ok(status === 401 || status === 403, `${route.name}: ${status}`);
    }
  });

  test('a key from before there were scopes creates and reads, and nothing else', async () => {
    const { tenantId } = service;
    const { key, secret } = await service.change(({ apiKeys }) =>
      apiKeys.create(testOperator, tenantId, { name: 'Before' }),
    );
    // It omits the column of its scopes.
    const before = randomUUID();
    await service.database.query(
      `insert into api_keys (tenant_id, key_id, name, created_at, created_by, secrets)
      select tenant_id, $2, name, created_at, created_by, secrets from api_keys where key_id = $1`,
      [key.keyId, before],
    );
    await service.service.refresh();
    const headers = { authorization: `Bearer ${await tokenFor(before, secret)}` };
    for (const route of guardedRoutes()) {
      const wanted = wantedOf(route.name) ?? 'session';
      const isOpen = wanted !== 'session' && wanted.some((one) => defaultScopes.includes(one));
      const { status } = await send(route, headers);
      assert.equal(status !== 401 && status !== 403, isOpen, route.name);
      if (route.name === 'DELETE /teams/:teamId') assert.equal(status, 403);
    }
  });

  test('the session of an administrator opens nothing of the API of callers', async () => {
    const headers = {
      cookie: admin.cookie,
      origin: admin.origin,
      'x-csrf-token': admin.csrfToken,
    };
    for (const route of guardedRoutes().filter(({ isCallers }) => isCallers)) {
      const { status, code } = await send(route, headers);
      assert.deepEqual([status, code], [401, 'invalid_token'], route.name);
    }
  });
});

describe('a change by its members', () => {
  const changes = {
    'groups:change': { displayName: 'New' },
    'responsibility:change': { responsible: 'mara@aare.example', deputy: null },
  } as const;

  test('needs groups:change for names and people, and responsibility:change for who answers', async () => {
    const change = async (token: string, body: object) => {
      const response = await fetch(`${service.baseUrl}/teams/${randomUUID()}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      });
      return response.status;
    };
    const [changer, hander] = [
      await tokenOf(['groups:change']),
      await tokenOf(['responsibility:change']),
    ];
    const both = { ...changes['groups:change'], ...changes['responsibility:change'] };
    assert.equal(await change(changer, changes['groups:change']), 404);
    assert.equal(await change(changer, changes['responsibility:change']), 403);
    assert.equal(await change(hander, changes['responsibility:change']), 404);
    assert.equal(await change(hander, changes['groups:change']), 403);
    for (const token of [changer, hander]) assert.equal(await change(token, both), 403);
    assert.equal(
      await change(await tokenOf(['groups:change', 'responsibility:change']), both),
      404,
    );
  });
});
