// Many groups with dates in the future, and how the due ones among them are found.
import assert from 'node:assert/strict';
import { claimDue } from '../src/governance/governed-groups.postgres.ts';
import type { Database, Query, Queryable } from '../src/postgres/database.ts';
import type { TestDatabase } from './database.ts';
import { nodesOf, type PlanRow } from './query-plan.ts';
import type { AddedTenant } from './tenant.ts';

const groupsPerStatement = 10_000;

/** Groups of which only the dates exist, one due in each coming hour. */
export async function addDatedGroups(
  { database, analyze }: TestDatabase,
  { tenantId, organisationId, templateIds }: AddedTenant,
  count: number,
): Promise<void> {
  for (let from = 0; from < count; from += groupsPerStatement) {
    await database.query(
      `insert into governed_groups (tenant_id, team_id, organisation_id, template_id, due_at)
      select $1, gen_random_uuid(), $2, $3, now() + n * interval '1 hour'
      from generate_series($4::integer + 1, $5) n`,
      [tenantId, organisationId, templateIds.any, from, Math.min(from + groupsPerStatement, count)],
    );
  }
  await analyze('governed_groups');
}

/** The claim reads the due rows of an index, and no others. Answers how long it took, in milliseconds. */
export async function assertDueByIndex(database: Database, due: number): Promise<number> {
  return database.transaction(async (transaction) => {
    const startedAt = performance.now();
    const [row] = await transaction.query<PlanRow>(
      `explain (analyze, format json) ${claimDue.text}`,
      [500],
    );
    const durationMs = performance.now() - startedAt;
    const scans = nodesOf(row?.['QUERY PLAN'][0].Plan ?? { 'Node Type': '' }).filter(
      (node) => node['Relation Name'] === 'governed_groups',
    );
    assert.ok(scans.length > 0);
    for (const scan of scans) {
      assert.match(scan['Node Type'], /^(?:Index|Bitmap)/, JSON.stringify(scan));
      const read = (scan['Actual Rows'] ?? 0) * (scan['Actual Loops'] ?? 0);
      assert.ok(read <= due, `${read} rows are read for ${due} that are due`);
    }
    return durationMs;
  });
}

/** The database, and the names of the statements that it was asked for. */
export function notingStatements(database: Database): {
  readonly database: Database;
  readonly statements: readonly string[];
} {
  const statements: string[] = [];
  const noting = <T extends Queryable>(queryable: T): T => ({
    ...queryable,
    query: (query: string | Query, values?: readonly unknown[]) => {
      statements.push(typeof query === 'object' ? (query.name ?? query.text) : query);
      return queryable.query(query, values);
    },
  });
  return {
    statements,
    database: {
      ...noting(database),
      transaction: (work) => database.transaction((transaction) => work(noting(transaction))),
    },
  };
}
