// Every way to keep an Idempotency-Key keeps it in one table, so a key that was used for one thing is refused for any other.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import {
  startTestService,
  teamRequest,
  testPeople,
  type TestService,
  type TestTenant,
} from '../../testing/service.ts';

let service: TestService;
let tenant: TestTenant;
let teamId: string;
let failedTeamId: string;
const [mara, tomas] = testPeople;

before(async () => {
  service = await startTestService();
  tenant = await service.addTenant();
  teamId = await service.createTeam(tenant, 'kept');
  const failed = await send(creation('failed', ['nobody@nordlicht.example']), randomUUID());
  assert.equal(failed.body.status, 'failed');
  failedTeamId = failed.body.teamId ?? '';
});
after(() => service.close());

interface Request {
  readonly path: string;
  readonly method: string;
  readonly body?: unknown;
}

const creation = (alias: string, members: readonly string[] = []): Request => ({
  path: '/teams',
  method: 'POST',
  body: teamRequest(alias, { members }),
});

/** One of each way to keep a key: with a creation, with an operation, with a plan, and with an answer. */
const requests: Readonly<Record<string, () => Request>> = {
  'a creation': () => creation(`made-${randomUUID().slice(0, 8)}`),
  'a change': () => ({
    path: `/teams/${teamId}`,
    method: 'PATCH',
    body: { description: randomUUID() },
  }),
  'a handover of a person': () => ({
    path: `/people/${tomas}/handover`,
    method: 'POST',
    body: { to: mara },
  }),
  'a retry': () => ({ path: `/teams/${failedTeamId}/retry`, method: 'POST' }),
};

async function send({ path, ...request }: Request, key: string, of = tenant) {
  const headers = { 'idempotency-key': `"${key}"`, prefer: 'wait=20' };
  const answer = await service.call(of, path, { ...request, headers });
  const body = answer.body as { code?: string; status?: string; teamId?: string };
  return { ...answer, body, isReplayed: answer.headers.get('idempotent-replayed') };
}

/** The status may change in between. */
const idsIn = (body: object) => JSON.stringify(body).match(/"(teamId|operationId)":"[^"]+"/g);

for (const [name, request] of Object.entries(requests)) {
  suite(`the Idempotency-Key of ${name}`, () => {
    test('tells a repeated request from the first, and is refused for anything else', async () => {
      const [key, first] = [randomUUID(), request()];
      const answer = await send(first, key);
      assert.deepEqual([answer.status, answer.isReplayed], [200, null]);
      const again = await send(first, key);
      assert.deepEqual([again.status, again.isReplayed], [200, 'true']);
      assert.deepEqual(idsIn(again.body), idsIn(answer.body));
      for (const [other, requestOther] of Object.entries(requests)) {
        if (other === name) continue;
        const { status, body, isReplayed } = await send(requestOther(), key);
        assert.deepEqual(
          [other, status, body.code, isReplayed],
          [other, 422, 'idempotency_key_reused', null],
        );
      }
    });

    test('is stored as a hash only, by its holder', async () => {
      const key = randomUUID();
      await send(request(), key);
      const rows = await service.at.database.query<{ holderId: string; teamId: string | null }>(
        'select * from idempotency_keys where tenant_id = $1',
        [tenant.tenantId],
      );
      assert.ok(rows.every(({ holderId }) => holderId === tenant.keyId));
      assert.ok(!JSON.stringify(rows).includes(key));
    });
  });
}

test('the same key of another tenant is another key', async () => {
  const other = await service.addTenant();
  const [key, request] = [randomUUID(), creation('both')];
  const one = await send(request, key);
  const two = await send(request, key, other);
  assert.deepEqual([two.status, two.isReplayed], [200, null]);
  assert.notEqual(two.body.teamId, one.body.teamId);
});
