import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startTestService, testOperator } from '../../../testing/service.ts';
import type { TestService, TestTenant } from '../../../testing/service.ts';
import type { Actor } from '../../audit/activity.ts';
import { requireSource } from '../../ground/caller.ts';

let service: TestService;
let tenant: TestTenant;

before(async () => {
  service = await startTestService();
  tenant = await service.addTenant();
});
after(() => service.close());

const create = (source: string | null, actor: Actor) =>
  service.change(({ apiKeys }) =>
    apiKeys.create(actor, tenant.tenantId, { name: 'Given', scopes: ['groups:read'], source }),
  );

describe('a key that is bound to a source', () => {
  test('has it in lower case, and in the log of its creation', async () => {
    const { key } = await create('SAP.S4', testOperator);
    assert.equal(key.source, 'sap.s4');
    const [entry] = await service.at.database.query<{ data: Record<string, unknown> }>(
      `select data from activity where tenant_id = $1 and subject_id = $2`,
      [tenant.tenantId, key.keyId],
    );
    assert.equal(entry?.data['source'], 'sap.s4');
  });

  test('keeps it when its access changes without one, and loses it for null', async () => {
    const { key } = await create('erp', testOperator);
    const change = (source?: string | null) =>
      service.change(({ apiKeys }) =>
        apiKeys.changeAccess(testOperator, tenant.tenantId, key.keyId, {
          scopes: ['groups:read'],
          organisationIds: null,
          ...(source !== undefined && { source }),
        }),
      );
    assert.equal((await change()).source, 'erp');
    assert.equal((await change('hr')).source, 'hr');
    assert.equal((await change(null)).source, null);
  });

  test('is refused for a reserved word, at its member', async () => {
    await assert.rejects(create('Policy', testOperator), {
      code: 'validation_failed',
      faults: [
        {
          pointer: '/source',
          code: 'not_allowed',
          detail: 'Policy is reserved. Choose another source.',
          values: { rule: 'reserved_word', name: 'Policy' },
        },
      ],
    });
  });

  test('gives its own source only', async () => {
    const { key } = await service.change(({ apiKeys }) =>
      apiKeys.create(testOperator, tenant.tenantId, {
        name: 'Bound',
        scopes: ['api-keys:manage', 'groups:read'],
        source: 'erp',
      }),
    );
    const actor = { kind: 'api_key', id: key.keyId } as const;
    assert.equal((await create('ERP', actor)).key.source, 'erp');
    for (const source of ['hr', null]) {
      await assert.rejects(create(source, actor), {
        code: 'validation_failed',
        faults: [
          {
            pointer: '/source',
            code: 'required',
            detail: 'Your API key is bound to the source erp. Name the same one.',
          },
        ],
      });
    }
    const other = await create('hr', testOperator);
    await assert.rejects(
      service.change(({ apiKeys }) => apiKeys.addSecret(actor, tenant.tenantId, other.key.keyId)),
      { code: 'forbidden' },
    );
  });

  test('uses no other source', () => {
    requireSource({ source: null }, 'hr');
    requireSource({ source: 'erp' }, 'erp');
    assert.throws(() => requireSource({ source: 'erp' }, 'hr'), {
      code: 'source_not_allowed',
      message: 'This API key is bound to the source erp. It cannot use another one.',
    });
  });
});
