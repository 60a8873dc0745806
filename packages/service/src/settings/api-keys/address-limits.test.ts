import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { startTestService, testOperator } from '../../../testing/service.ts';
import type { TestService, TestTenant } from '../../../testing/service.ts';
import { eventually } from '../../../testing/eventually.ts';
import type { ApiKeyInput } from './api-key-input.schema.ts';

let running: TestService;
let tenant: TestTenant;

before(async () => {
  // Requests come from 127.0.0.1, so that a test chooses the address of its caller.
  running = await startTestService({ TRUSTED_PROXIES: '127.0.0.1' });
  tenant = await running.addTenant();
});
after(() => running.close());

const from = (address: string) => ({ 'x-forwarded-for': address });
const inside = '192.0.2.10';
const outside = '203.0.113.7';

type Answer = Awaited<ReturnType<TestService['call']>>;

function codeOf({ body }: Answer): string | undefined {
  return (body as { code?: string } | null)?.code;
}

async function addKey(input: Partial<ApiKeyInput> = {}) {
  const { key, secret } = await running.change(({ apiKeys }) =>
    apiKeys.create(testOperator, tenant.tenantId, {
      name: 'Office',
      ipRanges: ['192.0.2.0/24', '2001:db8::/32'],
      ...input,
    }),
  );
  const { tenantId } = tenant;
  const exchange = (address: string, sent = secret) =>
    running.call(tenant, '/token', {
      method: 'POST',
      body: { tenantId, keyId: key.keyId, secret: sent },
      headers: from(address),
    });
  return { keyId: key.keyId, exchange };
}

async function addCaller(input: Partial<ApiKeyInput> = {}) {
  const { keyId, exchange } = await addKey(input);
  const { accessToken: token } = (await exchange(inside)).body as { accessToken: string };
  return { ...tenant, token, keyId, exchange };
}

/** The entries of the activity log about refused addresses of a key. */
const refusalsOf = (keyId: string) =>
  running.at.database.query<{ address: string; data: Record<string, unknown> }>(
    `select address, data from activity
     where tenant_id = $1 and subject_id = $2 and action = 'api_key.address_refused' order by address`,
    [tenant.tenantId, keyId],
  );

test('wrong secrets of one address are slowed down, whatever ports a proxy writes beside it', async () => {
  const { tenantId } = tenant;
  const statuses = await Promise.all(
    Array.from({ length: 130 }, async (_, count) => {
      const { status } = await running.call(tenant, '/token', {
        method: 'POST',
        body: { tenantId, keyId: randomUUID(), secret: `gwk_${'A'.repeat(49)}` },
        headers: from(`198.51.100.9:${50_000 + count}`),
      });
      return status;
    }),
  );
  assert.ok(statuses.includes(429), [...new Set(statuses)].join());
});

