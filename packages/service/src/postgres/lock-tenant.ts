// Conditions on the row of a tenant, for statements of all rooms.
import type { Queryable } from './database.ts';

/** Others who call it for the tenant wait until the transaction ends; readers do not. @returns whether there is such a tenant */
export async function lockTenant(transaction: Queryable, tenantId: string): Promise<boolean> {
  const rows = await transaction.query(
    'select from tenants where tenant_id = $1 for no key update',
    [tenantId],
  );
  return rows.length > 0;
}

/**
 * A condition of polls: the tenant is not closed. Closed ones are few, and an index has them.
 * @param column of the tenant
 */
export const isOpen = (column: string) =>
  `${column} not in (select tenant_id from tenants where closed is not null)`;
