// Organisations and templates: a deleted one keeps its row, for the groups that failed and until it is purged.
import type { RecordStore } from '../../ground/record-store.ts';
import type { Queryable } from '../../postgres/database.ts';
import { keyOf } from '../../postgres/row-keys.ts';
import { reportTaken } from '../../postgres/collision.ts';

interface DeletableTable {
  readonly name: 'organisations' | 'templates';
  /** The column of the id, within the tenant. */
  readonly id: string;
  /** Columns that a change leaves alone. */
  readonly owner?: string;
  readonly settings: readonly string[];
  /** Settings of a deleted row. */
  readonly cleared?: string;
  readonly taken: (identifier: string) => string;
}

interface Row {
  readonly tenantId: string;
  readonly identifier: string;
}

export function createDeletableTable<R extends Row>(transaction: Queryable, table: DeletableTable) {
  const { name, id, owner, settings, cleared, taken } = table;
  const changeable = [...settings, 'version'];
  const all = ['tenant_id', id, ...(owner === undefined ? [] : [owner]), ...changeable];
  const valuesOf = (row: R, columns: readonly string[]) =>
    columns.map((column) => (row as R & Record<string, unknown>)[keyOf(column)]);
  const write = (row: R, text: string, columns: readonly string[], at: number) =>
    reportTaken(
      transaction.query(text, [new Date(at), ...valuesOf(row, columns)]).then(() => undefined),
      `${name}_identifier`,
      {
        pointer: '/identifier',
        code: 'taken',
        detail: taken(row.identifier),
        values: { name: row.identifier },
      },
    );

  return {
    list: (tenantId: string) =>
      transaction.query<R>(
        `select ${all.join(', ')} from ${name} where tenant_id = $1 and deleted_at is null order by ${id}`,
        [tenantId],
      ),
    async lock(tenantId: string, rowId: string) {
      const [row] = await transaction.query<R>(
        `select ${all.join(', ')} from ${name}
        where tenant_id = $1 and ${id} = $2 and deleted_at is null for update`,
        [tenantId, rowId],
      );
      return row;
    },
    insert: (row: R, at: number) =>
      write(
        row,
        `insert into ${name} (created_at, updated_at, ${all.join(', ')})
        values ($1, $1, ${all.map((_, n) => `$${n + 2}`).join(', ')})`,
        all,
        at,
      ),
    update: (row: R, at: number) =>
      write(
        row,
        `update ${name} set updated_at = $1, ${changeable.map((column, n) => `${column} = $${n + 4}`).join(', ')}
        where tenant_id = $2 and ${id} = $3`,
        ['tenant_id', id, ...changeable],
        at,
      ),
    delete: (row: R, at: number) =>
      write(
        row,
        `update ${name} set deleted_at = $1, updated_at = $1, version = version + 1${cleared ?? ''}
        where tenant_id = $2 and ${id} = $3`,
        ['tenant_id', id],
        at,
      ),
  } satisfies RecordStore<R> & Record<string, unknown>;
}
