// A conflict with another group names the value and that group as data, wherever it is reported: in refusals, plans, entries
// of bulk requests and failures. A caller who may not read the group learns of the value alone.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Scope } from '../../ground/schema/scope.schema.ts';
import { scopes as allScopes } from '../../ground/schema/scope.schema.ts';
import { runBatch } from '../../../testing/run-batch.ts';
import {
  startTestService,
  teamRequest,
  testOperator,
  type TestService,
  type TestTenant,
} from '../../../testing/service.ts';
import { addWildGroup } from '../../../testing/wild-sandbox-group.ts';

let service: TestService;
let tenant: TestTenant;
/** Keys that may not read the group that is in the way. */
const blind: TestTenant[] = [];

before(async () => {
  service = await startTestService();
  tenant = await service.addTenant();
  const { tenantId } = tenant;
  const keyWith = async (scopes: readonly Scope[], organisationIds: readonly string[] | null) => {
    const { key, secret } = await service.change(({ apiKeys }) =>
      apiKeys.create(testOperator, tenantId, {
        name: 'Blind',
        scopes: [...scopes],
        organisationIds: organisationIds && [...organisationIds],
      }),
    );
    await service.service.refresh();
    const body = { tenantId, keyId: key.keyId, secret };
    const answer = await service.call(tenant, '/token', { method: 'POST', body });
    const { accessToken } = answer.body as { accessToken: string };
    blind.push({ ...tenant, token: accessToken });
  };
  const { organisation } = await service.change(async ({ organisations, templates }) => {
    const made = await organisations.create(testOperator, tenantId, {
      name: 'Other',
      identifier: 'other',
    });
    await templates.create(testOperator, tenantId, made.organisationId, {
      name: 'Any',
      identifier: 'any',
      mailNicknamePattern: '',
      displayNamePattern: '',
    });
    return { organisation: made };
  });
  await keyWith(
    allScopes.filter((scope) => scope !== 'groups:read'),
    null,
  );
  await keyWith(['groups:create', 'groups:read', 'groups:adopt'], [organisation.organisationId]);
});
after(() => service.close());

interface Fault {
  readonly pointer: string;
  readonly code: string;
  readonly values?: { readonly name?: string; readonly teamId?: string };
}
interface Answer {
  readonly teamId: string;
  readonly code: string;
  readonly errors?: readonly Fault[];
  readonly faults?: readonly Fault[];
  readonly error: { readonly code: string; readonly errors?: readonly Fault[] } | null;
  readonly items: readonly Answer[];
  readonly etag: string;
}

async function send(path: string, body?: unknown, of = tenant, method = 'POST') {
  const headers = { prefer: 'wait=20' };
  const answer = await service.call(of, path, { method, body, headers });
  return { status: answer.status, body: answer.body as Answer };
}

const valuesOf = (faults: readonly Fault[] | undefined) => faults?.map(({ values }) => values);

