// Every table and every statement leads with the tenant, or is listed here with its reason. So a tenant's rows can be
// found, moved and placed without those of the others: docs/high-availability.md.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { after, before, suite, test } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { statementsOn } from '../../testing/sql-statements.ts';

/** Tables that belong to the installation and not to a tenant. */
const shared: Readonly<Record<string, string>> = {
  configuration: 'the revision of all configuration',
  signing_keys: 'every tenant’s tokens are signed by the same keys',
  schedules: 'when a recurring task ran last',
  schema_migrations: 'which migrations were applied',
  readiness_probes: 'one row for each process',
  encryption_probe: 'one text that the installation’s encryption key opens',
};

/** Tenant data without a key. */
const queues: Readonly<Record<string, string>> = {
  activity_unsealed: 'a queue that is read as a whole; its rows name their tenant',
};

const byAge = 'the pruning of all tenants reads by age';
const byDueTime = 'a poll finds the due work of all tenants';
const byRevision = 'every process reads the changed configuration of all tenants';
const byMember =
  'an index of another kind, with one column; the statements compare the tenant, too';

/** Indexes that do not begin with the tenant. */
const indexes: Readonly<Record<string, string>> = {
  activity_answering: byMember,
  activity_occurred_at: byMember,
  api_key_calls_age: byAge,
  api_keys_revision: byRevision,
  batches_due: byDueTime,
  directory_groups_terms: byMember,
  governed_groups_due: byDueTime,
  idempotency_keys_age: byAge,
  notice_messages_age: byAge,
  notice_messages_due: byDueTime,
  notices_age: byAge,
  organisations_revision: byRevision,
  provisioning_incidents_age: byAge,
  provisionings_failed: 'a poll finds the latest failures of all tenants',
  reconciliations_changes: byDueTime,
  reconciliations_asked: 'a poll finds the latest request of all tenants',
  request_log_age: byAge,
  reviews_to_read: byDueTime,
  sandbox_people_changes_age: byAge,
  suite_expirations_due: byDueTime,
  tasks_by_link: 'a link in a message has the id of the task and no tenant',
  tasks_follow_up: byDueTime,
  tasks_of_people: byMember,
  team_search_people: byMember,
  team_search_terms: byMember,
  teams_created_at: byMember,
  teams_properties: byMember,
  templates_revision: byRevision,
  webhook_attempts_age: byAge,
  webhook_deliveries_finished: byAge,
};

const composed = 'its conditions are composed, and the first one compares the tenant';
const inColumns = 'inserts rows whose columns, the tenant first, are named beside it';
const ofAll = 'lists the tenants';
const poll = 'finds due work of all tenants; further statements compare the tenant';

