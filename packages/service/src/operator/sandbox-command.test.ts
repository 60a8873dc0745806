// `operator sandbox advance` as an operator runs it, beside the running service.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { runOperator } from '../../testing/operator.ts';
import { startTestService, type TestService, type TestTenant } from '../../testing/service.ts';

let at: TestDatabase;
let service: TestService;
let tenant: TestTenant;
before(async () => {
  at = await createTestDatabase();
  service = await startTestService({}, { at });
  tenant = await service.addTenant();
});
after(async () => {
  await service.close();
  await at.close();
});

const advance = (duration: string) =>
  runOperator(['sandbox', 'advance', duration, '--tenant', tenant.tenantId], {
    DATABASE_URL: at.url,
  });

test('the clock of a sandbox is advanced by the running service, and the command waits for it', async () => {
  const { code, out, err } = await advance('P1Y');
  assert.equal(code, 0, err);
  assert.match(out, /^The clock of the sandbox is at \d{4}-\d\d-\d\dT\d\d:\d\d UTC\.$/m);
  const [row] = await at.database.query<{ isAhead: boolean; entries: number }>(
    `select governance_now($1) > now() + interval '364 days' as is_ahead,
      (select count(*)::integer from activity where tenant_id = $1 and action = 'tenant.clock_advanced') as entries`,
    [tenant.tenantId],
  );
  assert.deepEqual(row, { isAhead: true, entries: 1 });
});

test('a duration that is none, and a tenant without a sandbox, are refused', async () => {
  const wrong = await advance('90');
  assert.equal(wrong.code, 2);
  assert.match(wrong.err, /90 is no duration/);
  await at.database.query(
    `update tenants set directory = '{"kind":"microsoft365"}' where tenant_id = $1`,
    [tenant.tenantId],
  );
  const refused = await advance('P1D');
  assert.equal(refused.code, 3);
  assert.match(refused.err, /Only the clock of a sandbox can be advanced/);
});
