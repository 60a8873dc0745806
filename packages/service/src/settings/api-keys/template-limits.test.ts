import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startTestService, teamRequest, testOperator } from '../../../testing/service.ts';
import type { TestService, TestTenant } from '../../../testing/service.ts';
import type { Scope } from '../../ground/schema/scope.schema.ts';
import type { ApiKeyInput } from './api-key-input.schema.ts';

let running: TestService;
let tenant: TestTenant;
/** A second template of the same organisation. */
let otherId: string;
/** A group of each. */
const teamIds: Record<'any' | 'other', string> = { any: '', other: '' };
const nobody = '01900000-0000-7000-8000-000000000000';

before(async () => {
  running = await startTestService();
  tenant = await running.addTenant();
  const { tenantId, organisationId } = tenant;
  await running.change(async ({ organisations, templates }) => {
    const input = { mailNicknamePattern: '', displayNamePattern: '' };
    const other = { ...input, name: 'Other', identifier: 'other' };
    ({ templateId: otherId } = await templates.create(
      testOperator,
      tenantId,
      organisationId,
      other,
    ));
    await organisations.create(testOperator, tenantId, { name: 'Reuss', identifier: 'reuss' });
  });
  await running.service.refresh();
  for (const template of ['any', 'other'] as const) {
    const others = { templateIdOrIdentifier: template };
    teamIds[template] = await running.createTeam(tenant, `first-${template}`, others);
  }
});
after(() => running.close());

async function addKey(scopes: readonly Scope[], limit: Partial<ApiKeyInput> = {}) {
  const { tenantId, templateIds } = tenant;
  const { key, secret } = await running.change(({ apiKeys }) =>
    apiKeys.create(testOperator, tenantId, {
      name: 'Limited',
      scopes: [...scopes],
      templateIds: [templateIds.any],
      ...limit,
    }),
  );
  const { body } = await running.call(tenant, '/token', {
    method: 'POST',
    body: { tenantId, keyId: key.keyId, secret },
  });
  return { ...tenant, key, token: (body as { accessToken: string }).accessToken };
}

const codeOf = ({ body }: { body: unknown }) => (body as { code?: string }).code;
const idsOf = ({ body }: { body: unknown }, id: string) =>
  (body as { items: Record<string, string>[] }).items.map((item) => item[id]);

/** Apart from the id of the request. */
function contentOf({ body }: { body: unknown }): unknown {
  const { requestId: _, ...content } = body as Record<string, unknown>;
  return content;
}

