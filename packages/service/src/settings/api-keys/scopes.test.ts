import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startTestService, teamRequest, testOperator } from '../../../testing/service.ts';
import type { TestService, TestTenant } from '../../../testing/service.ts';
import type { Scope } from '../../ground/schema/scope.schema.ts';

let running: TestService;
let tenant: TestTenant;
/** A second organisation, with one group in each. */
let reussId: string;
const teamIds: Record<string, string> = {};

before(async () => {
  running = await startTestService();
  tenant = await running.addTenant();
  const { tenantId } = tenant;
  await running.change(async ({ organisations, templates }) => {
    const reuss = { name: 'Reuss', identifier: 'reuss' };
    ({ organisationId: reussId } = await organisations.create(testOperator, tenantId, reuss));
    await templates.create(testOperator, tenantId, reussId, {
      name: 'Any',
      identifier: 'any',
      mailNicknamePattern: '',
      displayNamePattern: '',
    });
  });
  await running.service.refresh();
  for (const identifier of ['aare', 'reuss']) {
    const body = teamRequest(`first-${identifier}`, { organisationIdOrIdentifier: identifier });
    const { body: made } = await running.call(tenant, '/teams', {
      method: 'POST',
      body,
      headers: { prefer: 'wait=20' },
    });
    teamIds[identifier] = (made as { teamId: string }).teamId;
  }
});
after(() => running.close());

async function addKey(scopes: readonly Scope[], organisationIds: string[] | null = null) {
  const { tenantId } = tenant;
  const { key, secret } = await running.change(({ apiKeys }) =>
    apiKeys.create(testOperator, tenantId, { name: 'Some', scopes: [...scopes], organisationIds }),
  );
  const { body } = await running.call(tenant, '/token', {
    method: 'POST',
    body: { tenantId, keyId: key.keyId, secret },
  });
  const { accessToken: token } = body as { accessToken: string };
  return { ...tenant, token, keyId: key.keyId };
}

function codeOf(answer: { body: unknown }): string {
  return (answer.body as { code: string }).code;
}

const create = (caller: TestTenant, alias: string, others: object = {}) =>
  running.call(caller, '/teams', { method: 'POST', body: teamRequest(alias, { ...others }) });

describe('a key with scopes', () => {
  test('gets 403 with the name of the scope that it lacks', async () => {
    const reader = await addKey(['groups:read']);
    assert.equal((await running.call(reader, '/teams')).status, 200);
    const refused = await create(reader, 'refused');
    assert.equal(refused.status, 403);
    assert.equal(codeOf(refused), 'scope_missing');
    assert.match(JSON.stringify(refused.body), /groups:create/);
    assert.equal(
      refused.headers.get('www-authenticate'),
      'Bearer realm="groupwright", error="insufficient_scope"',
    );
  });

  test('has a changed access within a second, in every process, with the token that it has', async () => {
    const elsewhere = await startTestService({}, { at: running.at });
    try {
      const key = await addKey(['groups:read']);
      await elsewhere.service.refresh();
      assert.equal((await elsewhere.call(key, '/teams')).status, 200);
      await running.change(({ apiKeys }) =>
        apiKeys.changeAccess(testOperator, tenant.tenantId, key.keyId, {
          scopes: ['groups:create'],
          organisationIds: null,
        }),
      );
      await new Promise((resolve) => setTimeout(resolve, 1000));
      for (const service of [running, elsewhere]) {
        assert.equal(codeOf(await service.call(key, '/teams')), 'scope_missing');
      }
      assert.equal((await create(key, 'after-change')).status, 200);
    } finally {
      await elsewhere.close();
    }
  });

  test('gets no more of a wait once it has lost the scope', async () => {
    const key = await addKey(['groups:read']);
    const waiting = running.call(key, '/events?after=latest&type=api_key.revoked', {
      headers: { prefer: 'wait=30' },
    });
    await new Promise((resolve) => setTimeout(resolve, 300));
    await running.change(({ apiKeys }) =>
      apiKeys.changeAccess(testOperator, tenant.tenantId, key.keyId, {
        scopes: ['groups:create'],
        organisationIds: null,
      }),
    );
    const startedAt = performance.now();
    assert.equal(codeOf(await waiting), 'scope_missing');
    assert.ok(performance.now() - startedAt < 20_000, 'it was ended, and did not end by itself');
  });
});

