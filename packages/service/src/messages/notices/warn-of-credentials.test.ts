import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { createTestDatabase, openAsOwner, type TestDatabase } from '../../../testing/database.ts';
import { createEncryption } from '../../ground/encryption/encryption.ts';
import type { Database } from '../../postgres/database.ts';
import { createCredentialExpiry } from '../../settings/tenants/credential-expiry.ts';
import type { Tenant } from '../../settings/tenants/tenant.ts';
import { createWarnOfCredentials } from './warn-of-credentials.postgres.ts';

let at: TestDatabase;
let owner: Database;
before(async () => {
  at = await createTestDatabase();
  owner = openAsOwner(at.settings, { maxConnections: 1 });
});
after(async () => {
  await owner.close();
  await at.close();
});

const dayMs = 86_400_000;
const credentialExpiry = createCredentialExpiry({
  encryption: createEncryption([randomBytes(32)], randomBytes),
});

/** A tenant whose client secret ends on a day, with an administrator and a reader. */
async function addTenant(secretExpiresOn?: string): Promise<Tenant> {
  const directory = {
    kind: 'microsoft365',
    credential: 'secret',
    ...(secretExpiresOn !== undefined && { secretExpiresOn }),
  };
  const tenant = {
    tenantId: randomUUID(),
    directory,
    directorySecretSealed: 'sealed',
    sharePointSecretSealed: null,
  };
  await owner.query(`insert into tenants (tenant_id, name, directory) values ($1, 'T', $2)`, [
    tenant.tenantId,
    JSON.stringify(directory),
  ]);
  for (const role of ['administrator', 'reader']) {
    await owner.query(
      `insert into administrators (tenant_id, administrator_id, email, role, source, created_at, created_by)
      values ($1, $2, $3, $4, 'list', now(), 'test')`,
      [tenant.tenantId, randomUUID(), `${role}@nordlicht.example`, role],
    );
  }
  return tenant as unknown as Tenant;
}

const noticesOf = async ({ tenantId }: Tenant) =>
  (
    await owner.query<{ email: string; data: { dueAt: string } }>(
      `select email, data from notices where tenant_id = $1 and kind = 'credential_expires' order by data ->> 'dueAt'`,
      [tenantId],
    )
  ).map(({ email, data }) => [email.split('@')[0], data.dueAt]);

test('administrators are warned 30, 7 and 1 days before a secret ends, and when it has, each time once', async () => {
  const tenant = await addTenant('2027-05-01');
  const end = Date.parse('2027-05-01T00:00:00Z');
  const clock = { at: 0, now: () => clock.at };
  const deps = { database: at.database, tenants: () => [tenant], credentialExpiry, clock };
  // Two processes that find the same.
  const tasks = [createWarnOfCredentials(deps), createWarnOfCredentials(deps)];
  const counts: number[] = [];
  for (const daysLeft of [31, 30, 29, 8, 7, 2, 1, 0.5, 0, -1, -30]) {
    clock.at = end - daysLeft * dayMs;
    await Promise.all(tasks.map((task) => task.run()));
    counts.push((await noticesOf(tenant)).length);
  }
  assert.deepEqual(counts, [0, 1, 1, 1, 2, 2, 3, 3, 4, 4, 4]);
  const [first] = await noticesOf(tenant);
  assert.deepEqual(first, ['administrator', '2027-05-01T00:00:00.000Z']);
});

test('a service that was away warns once, and of another secret again', async () => {
  const tenant = await addTenant('2027-05-01');
  const renewed = {
    ...tenant,
    directory: { ...tenant.directory, secretExpiresOn: '2027-05-20' },
  } as Tenant;
  const clock = { now: () => Date.parse('2027-04-30T12:00:00Z') };
  const deps = { database: at.database, credentialExpiry, clock };
  for (const one of [tenant, tenant, renewed]) {
    await createWarnOfCredentials({ ...deps, tenants: () => [one] }).run();
  }
  assert.deepEqual(
    (await noticesOf(tenant)).map(([, dueAt]) => dueAt),
    ['2027-05-01T00:00:00.000Z', '2027-05-20T00:00:00.000Z'],
  );
});

test('the end of the second credential is reported by itself, and hides none of the first', async () => {
  const tenant = await addTenant('2027-05-01');
  const second = new Date('2027-04-01T00:00:00Z');
  const labelled = {
    ...tenant,
    directory: { ...tenant.directory, sharePoint: { adminUrl: 'https://t-admin.sharepoint.com/' } },
  } as Tenant;
  const deps = {
    database: at.database,
    tenants: () => [labelled],
    credentialExpiry: (...[one, which]: Parameters<typeof credentialExpiry>) =>
      which === 'sharePoint' ? second : credentialExpiry(one, which),
    clock: { now: () => Date.parse('2027-04-30T12:00:00Z') },
  };
  await createWarnOfCredentials(deps).run();
  const notices = await owner.query<{ data: object }>(
    `select data from notices where tenant_id = $1 order by data ->> 'dueAt'`,
    [tenant.tenantId],
  );
  assert.deepEqual(
    notices.map(({ data }) => data),
    [
      { dueAt: '2027-04-01T00:00:00.000Z', address: 't-admin.sharepoint.com' },
      { dueAt: '2027-05-01T00:00:00.000Z' },
    ],
  );
});

test('nobody is warned where the end is not known', async () => {
  const tenant = await addTenant();
  const deps = { database: at.database, tenants: () => [tenant], credentialExpiry };
  await createWarnOfCredentials({ ...deps, clock: { now: () => Date.now() } }).run();
  assert.deepEqual(await noticesOf(tenant), []);
});
