// Exports contain one tenant's activity only, whatever is asked for.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { AdminClient } from '../../testing/admin-client.ts';
import { startAdminService, type AdminService } from '../../testing/admin-service.ts';

const operator = { kind: 'operator', id: 'only of the other tenant' } as const;
/** The exports of the tenant in the other processes. */
let elsewhere = 0;
let service: AdminService;
let admin: AdminClient;
let other: { tenantId: string; keyId: string };

before(async () => {
  service = await startAdminService(
    {},
    {
      sharedLimits: {
        takes: () => ({ report: () => undefined, listen: () => undefined }),
        holdings: (limit) => ({
          report: () => undefined,
          heldByOthers: () => (limit === 'exports' ? elsewhere : 0),
        }),
      },
    },
  );
  admin = await AdminClient.signedIn(service);
  await service.change(({ apiKeys }) =>
    apiKeys.create({ kind: 'operator', id: 'own' }, service.tenantId, { name: 'own key' }),
  );
  other = await service.change(async ({ tenants, apiKeys }) => {
    const { tenantId } = await tenants.create(operator, {
      name: 'Other',
      directory: { kind: 'sandbox' },
    });
    const { key } = await apiKeys.create(operator, tenantId, { name: 'foreign key' });
    return { tenantId, keyId: key.keyId };
  });
});
after(() => service.close());

const forms = [
  ['csv', 'text/csv'],
  ['jsonl', 'application/jsonl'],
] as const;

for (const [format, accept] of forms) {
  test(`an export as ${format} has no line of another tenant, also where a filter names its things`, async () => {
    const read = async (filter: string): Promise<string> => {
      const path = `activity/export?format=${format}${filter}`;
      const { status, body } = await admin.call('GET', path, undefined, { accept });
      assert.equal(status, 200, JSON.stringify(body));
      return String(body);
    };
    const foreign = new RegExp(`foreign key|${operator.id}|${other.keyId}|${other.tenantId}`);
    const whole = await read('');
    assert.match(whole, /own key/);
    assert.doesNotMatch(whole, foreign);
    const linesWithoutEntries = format === 'csv' ? 1 : 0;
    const lines = (await read(`&actor=${encodeURIComponent(operator.id)}`)).split('\n');
    assert.equal(lines.filter((line) => line !== '').length, linesWithoutEntries);
    // Things of another tenant are refused as absent ones are.
    const refusals = [other.keyId, other.tenantId, '00000000-0000-4000-8000-000000000000'];
    const answers: unknown[] = [];
    for (const subjectId of refusals) {
      const path = `activity/export?format=${format}&subjectId=${subjectId}`;
      const { status, body } = await admin.call('GET', path, undefined, { accept });
      assert.equal(status, 400);
      const { requestId: _, instance: __, ...problem } = body;
      answers.push(problem);
    }
    assert.deepEqual(answers, [answers[0], answers[0], answers[0]]);
  });

  test(`an export of another tenant as ${format} is refused as that of an absent one, byte for byte`, async () => {
    const answers: string[] = [];
    for (const tenantId of [other.tenantId, '00000000-0000-4000-8000-000000000000']) {
      const renamed = admin.cookie.replace(/-\w{32}=/, `-${tenantId.replaceAll('-', '')}=`);
      const answer = await fetch(
        `${service.adminUrl}/api/${tenantId}/activity/export?format=${format}`,
        { headers: { accept, cookie: `${admin.cookie}; ${renamed}` } },
      );
      assert.equal(answer.status, 401);
      const { requestId, ...problem } = (await answer.json()) as Record<string, unknown>;
      assert.equal(typeof requestId, 'string');
      answers.push(JSON.stringify(problem));
    }
    assert.equal(answers[0], answers[1]);
  });
}

test('two exports and verifications of a tenant run at once, whatever they export and in whichever process', async () => {
  for (const [count, status] of [
    [1, 200],
    [2, 429],
    [0, 200],
  ]) {
    elsewhere = count ?? 0;
    for (const path of ['activity/export?format=csv', 'teams/export', 'activity/proof']) {
      const answer = await admin.call('GET', path, undefined, { accept: '*/*' });
      assert.equal(answer.status, status, `${path} beside ${count}`);
    }
  }
});
