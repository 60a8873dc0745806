// Lets one request commit everything it changes in one transaction, with the answer to it, whichever concepts
// make the changes: within `together` every query and transaction of the database joins the one that is open. Work that
// serves other callers, too, stays outside of it: `ground/shared-work.ts`.
import { AsyncLocalStorage } from 'node:async_hooks';
import { runApart } from '../ground/shared-work.ts';
import type { Database, Queryable } from './database.ts';
import { conflictFor, isConflict } from './repeat-conflicts.ts';

export interface JoinedTransactions {
  readonly database: Database;
  /** Commits what the work changes when it succeeds, and nothing when it throws. The work runs in sequence. */
  together<T>(this: void, work: () => Promise<T>): Promise<T>;
  /** Runs a task once the changes made so far are committed: at once, or at the end of `together`. */
  whenCommitted(this: void, task: () => unknown): Promise<void>;
}

interface Open {
  readonly transaction: Queryable;
  readonly afterwards: (() => unknown)[];
  savepoints: number;
  /** A failure of a part, because others changed the same data. All of the work is repeated, also if it caught the failure. */
  conflict: Error | undefined;
}

export function joinTransactions(pool: Database): JoinedTransactions {
  const context = new AsyncLocalStorage<{ open: Open | undefined }>();
  /** Undefined also for a task that was started within `together` and outlives it. */
  const openHere = () => context.getStore()?.open;

  const database: Database = {
    ...pool,
    query: (query, values) => (openHere()?.transaction ?? pool).query(query, values),
    transaction(work) {
      const open = openHere();
      return open === undefined ? pool.transaction(work) : withinSavepoint(open, work);
    },
  };

  return {
    database,
    async together(work) {
      const afterwards: Open['afterwards'] = [];
      const result = await pool.transaction(async (transaction) => {
        // The work may have run before, in vain.
        afterwards.length = 0;
        const open: Open = { transaction, afterwards, savepoints: 0, conflict: undefined };
        const store: { open: Open | undefined } = { open };
        try {
          const done = await context.run(store, () =>
            runApart(() => store.open !== undefined, work),
          );
          if (open.conflict === undefined) return done;
        } catch (error) {
          if (open.conflict === undefined) throw error;
        } finally {
          store.open = undefined;
        }
        throw open.conflict;
      });
      for (const task of afterwards) await task();
      return result;
    },
    async whenCommitted(task) {
      const open = openHere();
      if (open === undefined) await task();
      else open.afterwards.push(task);
    },
  };
}

/** A part that fails only rolls back its own changes, as a separate transaction would. */
async function withinSavepoint<T>(
  open: Open,
  work: (transaction: Queryable) => Promise<T>,
): Promise<T> {
  open.savepoints += 1;
  const name = `joined_${open.savepoints}`;
  await open.transaction.query(`savepoint ${name}`);
  try {
    const result = await work(open.transaction);
    await open.transaction.query(`release savepoint ${name}`);
    return result;
  } catch (error) {
    await open.transaction.query(`rollback to savepoint ${name}`).catch(() => undefined);
    if (!isConflict(error)) throw error;
    open.conflict = error;
    throw conflictFor(error);
  }
}