suite('a conflict with another group', () => {
  test('names it in a refusal, a plan and an entry of a bulk request', async () => {
    const teamId = await service.createTeam(tenant, 'Taken');
    const other = teamRequest('tAKEN');
    const wanted = [{ name: 'tAKEN', teamId }];
    const refused = await send('/teams', other);
    assert.deepEqual([refused.status, refused.body.code], [409, 'mail_nickname_taken']);
    assert.deepEqual(valuesOf(refused.body.errors), wanted);
    const { body: plan } = await send('/teams/plan', other);
    assert.deepEqual(valuesOf(plan.faults), wanted);
    assert.deepEqual(valuesOf(plan.error?.errors), wanted);
    const { body: bulk } = await send('/teams/bulk', [
      teamRequest('first'),
      teamRequest('FIRST'),
      other,
    ]);
    assert.deepEqual(
      bulk.items.map(({ error }) => valuesOf(error?.errors)),
      [undefined, [{ name: 'FIRST', teamId: bulk.items[0]?.teamId }], wanted],
    );
  });

  test('names it where a creation is retried and where a group is restored, alone and among others', async () => {
    const failing = teamRequest('again', { responsible: 'nobody@aare.example' });
    const { body: failed } = await send('/teams', failing);
    const deletedId = await service.createTeam(tenant, 'again');
    const retried = await send(`/teams/${failed.teamId}/retry`);
    assert.deepEqual(valuesOf(retried.body.errors), [{ name: 'again', teamId: deletedId }]);
    await send(`/teams/${deletedId}`, undefined, tenant, 'DELETE');
    const teamId = await service.createTeam(tenant, 'again');
    const wanted = [{ name: 'again', teamId }];
    const restored = await send(`/teams/${deletedId}/restore`);
    assert.deepEqual([restored.status, valuesOf(restored.body.errors)], [409, wanted]);
    const kind = 'restore';
    const { body: plan } = await send(`/teams/${deletedId}/plan`, { kind });
    assert.deepEqual(valuesOf(plan.faults), wanted);
    const { body: many } = await send('/teams/operations/plan', { kind, teamIds: [deletedId] });
    assert.deepEqual(valuesOf(many.items[0]?.error?.errors), wanted);
    const groups = [{ teamId: deletedId, etag: many.items[0]?.etag }];
    const call = (method: string, path: string, body?: object) => send(path, body, tenant, method);
    const [bulk] = await runBatch(call, { kind, groups });
    assert.deepEqual(valuesOf(bulk?.error?.errors), wanted);
  });

  test('names it where a group of the directory is governed already, or its alias is reserved', async () => {
    const teamId = await service.createTeam(tenant, 'governed');
    const [row] = await service.at.database.query<{ groupId: string }>(
      'select directory_group_id as group_id from provisionings where team_id = $1',
      [teamId],
    );
    const adopt = (groupId: string | undefined, of = tenant, organisation = 'aare') =>
      send(
        '/teams/adoption',
        {
          groupId,
          organisationIdOrIdentifier: organisation,
          templateIdOrIdentifier: 'any',
          names: 'keep',
        },
        of,
      );
    const governed = await adopt(row?.groupId);
    assert.deepEqual(valuesOf(governed.body.errors), [{ teamId }]);
    for (const key of blind) {
      const { body } = await adopt(row?.groupId, key, 'other');
      const [fault] = body.errors ?? [];
      assert.deepEqual([fault?.code, fault?.values], ['already_governed', undefined]);
      assert.ok(!JSON.stringify(body).includes(teamId));
    }
    const groupId = await addWildGroup(service.at.database, tenant.tenantId, {
      mailNickname: 'reserved',
      owners: ['mara@aare.example'],
    });
    const failing = teamRequest('reserved');
    const { body: waiting } = await send('/teams', failing);
    assert.equal(waiting.teamId.length, 36);
    const { body: status } = await send(
      `/teams/${waiting.teamId}/status`,
      undefined,
      tenant,
      'GET',
    );
    // The alias belongs to a group of others: the creation fails, with the alias as data.
    assert.equal(status.error?.code, 'directory_alias_taken');
    assert.deepEqual(valuesOf(status.error?.errors), [{ name: 'reserved' }]);
    assert.equal((await adopt(groupId)).status, 200);
  });

  test('names the value alone to a caller who may not read the group', async () => {
    const teamId = await service.createTeam(tenant, 'hidden');
    for (const key of blind) {
      const body = teamRequest('hidden', { organisationIdOrIdentifier: 'other' });
      const refused = await send('/teams', body, key);
      assert.deepEqual([refused.status, refused.body.code], [409, 'mail_nickname_taken']);
      assert.deepEqual(valuesOf(refused.body.errors), [{ name: 'hidden' }]);
      assert.ok(!JSON.stringify(refused.body).includes(teamId));
    }
  });
});