describe('a key that is limited to organisations', () => {
  let limited: TestTenant;
  before(async () => {
    limited = await addKey(['groups:create', 'groups:read'], [tenant.organisationId]);
  });

  test('finds a group of another organisation no more than one that does not exist', async () => {
    for (const suffix of ['', '/status']) {
      assert.equal((await running.call(limited, `/teams/${teamIds['aare']}${suffix}`)).status, 200);
      const elsewhere = await running.call(limited, `/teams/${teamIds['reuss']}${suffix}`);
      const nowhere = await running.call(
        limited,
        `/teams/01900000-0000-7000-8000-000000000000${suffix}`,
      );
      assert.equal(elsewhere.status, 404);
      assert.deepEqual(withoutRequestId(elsewhere.body), withoutRequestId(nowhere.body));
    }
  });

  test('changes, deletes and follows no group of another organisation, by any route', async () => {
    const { token } = await addKey(
      ['groups:read', 'groups:change', 'groups:delete', 'responsibility:change'],
      [tenant.organisationId],
    );
    const changing = { ...tenant, token };
    const operationId = '01900000-0000-7000-8000-000000000000';
    const routes = [
      ['PATCH', '', { displayName: 'Other' }],
      ['DELETE', ''],
      ['POST', '/archive', {}],
      ['POST', '/unarchive', {}],
      ['POST', '/restore', {}],
      ['POST', '/plan', { displayName: 'Other' }],
      ['GET', '/operations'],
      ['GET', `/operations/${operationId}`],
      ['POST', `/operations/${operationId}/cancel`],
    ] as const;
    for (const [method, suffix, body] of routes) {
      const send = (teamId: string | undefined) =>
        running.call(changing, `/teams/${teamId}${suffix}`, { method, body });
      const elsewhere = await send(teamIds['reuss']);
      assert.deepEqual([elsewhere.status, codeOf(elsewhere)], [404, 'not_found'], method + suffix);
      const nowhere = await send('01900000-0000-7000-8000-000000000000');
      assert.deepEqual(withoutRequestId(elsewhere.body), withoutRequestId(nowhere.body));
    }
    const { body } = await running.call(tenant, `/teams/${teamIds['reuss']}/operations`);
    assert.deepEqual((body as { items: unknown[] }).items, []);
  });

  test('creates and plans in another organisation as in an unknown one', async () => {
    for (const path of ['/teams', '/teams/plan']) {
      const answers = await Promise.all(
        ['reuss', 'unknown', reussId].map((organisationIdOrIdentifier) =>
          running.call(limited, path, {
            method: 'POST',
            body: teamRequest('elsewhere', { organisationIdOrIdentifier }),
          }),
        ),
      );
      const [first, ...others] = answers.map(({ body }) => withoutRequestId(body));
      assert.match(JSON.stringify(first), /organisation_not_found/);
      for (const other of others) assert.deepEqual(other, first);
    }
    assert.equal((await create(limited, 'within')).status, 200);
  });

  test('reads and lists only its organisations and their groups', async () => {
    const organisations = await running.call(limited, '/organisations');
    const { items } = organisations.body as { items: { identifier: string }[] };
    assert.deepEqual(
      items.map(({ identifier }) => identifier),
      ['aare'],
    );
    assert.equal((await running.call(limited, '/organisations/aare')).status, 200);
    assert.equal((await running.call(limited, '/organisations/reuss')).status, 404);
    const { body: teams } = await running.call(limited, '/teams?limit=200');
    const listed = (teams as { items: { organisationId: string }[] }).items;
    assert.ok(listed.length > 0);
    assert.ok(listed.every(({ organisationId }) => organisationId === tenant.organisationId));
    const [hidden, unknown] = await Promise.all(
      ['reuss', 'nowhere'].map((organisation) =>
        running.call(limited, `/teams?organisation=${organisation}`),
      ),
    );
    assert.deepEqual([hidden?.status, unknown?.status], [400, 400]);
    const codeOf = (body: unknown) => (body as { errors: { code: string }[] }).errors[0]?.code;
    assert.equal(codeOf(hidden?.body), 'organisation_not_found');
    assert.equal(codeOf(unknown?.body), 'organisation_not_found');
  });

  test('reads only the events of its organisations', async () => {
    await running.change(({ organisations }) =>
      organisations.change(testOperator, tenant.tenantId, reussId, 1, {
        name: 'Reuss two',
        identifier: 'reuss',
      }),
    );
    type Event = { type: string; subject: string; data: { organisationId?: string } };
    const read = async (caller: TestTenant) => {
      const { body } = await running.call(caller, '/events?limit=200');
      return (body as { items: Event[] }).items;
    };
    let all: Event[] = [];
    for (let tries = 0; tries < 600; tries += 1) {
      all = await read(tenant);
      if (all.some(({ type }) => type === 'organisation.changed')) break;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const own = await read(limited);
    const foreign = all.filter(({ subject, data }) => {
      return subject === reussId || data.organisationId === reussId;
    });
    assert.ok(foreign.length >= 4);
    assert.deepEqual(
      own,
      all.filter((event) => !foreign.includes(event) && !event.type.startsWith('api_key.')),
    );
  });

  test('gets a group no more by its Idempotency-Key once it is limited to another organisation', async () => {
    const key = await addKey(['groups:create']);
    const send = () =>
      running.call(key, '/teams', {
        method: 'POST',
        body: teamRequest('replayed'),
        headers: { 'idempotency-key': '"once"' },
      });
    assert.equal((await send()).status, 200);
    await running.change(({ apiKeys }) =>
      apiKeys.changeAccess(testOperator, tenant.tenantId, key.keyId, {
        scopes: ['groups:create'],
        organisationIds: [reussId],
      }),
    );
    await running.service.refresh();
    assert.equal((await send()).status, 422);
  });
});

describe('the access of a key', () => {
  test('is create and read when nobody chooses it', async () => {
    const { key } = await running.change(({ apiKeys }) =>
      apiKeys.create(testOperator, tenant.tenantId, { name: 'Plain' }),
    );
    assert.deepEqual(key.scopes, ['groups:create', 'groups:read']);
    assert.equal(key.organisationIds, null);
  });

  test('is limited to organisations that exist, and then has no scope over the whole tenant', async () => {
    await assert.rejects(
      addKey(['groups:read', 'activity:read'], ['01900000-0000-7000-8000-000000000000']),
      ({ faults }: { faults: { code: string }[] }) => {
        assert.deepEqual(
          faults.map(({ code }) => code),
          ['organisation_not_found', 'tenant_wide_scope'],
        );
        return true;
      },
    );
  });

  test('given by a key is never more than the key has', async () => {
    const { tenantId, organisationId } = tenant;
    const manager = await addKey(['groups:read', 'api-keys:manage'], [organisationId]);
    const stronger = await addKey(['groups:read', 'groups:delete'], [organisationId]);
    const elsewhere = await addKey(['groups:read'], [reussId]);
    const actor = { kind: 'api_key', id: manager.keyId } as const;
    const within = { scopes: ['groups:read' as const], organisationIds: [organisationId] };
    const refused = async (
      code: string,
      work: Parameters<typeof running.change<unknown>>[0],
    ): Promise<void> => {
      await assert.rejects(running.change(work), { code });
    };
    const given = await running.change(({ apiKeys }) =>
      apiKeys.create(actor, tenantId, { name: 'Child', ...within }),
    );
    assert.equal(given.key.createdBy, `api_key:${manager.keyId}`);
    await refused('scope_missing', ({ apiKeys }) =>
      apiKeys.create(actor, tenantId, { name: 'X', ...within, scopes: ['groups:delete'] }),
    );
    for (const organisationIds of [null, [reussId], [organisationId, reussId]]) {
      await refused('validation_failed', ({ apiKeys }) =>
        apiKeys.create(actor, tenantId, { name: 'X', ...within, organisationIds }),
      );
      await refused('validation_failed', ({ apiKeys }) =>
        apiKeys.changeAccess(actor, tenantId, given.key.keyId, { ...within, organisationIds }),
      );
    }
    await refused('scope_missing', ({ apiKeys }) =>
      apiKeys.changeAccess(actor, tenantId, given.key.keyId, {
        ...within,
        scopes: ['groups:delete', 'groups:read'],
      }),
    );
    for (const act of ['addSecret', 'revoke'] as const) {
      await refused('scope_missing', ({ apiKeys }) =>
        apiKeys[act](actor, tenantId, stronger.keyId),
      );
      await refused('not_found', ({ apiKeys }) => apiKeys[act](actor, tenantId, elsewhere.keyId));
      await refused('not_found', ({ apiKeys }) => apiKeys[act](actor, tenantId, tenant.keyId));
    }
  });

  test('given by a key that expires ends with it', async () => {
    const { tenantId } = tenant;
    const soon = new Date(Date.now() + 3_600_000);
    const later = new Date(Date.now() + 7_200_000).toISOString();
    const { key } = await running.change(({ apiKeys }) =>
      apiKeys.create(testOperator, tenantId, {
        name: 'Temporary',
        scopes: ['groups:read', 'api-keys:manage'],
        expiresAt: soon.toISOString(),
      }),
    );
    const actor = { kind: 'api_key', id: key.keyId } as const;
    const make = (expiresAt?: string) =>
      running.change(({ apiKeys }) =>
        apiKeys.create(actor, tenantId, {
          name: 'Child',
          scopes: ['groups:read'],
          ...(expiresAt !== undefined && { expiresAt }),
        }),
      );
    await assert.rejects(make(), { code: 'validation_failed' });
    await assert.rejects(make(later), { code: 'validation_failed' });
    await make(soon.toISOString());
    const lasting = await addKey(['groups:read']);
    await assert.rejects(
      running.change(({ apiKeys }) => apiKeys.addSecret(actor, tenantId, lasting.keyId)),
      { code: 'forbidden' },
    );
  });
});

function withoutRequestId(body: unknown): unknown {
  return { ...(body as object), requestId: undefined };
}