describe('a key that is limited to IP ranges', () => {
  test('gets a token within them only, and the refusal does not name them', async () => {
    const { exchange } = await addKey();
    for (const address of [inside, '2001:db8:9::1', '::ffff:192.0.2.200']) {
      assert.equal((await exchange(address)).status, 200, address);
    }
    const refused = await exchange(outside);
    assert.equal(refused.status, 403);
    assert.equal(codeOf(refused), 'address_not_allowed');
    assert.match(JSON.stringify(refused.body), /203\.0\.113\.7/);
    assert.doesNotMatch(JSON.stringify(refused.body), /192\.0\.2|2001:db8/);
  });

  test('is not refused for the port that a proxy writes beside the address', async () => {
    const { exchange } = await addKey({ ipRanges: ['203.0.113.9', '2001:db8::/32'] });
    const nodes = ['203.0.113.9:51234', '[2001:db8:9::1]:443', '"203.0.113.9:4711"'];
    for (const node of nodes) assert.equal((await exchange(node)).status, 200, node);
    const refused = await exchange('203.0.113.10:51234');
    assert.deepEqual([refused.status, codeOf(refused)], [403, 'address_not_allowed']);
    assert.match(JSON.stringify(refused.body), /203\.0\.113\.10(?!:)/);
  });

  test('says to nobody without its secret that it is limited', async () => {
    const { exchange } = await addKey();
    const wrong = `gwk_${'A'.repeat(49)}`;
    assert.equal(codeOf(await exchange(outside, wrong)), 'invalid_credentials');
  });

  test('is refused at each call, in the API and in the admin API', async () => {
    const caller = await addCaller({ scopes: ['groups:read', 'api-keys:manage'] });
    const admin = `/admin/api/${tenant.tenantId}/api-keys`;
    for (const path of ['/teams', admin]) {
      assert.equal((await running.call(caller, path, { headers: from(inside) })).status, 200);
      const refused = await running.call(caller, path, { headers: from(outside) });
      assert.equal(refused.status, 403);
      assert.equal(codeOf(refused), 'address_not_allowed');
    }
  });

  test('has changed ranges with the token that it has', async () => {
    const caller = await addCaller();
    const ask = () => running.call(caller, '/teams', { headers: from(inside) });
    const access = { scopes: ['groups:read' as const], organisationIds: null };
    const change = (ipRanges?: string[] | null) =>
      running.change(({ apiKeys }) =>
        apiKeys.changeAccess(testOperator, tenant.tenantId, caller.keyId, {
          ...access,
          ...(ipRanges !== undefined && { ipRanges }),
        }),
      );
    assert.deepEqual((await change()).ipRanges, ['192.0.2.0/24', '2001:db8::/32'], 'they stay');
    await change(['198.51.100.0/24']);
    await running.service.refresh();
    assert.equal(codeOf(await ask()), 'address_not_allowed');
    await change(null);
    await running.service.refresh();
    assert.equal((await ask()).status, 200);
  });

  test('loses a wait that it holds when its ranges change', async () => {
    const caller = await addCaller();
    const waiting = running.call(caller, '/events?after=latest&type=api_key.revoked', {
      headers: { ...from(inside), prefer: 'wait=30' },
    });
    await running.change(({ apiKeys }) =>
      apiKeys.changeAccess(testOperator, tenant.tenantId, caller.keyId, {
        scopes: ['groups:create', 'groups:read'],
        organisationIds: null,
        ipRanges: ['198.51.100.0/24'],
      }),
    );
    assert.equal(codeOf(await waiting), 'address_not_allowed');
  });

  test('has its refusals in the activity log, once an hour for an address, and in the request log', async () => {
    const caller = await addCaller();
    await caller.exchange(outside);
    await caller.exchange(outside);
    await running.call(caller, '/teams', { headers: from(outside) });
    await running.call(caller, '/teams', { headers: from('203.0.113.8') });
    await eventually(
      async () => (await refusalsOf(caller.keyId)).length >= 2,
      'both refusals are in the activity log',
    );
    assert.deepEqual(
      (await refusalsOf(caller.keyId)).map(({ address, data }) => [address, data]),
      [
        [outside, { name: 'Office', address: outside }],
        ['203.0.113.8', { name: 'Office', address: '203.0.113.8' }],
      ],
    );
    const logged = () =>
      running.at.database.query<{ route: string }>(
        `select route from request_log
         where tenant_id = $1 and api_key_id = $2 and code = 'address_not_allowed' order by route`,
        [tenant.tenantId, caller.keyId],
      );
    await eventually(async () => (await logged()).length >= 4, 'the request log has them');
    assert.deepEqual(
      (await logged()).map(({ route }) => route),
      ['/teams', '/teams', '/token', '/token'],
    );
  });

  test('fills the activity log no further than ten entries, from however many addresses', async () => {
    const { keyId, exchange } = await addKey();
    for (let host = 1; host <= 15; host += 1) await exchange(`203.0.113.${host}`);
    await eventually(
      async () => (await refusalsOf(keyId)).length >= 10,
      'ten are in the activity log',
    );
    assert.equal((await refusalsOf(keyId)).length, 10);
  });
});

describe('the ranges of a key', () => {
  test('are kept in one spelling, each once', async () => {
    const { key } = await running.change(({ apiKeys }) =>
      apiKeys.create(testOperator, tenant.tenantId, {
        name: 'Spelled',
        ipRanges: ['2001:DB8:0::/32', '203.0.113.7', '203.0.113.7/32'],
      }),
    );
    assert.deepEqual(key.ipRanges, ['2001:db8::/32', '203.0.113.7/32']);
  });

  test('are refused where they are none, each at its place', async () => {
    const typed = ['office', '192.0.2.9/24', '::ffff:192.0.2.0/120', '192.0.2.0/24'];
    await assert.rejects(addKey({ ipRanges: typed }), {
      code: 'validation_failed',
      faults: [
        {
          pointer: '/ipRanges/0',
          code: 'not_an_ip_range',
          detail:
            '"office" must be an IP address or a range such as 192.0.2.0/24 or 2001:db8::/32.',
          values: { name: 'office' },
        },
        {
          pointer: '/ipRanges/1',
          code: 'not_an_ip_range',
          detail: '192.0.2.9/24 has bits beyond its prefix length. The range is 192.0.2.0/24.',
          values: { name: '192.0.2.9/24', suggestion: '192.0.2.0/24' },
        },
        {
          pointer: '/ipRanges/2',
          code: 'not_an_ip_range',
          detail:
            '::ffff:192.0.2.0/120 is an IPv4 range that is written as IPv6. Write it as IPv4, such as 192.0.2.0/24.',
          values: { name: '::ffff:192.0.2.0/120', suggestion: '192.0.2.0/24' },
        },
      ],
    });
  });

  test('are no wider than those of the key that gives them', async () => {
    const { keyId } = await addKey({ scopes: ['api-keys:manage', 'groups:read'] });
    const actor = { kind: 'api_key', id: keyId } as const;
    const give = (ipRanges: string[] | null) =>
      running.change(({ apiKeys }) =>
        apiKeys.create(actor, tenant.tenantId, {
          name: 'Given',
          scopes: ['groups:read'],
          ipRanges,
        }),
      );
    assert.deepEqual((await give(['192.0.2.64/26'])).key.ipRanges, ['192.0.2.64/26']);
    for (const wider of [['192.0.0.0/16'], ['::/0'], null]) {
      await assert.rejects(give(wider), { code: 'validation_failed' });
    }
    const wide = await addKey({ scopes: ['groups:read'], ipRanges: null });
    await assert.rejects(
      running.change(({ apiKeys }) => apiKeys.addSecret(actor, tenant.tenantId, wide.keyId)),
      { code: 'forbidden' },
    );
  });
});
