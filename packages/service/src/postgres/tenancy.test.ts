import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestDatabase } from '../../testing/database.ts';

/** Tables that belong to the installation and not to a tenant. */
const shared = {
  configuration: 'the revision of all configuration',
  signing_keys: 'every tenant’s tokens are signed by the same keys',
  schedules: 'when a recurring task ran last',
  schema_migrations: 'which migrations were applied',
  readiness_probes: 'one row for each process',
  encryption_probe: 'one text that the installation’s encryption key opens',
  activity_unsealed: 'a queue without a key, whose rows name their tenant',
};

test('every table of tenant data has a key that starts with the tenant', async () => {
  const at = await createTestDatabase();
  try {
    const tables = await at.database.query<{ name: string; keys: string[] | null }>(
      `select c.relname as name, (
         select array_agg(i.indexrelid::regclass::text)
         from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
         where i.indrelid = c.oid and (i.indisprimary or i.indisunique) and a.attname = 'tenant_id'
       ) as keys
       from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`,
    );
    assert.ok(tables.length > 20);
    const withoutTenant = tables.filter(({ keys }) => keys === null).map(({ name }) => name);
    const unexpected = withoutTenant.filter((name) => !(name in shared));
    assert.deepEqual(unexpected, [], 'tables without the tenant in their key');
  } finally {
    await at.close();
  }
});
