// Rows with camel-case keys, so that a row can be the record its concept declares. The names are converted once per
// description of a result, before the driver makes its rows.
import type { Client } from 'pg';

/** By column. Every column is in the text of a statement, so there are few. */
const keys = new Map<string, string>();

export function keyOf(column: string): string {
  let key = keys.get(column);
  if (key === undefined) {
    key = column.replaceAll(/_([a-z\d])/g, (_, letter: string) => letter.toUpperCase());
    keys.set(column, key);
  }
  return key;
}

/** @param client one that has not connected yet */
export function useCamelCaseKeys(client: Client): void {
  client.connection.on('rowDescription', ({ fields }: { fields: { name: string }[] }) => {
    for (const field of fields) field.name = keyOf(field.name);
  });
}
