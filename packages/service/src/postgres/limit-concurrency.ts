// Keeps reads that may take long to a few connections, however many are asked for at once: those who need the
// database for a moment, such as the check whether a key was revoked, find one free. The tenants that wait have their
// turns one after the other, however many reads each of them asked for.
import { createConcurrencyLimit } from '../ground/concurrency-limit.ts';
import type { Database } from './database.ts';

/** The same database, with a limited number of statements in progress; others wait for their turn. */
export function withConcurrencyLimit(database: Database, max: number): Database {
  const limit = createConcurrencyLimit(max);
  return {
    ...database,
    query: (query, values) =>
      limit.run(() => database.query(query, values), undefined, tenantOf(values)),
  };
}

/** The first value of the statements that read what a tenant has. */
function tenantOf(values: readonly unknown[] | undefined): string | undefined {
  const first = values?.[0];
  return typeof first === 'string' ? first : undefined;
}