describe('a key that is limited to templates', () => {
  test('is limited to their organisations, too', async () => {
    const { key } = await addKey(['groups:read']);
    assert.deepEqual(key.organisationIds, [tenant.organisationId]);
    assert.deepEqual(key.templateIds, [tenant.templateIds.any]);
  });

  test('lists, searches, counts and exports only groups of its templates', async () => {
    const caller = await addKey(['groups:read']);
    for (const query of [
      '',
      '&search=first',
      '&sort=displayName',
      '&state=existing',
      '&attempts=newest',
    ]) {
      const answer = await running.call(caller, `/teams?total=true${query}`);
      assert.deepEqual(idsOf(answer, 'teamId'), [teamIds.any], query);
      assert.equal((answer.body as { total: number }).total, 1, query);
    }
    assert.deepEqual(
      idsOf(await running.call(caller, `/teams?search=${teamIds.other}`), 'teamId'),
      [],
    );
    const file = await fetch(`${running.address}/teams/export`, {
      headers: { authorization: `Bearer ${caller.token}` },
    });
    const text = await file.text();
    assert.ok(text.includes(teamIds.any) && !text.includes(teamIds.other), text);
  });

  test('finds a group of another template, by any route, no more than one that does not exist', async () => {
    const caller = await addKey([
      'groups:read',
      'groups:change',
      'groups:delete',
      'responsibility:change',
    ]);
    const routes = [
      ['GET', ''],
      ['GET', '/status'],
      ['GET', '/responsibility'],
      ['GET', '/notices'],
      ['GET', '/operations'],
      ['GET', `/operations/${nobody}`],
      ['PATCH', '', { displayName: 'Other' }],
      ['PATCH', '', { responsible: 'ingrid.solberg@nordlicht.example' }],
      ['DELETE', ''],
      ['POST', '/archive', {}],
      ['POST', '/unarchive', {}],
      ['POST', '/restore', {}],
      ['POST', '/renewal', {}],
      ['POST', '/reviews', {}],
      ['POST', '/plan', { displayName: 'Other' }],
      ['POST', `/operations/${nobody}/cancel`],
    ] as const;
    for (const [method, suffix, body] of routes) {
      const send = (teamId: string) =>
        running.call(caller, `/teams/${teamId}${suffix}`, { method, body });
      const [elsewhere, nowhere] = [await send(teamIds.other), await send(nobody)];
      assert.equal(elsewhere.status, 404, `${method} ${suffix}`);
      assert.deepEqual(contentOf(elsewhere), contentOf(nowhere), `${method} ${suffix}`);
    }
    const status = await running.call(caller, `/teams/${teamIds.any}/status`);
    assert.equal(status.status, 200);
    // The status of the other group is kept for the unlimited key.
    await running.call(tenant, `/teams/${teamIds.other}/status`);
    assert.equal((await running.call(caller, `/teams/${teamIds.other}/status`)).status, 404);
  });

  test('reads and lists only its templates and their groups', async () => {
    const caller = await addKey(['groups:read', 'tasks:read']);
    assert.deepEqual(idsOf(await running.call(caller, '/teams'), 'teamId'), [teamIds.any]);
    for (const query of ['organisation=aare', 'template=any']) {
      const found = await running.call(caller, `/teams?${query}`);
      assert.deepEqual(idsOf(found, 'teamId'), [teamIds.any], query);
    }
    for (const template of ['other', 'nowhere']) {
      const { status, body } = await running.call(caller, `/teams?template=${template}`);
      const [fault] = (body as { errors: { code: string }[] }).errors;
      assert.deepEqual([status, fault?.code], [400, 'template_not_found'], template);
    }
    assert.deepEqual(idsOf(await running.call(caller, '/organisations'), 'identifier'), ['aare']);
    const { body: read } = await running.call(caller, '/organisations/aare');
    const aare = read as { groups: string[]; templates: { id: string }[] };
    assert.deepEqual(aare.groups, [teamIds.any]);
    assert.deepEqual(
      aare.templates.map(({ id }) => id),
      [tenant.templateIds.any],
    );
    assert.equal((await running.call(caller, '/organisations/reuss')).status, 404);
    const templates = await running.call(caller, '/organisations/aare/templates');
    assert.deepEqual(idsOf(templates, 'id'), [tenant.templateIds.any]);
    assert.equal((await running.call(caller, `/templates/${otherId}`)).status, 404);
    for (const path of ['/tasks', '/reviews']) {
      assert.equal((await running.call(caller, path)).status, 200, path);
    }
  });

  test('gets the events of its templates and their groups', async () => {
    const caller = await addKey(['groups:read']);
    const { body } = await running.call(caller, '/events?limit=100');
    const { items } = body as { items: { subject: string; type: string }[] };
    const subjects = new Set(items.map(({ subject }) => subject));
    assert.ok(subjects.has(teamIds.any) && subjects.has(tenant.templateIds.any));
    assert.ok(!subjects.has(teamIds.other) && !subjects.has(otherId));
  });

  test('creates and plans with another template as with an unknown one', async () => {
    const caller = await addKey(['groups:create']);
    for (const path of ['/teams', '/teams/plan']) {
      const [first, ...others] = await Promise.all(
        ['unknown', 'other', otherId].map((templateIdOrIdentifier) =>
          running.call(caller, path, {
            method: 'POST',
            body: teamRequest('elsewhere', { templateIdOrIdentifier }),
          }),
        ),
      );
      assert.ok(first !== undefined);
      assert.match(JSON.stringify(first.body), /template_not_found/);
      for (const other of others) assert.deepEqual(contentOf(other), contentOf(first), path);
    }
    const teams = [
      teamRequest('bulk-any'),
      teamRequest('bulk-other', { templateIdOrIdentifier: 'other' }),
    ];
    const bulk = await running.call(caller, '/teams/bulk', { method: 'POST', body: teams });
    assert.match(JSON.stringify(bulk.body), /template_not_found/);
    const created = await running.call(caller, '/teams', {
      method: 'POST',
      body: teamRequest('within'),
    });
    assert.equal(created.status, 200);
  });

  test('has the change of its templates with the token that it has', async () => {
    const caller = await addKey(['groups:read']);
    const change = (templateIds?: string[] | null) =>
      running.change(({ apiKeys }) =>
        apiKeys.changeAccess(testOperator, tenant.tenantId, caller.key.keyId, {
          scopes: ['groups:read'],
          organisationIds: [tenant.organisationId],
          ...(templateIds !== undefined && { templateIds }),
        }),
      );
    assert.deepEqual((await change()).templateIds, [tenant.templateIds.any], 'they stay');
    await change([otherId]);
    await running.service.refresh();
    assert.equal((await running.call(caller, `/teams/${teamIds.any}`)).status, 404);
    assert.equal((await running.call(caller, `/teams/${teamIds.other}`)).status, 200);
    await change(null);
    await running.service.refresh();
    assert.equal((await running.call(caller, `/teams/${teamIds.any}`)).status, 200);
  });

  test('is refused templates that are none, or of another organisation, and scopes beyond them', async () => {
    const reuss = await running.change(async ({ stores }) => {
      const all = await stores.organisations.list(tenant.tenantId);
      return all.find(({ identifier }) => identifier === 'reuss')?.organisationId ?? '';
    });
    const faultsOf = async (scopes: readonly Scope[], limit: Partial<ApiKeyInput>) => {
      const refusal = (await addKey(scopes, limit).then(
        () => assert.fail('It was accepted.'),
        (error: unknown) => error,
      )) as { faults: { pointer: string; code: string }[] };
      return refusal.faults.map(({ pointer, code }) => [pointer, code]);
    };
    assert.deepEqual(await faultsOf(['groups:read'], { templateIds: [otherId, nobody] }), [
      ['/templateIds/1', 'template_not_found'],
    ]);
    assert.deepEqual(await faultsOf(['groups:read'], { organisationIds: [reuss] }), [
      ['/templateIds/0', 'template_of_other_organisation'],
    ]);
    assert.deepEqual(await faultsOf(['templates:manage'], {}), [['/scopes', 'tenant_wide_scope']]);
  });

  test('gives and manages no key with other templates', async () => {
    const manager = await addKey(['groups:read', 'api-keys:manage']);
    const actor = { kind: 'api_key', id: manager.key.keyId } as const;
    const give = (limit: Partial<ApiKeyInput>) =>
      running.change(({ apiKeys }) =>
        apiKeys.create(actor, tenant.tenantId, {
          name: 'Given',
          scopes: ['groups:read'],
          organisationIds: [tenant.organisationId],
          ...limit,
        }),
      );
    assert.ok((await give({ templateIds: [tenant.templateIds.any] })).key);
    for (const limit of [{}, { templateIds: [otherId] }]) {
      await assert.rejects(give(limit), { code: 'validation_failed' });
    }
    const other = await addKey(['groups:read'], { templateIds: [otherId] });
    const path = `/admin/api/${tenant.tenantId}/api-keys`;
    const listed = idsOf(await running.call(manager, path), 'keyId');
    assert.ok(!listed.includes(other.key.keyId) && listed.includes(manager.key.keyId));
    const found = await running.call(manager, `${path}/${other.key.keyId}`);
    assert.deepEqual([found.status, codeOf(found)], [404, 'not_found']);
  });
});
