// The tables of a tenant, as the database has them: removal, export and import go by this list, so that a new table cannot
// be forgotten. Exceptions are listed with their reasons.
import type { Queryable } from '../postgres/database.ts';

export interface TenantTable {
  readonly name: string;
  /** The columns that a row has elsewhere, too: neither those that the server computes nor those of `ofDatabase`. */
  readonly columns: readonly string[];
  /** The same with their types. */
  readonly rowType: string;
  /** The column that gives a row its number, and its sequence; null: there is none. */
  readonly identity: { readonly column: string; readonly sequence: string } | null;
}

/** Tables whose rows stay where they are. */
const notExported: Readonly<Record<string, string>> = {
  lanes: 'a lane is made with its tenant; the numbers of its list are in the head of the export',
  activity_unsealed: 'an export waits until it is empty',
  uncompared_groups: 'the import makes it when the groups and their observations are there',
  sandbox_people_changes: 'a trigger makes it with the people',
  admin_sessions: 'administrators sign in again',
  admin_sign_in_links: 'links lead to the former installation',
  admin_invitations: 'links lead to the former installation',
};

/** Columns whose values belong to one database. */
const ofDatabase: Readonly<Record<string, readonly string[]>> = {
  tenants: ['revision', 'closed'],
  organisations: ['revision'],
  templates: ['revision'],
  api_keys: ['revision'],
  // Positions in lists of changes: the next comparison begins again.
  followed_people: ['token', 'announced_in'],
  reconciliations: ['changes_token', 'changes_due_at', 'history'],
  sandbox_groups: ['changed_in'],
  sandbox_deleted_groups: ['changed_in'],
};

/** All tables with rows of tenants; a table follows those that it refers to. */
export async function readTenantTables(database: Queryable): Promise<readonly TenantTable[]> {
  const tables = await database.query<TenantTable & { readonly refersTo: readonly string[] }>(
    `select c.relname::text as name,
      string_agg(typed.text, ', ' order by a.attnum) as row_type,
      array_agg(a.attname::text order by a.attnum) as columns,
      (
        select jsonb_build_object('column', i.attname, 'sequence', pg_get_serial_sequence(c.relname, i.attname))
        from pg_attribute i where i.attrelid = c.oid and i.attidentity <> ''
      ) as identity,
      array(
        select f.confrelid::regclass::text from pg_constraint f
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid
      ) as refers_to
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    cross join lateral (
      select format('%I %s', a.attname, format_type(a.atttypid, a.atttypmod)) as text
    ) typed
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attgenerated = ''
      and a.attname <> all (array(select jsonb_array_elements_text($1::jsonb -> c.relname::text)))
      and exists (
        select from pg_attribute t
        where t.attrelid = c.oid and t.attname = 'tenant_id' and not t.attisdropped
      )
    group by c.oid, c.relname order by c.relname`,
    [JSON.stringify(ofDatabase)],
  );
  const ordered: TenantTable[] = [];
  const names = new Set<string>();
  while (ordered.length < tables.length) {
    const next = tables.filter(
      ({ name, refersTo }) => !names.has(name) && refersTo.every((one) => names.has(one)),
    );
    if (next.length === 0) throw new Error('Tables of tenants refer to each other.');
    for (const { refersTo: _, ...table } of next) {
      names.add(table.name);
      ordered.push(table);
    }
  }
  return ordered;
}

export function isExported({ name }: Pick<TenantTable, 'name'>): boolean {
  return !(name in notExported);
}

/** Changes of configuration get no revision in this transaction, so that others who change theirs need not wait for it. */
export async function withoutRevision(transaction: Queryable): Promise<void> {
  await transaction.query(`select set_config('groupwright.stamped_revision', '0', true)`);
}

/** All configuration of the tenant gets the next one, by which every process reads it. */
export async function stampRevision(transaction: Queryable, tenantId: string): Promise<void> {
  await transaction.query(`select set_config('groupwright.stamped_revision', '', true)`);
  for (const table of Object.keys(ofDatabase).filter((name) => hasRevision(name))) {
    await transaction.query(`update "${table}" set revision = 0 where tenant_id = $1`, [tenantId]);
  }
}

function hasRevision(table: string): boolean {
  return ofDatabase[table]?.includes('revision') === true;
}
