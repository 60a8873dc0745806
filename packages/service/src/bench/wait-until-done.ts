import { setTimeout as pause } from 'node:timers/promises';

import type { Queryable } from '../postgres/database.ts';

/** Waits until no creation is under way; answers how many there are that failed. */
export async function waitUntilDone(database: Queryable): Promise<number> {
  for (;;) {
    const [row] = await database.query<{ under_way: boolean; failed: number }>(
      `select exists (select from provisionings where status in ('accepted', 'running')) as under_way,
         (select count(*) from provisionings where status = 'failed') as failed`,
    );
    if (row === undefined) throw new Error('The database does not answer.');
    if (!row.under_way) return row.failed;
    await pause(20);
  }
}
