// Conditions on rows that a statement finds by their keys, and joins of such rows.

/**
 * Such a condition, about the state of the row. No partial index serves it, so the key alone finds the row.
 *
 * By statistics of an idle service, an index of what is in progress is empty, so reading all of it looks as cheap as
 * one look-up by a key. With thousands of rows in it, each look-up read them all.
 */
export const ofFoundRow = (condition: string) => `case when ${condition} then true else false end`;

/**
 * A left join of the one row that a key names: PostgreSQL looks it up for each row of the query. Where statistics are of a
 * smaller table, a usual join would compare each row of the query with all rows of the tenant.
 * @param table with its name in the query, such as `group_usage u`
 * @param isOfRow compares the whole key
 */
export function joinByKey(table: string, isOfRow: string): string {
  const name = table.slice(table.indexOf(' ') + 1);
  return `left join lateral (select ${name}.* from ${table} where ${isOfRow} limit 1) ${name} on true`;
}
