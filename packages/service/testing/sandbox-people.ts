// The people of a test's sandbox: their ids, and their accounts as an administrator of the directory changes them.
import assert from 'node:assert/strict';
import type { Queryable } from '../src/postgres/database.ts';

interface InTenant {
  readonly tenantId: string;
}

export async function personIdOf(
  database: Queryable,
  { tenantId }: InTenant,
  email: string,
): Promise<string> {
  const [person] = await database.query<{ personId: string }>(
    'select person_id from sandbox_people where tenant_id = $1 and email = $2',
    [tenantId, email],
  );
  assert.ok(person !== undefined, email);
  return person.personId;
}

export async function setEnabled(
  database: Queryable,
  { tenantId }: InTenant,
  email: string,
  enabled: boolean,
): Promise<void> {
  await database.query(
    'update sandbox_people set enabled = $3 where tenant_id = $1 and email = $2',
    [tenantId, email, enabled],
  );
}
