// Copies every row of a database into another one of the same schema, in the text form of PostgreSQL, which is the same in
// each version, and compares both. For an upgrade between major versions: docs/decisions/0007-backups-are-tried.md.
import { Client } from 'pg';

const rowsAtOnce = 2_000;

interface Table {
  readonly name: string;
  /** All columns with their types, in the order in which a row has them: it may differ between two databases. */
  readonly rowType: string;
  /** The tables are named, and so are the columns. */
  readonly described: string;
  readonly columns: readonly string[];
  /** The server computes none of these columns. */
  readonly written: readonly string[];
}

export interface CopiedDatabase {
  readonly tables: number;
  readonly rows: number;
}

/**
 * Replaces the rows of the target. No other process may use either database.
 * @param from as the owner of the tables
 * @param to as a superuser, because triggers and foreign keys rest during the copy
 * @throws Error if the schemas differ, or a table of the copy does
 */
export async function copyDatabase(from: string, to: string): Promise<CopiedDatabase> {
  const [source, target] = [from, to].map((connectionString) => new Client({ connectionString }));
  if (source === undefined || target === undefined) throw new Error('There are two addresses.');
  try {
    await source.connect();
    await target.connect();
    for (const client of [source, target]) {
      await client.query(`set timezone = 'UTC'; set datestyle = 'ISO'; set statement_timeout = 0`);
    }
    await source.query('begin isolation level repeatable read read only');
    const tables = await readTables(source);
    requireSame('tables', describe(await readTables(target)), describe(tables));
    await target.query(`set session_replication_role = 'replica'`);
    // At once, because of the foreign keys; the migrations have filled some.
    const names = tables.map(({ name }) => target.escapeIdentifier(name));
    await target.query(`truncate ${names.join(', ')}`);
    for (const table of tables) await copyTable(source, target, table);
    await copySequences(source, target);
    await target.query('analyze');
    let rows = 0;
    for (const table of tables) rows += await compareTable(source, target, table);
    return { tables: tables.length, rows };
  } finally {
    await source.end();
    await target.end();
  }
}

async function readTables(client: Client): Promise<readonly Table[]> {
  const { rows } = await client.query<Table>(
    `select c.relname as name,
      string_agg(typed.text, ', ' order by a.attnum) as "rowType",
      string_agg(typed.text, ', ' order by a.attname) as described,
      array_agg(a.attname::text order by a.attname) as columns,
      array_agg(a.attname::text order by a.attname) filter (where a.attgenerated = '') as written
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    cross join lateral (
      select format('%I %s', a.attname, format_type(a.atttypid, a.atttypmod)) as text
    ) typed
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    group by c.relname order by c.relname`,
  );
  return rows;
}

/** The order of the columns does not matter. */
function describe(tables: readonly Table[]) {
  return tables.map(({ name, described }) => ({ name, described }));
}

function requireSame(what: string, found: unknown, wanted: unknown): void {
  if (JSON.stringify(found) === JSON.stringify(wanted)) return;
  throw new Error(`The ${what} of both databases differ: the copy would not be the same.`);
}

async function copyTable(source: Client, target: Client, table: Table): Promise<void> {
  const name = source.escapeIdentifier(table.name);
  const columns = table.written.map((column) => source.escapeIdentifier(column));
  // The row is parsed once, not once for each column, with the columns in the order of the source.
  const insert = `
    insert into ${name} (${columns.join(', ')}) overriding system value
    select ${columns.map((column) => `(made.parsed).${column}`).join(', ')}
    from (select text::pg_temp.source_row as parsed from unnest($1::text[]) as text offset 0) made`;
  await target.query('begin');
  await target.query(`create type pg_temp.source_row as (${table.rowType})`);
  await source.query(
    `declare rows no scroll cursor for select one::text as text from ${name} as one`,
  );
  for (;;) {
    const { rows } = await source.query<{ text: string }>(`fetch ${rowsAtOnce} from rows`);
    if (rows.length === 0) break;
    await target.query(insert, [rows.map(({ text }) => text)]);
  }
  await source.query('close rows');
  await target.query('drop type pg_temp.source_row');
  await target.query('commit');
}

/** @returns how many rows both have. @throws Error if they differ */
async function compareTable(source: Client, target: Client, table: Table): Promise<number> {
  const name = source.escapeIdentifier(table.name);
  const columns = table.columns.map((column) => source.escapeIdentifier(column)).join(', ');
  const wanted = await digest(source, name, columns);
  const found = await digest(target, name, columns);
  requireSame(`rows of ${table.name}`, found, wanted);
  return found.count;
}

/** How many rows there are, and a sum of hashes that does not depend on their order. */
async function digest(
  client: Client,
  name: string,
  columns: string,
): Promise<{ count: number; sum: string }> {
  const { rows } = await client.query<{ count: number; sum: string }>(
    `select count(*)::integer as count, coalesce(sum(hashtextextended(row(${columns})::text, 0)::numeric), 0)::text as sum
    from ${name}`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`The rows of ${name} were not counted.`);
  return row;
}

/** It includes those of identity columns. */
async function copySequences(source: Client, target: Client): Promise<void> {
  const { rows } = await source.query<{ name: string; last: string | null }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as last
    from pg_sequences where schemaname = 'public' order by 1`,
  );
  for (const { name, last } of rows) {
    if (last !== null) await target.query('select setval($1::regclass, $2::bigint)', [name, last]);
  }
}
