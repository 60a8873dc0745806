// The schema of a database in words that can be compared: what PostgreSQL's catalogue says of tables, columns,
// constraints, indexes, triggers, functions, rights and settings, and the rows that migrations wrote.
import type { Database } from '../src/postgres/database.ts';

const parts: Readonly<Record<string, string>> = {
  tables: `
    select c.relname as name, c.relkind as kind, c.relpersistence as persistence,
      coalesce(c.reloptions::text, '') as options, coalesce(t.reloptions::text, '') as toast,
      coalesce((select string_agg(acl::text, ' ' order by acl::text) from unnest(c.relacl) as acl), '') as rights
    from pg_class c left join pg_class t on t.oid = c.reltoastrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'S', 'v', 'm')
      and c.relname <> 'schema_migrations'
    order by c.relname`,
  columns: `
    select c.relname as name, a.attname as column, row_number() over (partition by c.oid order by a.attnum)::integer as place,
      format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as required, a.attidentity as identity,
      a.attgenerated as generated, coalesce(pg_get_expr(d.adbin, d.adrelid), '') as default,
      coalesce(a.attstattarget, -1) as statistics, a.attstorage as storage, a.attcompression as compression,
      coalesce(a.attacl::text, '') as rights
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
      and c.relname <> 'schema_migrations'
    order by c.relname, a.attnum`,
  constraints: `
    select c.relname as name, o.conname as constraint, o.contype as type, pg_get_constraintdef(o.oid) as text
    from pg_constraint o join pg_class c on c.oid = o.conrelid
    where c.relnamespace = 'public'::regnamespace and c.relname <> 'schema_migrations' and o.contype <> 'n'
    order by c.relname, o.conname`,
  indexes: `
    select t.relname as name, i.relname as index, pg_get_indexdef(x.indexrelid) as text,
      coalesce(i.reloptions::text, '') as options, x.indisvalid as valid,
      exists (select from pg_constraint o where o.conindid = i.oid and o.contype in ('p', 'u', 'x')) as constrains,
      (select coalesce(string_agg(a.attnum || '=' || a.attstattarget, ' ' order by a.attnum), '') from pg_attribute a
        where a.attrelid = i.oid and a.attstattarget >= 0) as statistics
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
    where t.relnamespace = 'public'::regnamespace and t.relname <> 'schema_migrations'
    order by t.relname, x.indexrelid`,
  triggers: `
    select c.relname as name, g.tgname as trigger, pg_get_triggerdef(g.oid) as text, g.tgenabled as enabled
    from pg_trigger g join pg_class c on c.oid = g.tgrelid
    where c.relnamespace = 'public'::regnamespace and not g.tgisinternal
    order by c.relname, g.tgname`,
  functions: `
    select p.proname as name, pg_get_functiondef(p.oid) as text,
      coalesce((select string_agg(acl::text, ' ' order by acl::text) from unnest(p.proacl) as acl), '') as rights
    from pg_proc p where p.pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    order by p.proname, pg_get_function_identity_arguments(p.oid)`,
  statistics: `
    select s.stxname as name, pg_get_statisticsobjdef(s.oid) as text from pg_statistic_ext s
    where s.stxnamespace = 'public'::regnamespace order by s.stxname`,
  extensions: `select extname as name from pg_extension order by extname`,
};

export type SchemaDescription = Record<string, readonly Record<string, unknown>[]>;

export async function describeSchema(asOwner: Database): Promise<SchemaDescription> {
  const described: SchemaDescription = {};
  for (const [part, text] of Object.entries(parts)) {
    described[part] = await asOwner.query<Record<string, unknown>>(text);
  }
  const rows: Record<string, unknown>[] = [];
  for (const { name, kind } of described['tables'] ?? []) {
    if (kind === 'S') continue;
    for (const row of await asOwner.query<Record<string, unknown>>(
      `select '${String(name)}' as name, to_jsonb(t) as row from ${String(name)} t order by to_jsonb(t)::text`,
    )) {
      rows.push(row);
    }
  }
  return { ...described, rows };
}