/** Statements on tables of tenants that do not compare the tenant themselves, by file. */
const statements: Readonly<Record<string, { readonly count: number; readonly reason: string }>> = {
  'access/tokens/signing-keys.postgres.ts': { count: 1, reason: ofAll },
  'audit/chain-appender.postgres.ts': { count: 2, reason: poll },
  'reconciliation/browse-directory-groups.postgres.ts': { count: 2, reason: composed },
  'reconciliation/directory-groups.postgres.ts': { count: 1, reason: poll },
  'reconciliation/reconciliation.postgres.ts': { count: 1, reason: poll },
  'reconciliation/probes/probes.postgres.ts': { count: 2, reason: poll },
  'audit/chain-reader.postgres.ts': { count: 1, reason: ofAll },
  'settings/api-keys/api-keys.postgres.ts': { count: 1, reason: inColumns },
  'governance/approvals/operations-to-approve.postgres.ts': { count: 5, reason: composed },
  'settings/configuration/configuration.postgres.ts': { count: 4, reason: byRevision },
  'app/demo/offer-demo.ts': { count: 1, reason: 'asks whether there is a tenant' },
  'sandbox/browse-sandbox.postgres.ts': { count: 2, reason: composed },
  'sandbox/people.postgres.ts': { count: 1, reason: inColumns },
  'governance/changed-policies.postgres.ts': { count: 1, reason: poll },
  'postgres/jobs/pruning.postgres.ts': { count: 1, reason: byAge },
  'postgres/jobs/purge.postgres.ts': { count: 2, reason: byAge },
  'governance/lifecycle/browse-lifecycles.postgres.ts': { count: 1, reason: composed },
  'governance/lifecycle/failed-notices.postgres.ts': { count: 1, reason: poll },
  'governance/lifecycle/suite-expiration.postgres.ts': { count: 1, reason: poll },
  'app/monitoring/backlog.postgres.ts': { count: 4, reason: 'counts the work of all tenants' },
  'messages/notices/browse-messages.postgres.ts': { count: 2, reason: composed },
  'messages/notices/digests.postgres.ts': { count: 1, reason: poll },
  'operator/backup.ts': { count: 1, reason: 'counts what a backup has' },
  'operator/doctor-command.ts': { count: 1, reason: 'counts what is late in all tenants' },
  'operator/tenant-import.ts': { count: 1, reason: inColumns },
  'postgres/lock-tenant.ts': {
    count: 1,
    reason: 'finds the closed tenants, which polls pass over',
  },
  'operator/stored-secrets.postgres.ts': { count: 1, reason: ofAll },
  'settings/organisations/deletable-table.postgres.ts': { count: 1, reason: inColumns },
  'postgres/copy-database.ts': { count: 3, reason: 'copies every row of every tenant' },
  'postgres/found-row.ts': {
    count: 1,
    reason: 'a join, of which each caller compares the whole key',
  },
  'postgres/migrate.ts': { count: 1, reason: 'grants rights' },
  'groups/batches/batches.postgres.ts': { count: 2, reason: poll },
  'engine/accept-group.postgres.ts': { count: 3, reason: inColumns },
  'engine/lanes.postgres.ts': { count: 4, reason: poll },
  'audit/request-log/browse-requests.postgres.ts': { count: 1, reason: composed },
  'governance/reviews/open-reviews.postgres.ts': { count: 1, reason: poll },
  'messages/tasks/read-tasks.postgres.ts': { count: 2, reason: `composed, or by the id in a link` },
  'groups/rosters/rosters.postgres.ts': { count: 2, reason: composed },
  'groups/read/browse-teams.postgres.ts': { count: 1, reason: composed },
  'groups/read/to-do.postgres.ts': { count: 7, reason: composed },
  'groups/search/select-teams.postgres.ts': { count: 1, reason: composed },
  'groups/create/waiting-creations.postgres.ts': {
    count: 1,
    reason: 'the oldest creation of all lanes',
  },
  'settings/tenants/tenants.postgres.ts': { count: 1, reason: ofAll },
  'events/webhooks/dispatch.postgres.ts': { count: 1, reason: poll },
};

/** Polls that work for closed tenants, too: the last entries of the audit log get their seals. */
const worksForClosed = ['audit/chain-appender.postgres.ts'];

const source = fileURLToPath(new URL('..', import.meta.url));
/** The files that may have statements. */
const hasSql =
  /\.postgres\.ts$|^(?:postgres|operator|app\/demo|app\/compose|app\/processes|embedded)\//;
