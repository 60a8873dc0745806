// Keeps reads that may take long to a few connections, however many are asked for at once: those who need the
// database for a moment, such as the check whether a key was revoked, find one free.
import type { Database } from './database.ts';

/** The same database, with at most so many statements under way; others wait for their turn. */
export function withConcurrencyLimit(database: Database, most: number): Database {
  let free = most;
  const waiting: (() => void)[] = [];

  return {
    ...database,
    async query(query, values) {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => void waiting.push(resolve));
      try {
        return await database.query(query, values);
      } finally {
        const next = waiting.shift();
        if (next === undefined) free += 1;
        else next();
      }
    },
  };
}