const isTest = /\.(?:test|suite|long)\.ts$/;
/** A comparison, a join or a list of columns that has the tenant. */
const leadsWithTenant =
  /tenant_id\s*(?:=|in\b|is\b|<>)|=\s*(?:\w+\.)?tenant_id|\busing \(\s*tenant_id|\(\s*(?:\w+\.)?tenant_id\s*[,)]/i;

/** The lines with statements on these tables that do not lead with the tenant. */
function overAllTenants(tables: readonly string[], text: string): readonly number[] {
  return statementsOn(tables, text)
    .filter((statement) => !leadsWithTenant.test(statement.text))
    .map(({ line }) => line);
}

suite('the tenant', () => {
  let at: TestDatabase;
  let tables: readonly string[];
  before(async () => {
    at = await createTestDatabase();
    const rows = await at.database.query<{ name: string }>(
      `select relname as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by relname`,
    );
    tables = rows.map(({ name }) => name).filter((name) => !(name in shared));
    assert.ok(tables.length > 40);
  });
  after(() => at.close());

  test('is a column of each table of tenant data, never null, and leads the primary key', async () => {
    const rows = await at.database.query<{ name: string; isRequired: boolean; first: string }>(
      `select c.relname as name, t.attnotnull as is_required, first.attname as first
       from pg_class c
       left join pg_attribute t on t.attrelid = c.oid and t.attname = 'tenant_id'
       left join pg_index i on i.indrelid = c.oid and i.indisprimary
       left join pg_attribute first on first.attrelid = c.oid and first.attnum = i.indkey[0]
       where c.relnamespace = 'public'::regnamespace and c.relname = any ($1)`,
      [tables],
    );
    assert.equal(rows.length, tables.length);
    const wrong = rows.filter(
      ({ name, isRequired, first }) => !isRequired || (first !== 'tenant_id' && !(name in queues)),
    );
    assert.deepEqual(wrong, []);
  });

  test('leads each unique key and each index of tenant data, except for those that are listed', async () => {
    const rows = await at.database.query<{ name: string; isUnique: boolean }>(
      `select i.indexrelid::regclass::text as name, i.indisunique as is_unique
       from pg_index i
       join pg_class c on c.oid = i.indrelid
       left join pg_attribute first on first.attrelid = c.oid and first.attnum = i.indkey[0]
       where c.relname = any ($1) and first.attname is distinct from 'tenant_id' order by name`,
      [tables],
    );
    assert.deepEqual(
      rows.map(({ name }) => name),
      Object.keys(indexes).sort(),
    );
    const unique = rows.filter(({ isUnique }) => isUnique).map(({ name }) => name);
    assert.deepEqual(unique, ['tasks_by_link'], 'ids of tasks are unique by themselves');
  });

  test('leads each foreign key on both sides, so that no row refers to another tenant', async () => {
    const rows = await at.database.query<{ name: string; columns: string[]; targets: string[] }>(
      `select con.conname as name,
         (select array_agg(attname::text order by place) from unnest(con.conkey) with ordinality as k (number, place)
          join pg_attribute on attrelid = con.conrelid and attnum = number) as columns,
         (select array_agg(attname::text order by place) from unnest(con.confkey) with ordinality as k (number, place)
          join pg_attribute on attrelid = con.confrelid and attnum = number) as targets
       from pg_constraint con where con.contype = 'f'`,
    );
    assert.ok(rows.length > 10);
    const wrong = rows.filter(
      ({ columns, targets }) => columns[0] !== 'tenant_id' || targets[0] !== 'tenant_id',
    );
    assert.deepEqual(wrong, []);
  });

  test('is compared by each statement on tenant data, except for those that are listed', () => {
    const found: Record<string, number> = {};
    let read = 0;
    for (const file of globSync('**/*.ts', { cwd: source }).sort()) {
      if (!hasSql.test(file) || isTest.test(file)) continue;
      const text = readFileSync(`${source}/${file}`, 'utf8');
      read += statementsOn(tables, text).length;
      const lines = overAllTenants(tables, text);
      if (lines.length > 0) found[file] = lines.length;
    }
    assert.ok(read > 400, `${read} statements`);
    const listed = Object.entries(statements).map(([file, { count }]) => [file, count] as const);
    assert.deepEqual(found, Object.fromEntries(listed));
  });

  test('is passed over while it is closed by each poll that works for tenants', () => {
    const without = Object.entries(statements)
      .filter(([, { reason }]) => reason === poll)
      .map(([file]) => file)
      .filter((file) => !/isOpen\(|closed is null/.test(readFileSync(`${source}/${file}`, 'utf8')));
    assert.deepEqual(without, worksForClosed);
  });

  test('is missed where a statement forgets it', () => {
    const planted = [
      'const all = `select display_name from teams where team_id = $1`;',
      'const one = `select display_name from teams where tenant_id = $1 and team_id = $2`;',
      "const rest = { text: 'delete from notices' }; // of `teams`",
      'const nested = `select 1 where ${a ? `exists (select from teams where ${b})` : c}`;',
      'const computed = `delete from ${table} where ${isOld}`;',
    ].join('\n');
    assert.deepEqual(overAllTenants(['teams', 'notices'], planted), [1, 3, 4, 5]);
  });
});
