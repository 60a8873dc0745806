import { setTimeout as pause } from 'node:timers/promises';

import type { Queryable } from '../src/postgres/database.ts';

/** Looking costs the server something: seldom enough not to be measured itself. */
const pollEveryMs = 50;

/** Waits until no creation is in progress or in a queue; one that awaits an approval is neither. @returns failed ones */
export async function waitUntilDone(database: Queryable): Promise<number> {
  for (;;) {
    const [inFlight] = await database.query(
      // In the order of the index of unfinished ones: otherwise each look reads the whole table.
      `select from provisionings
      where status in ('accepted', 'running') and (status = 'running' or waiting)
      order by tenant_id, team_id limit 1`,
    );
    if (inFlight === undefined) break;
    await pause(pollEveryMs);
  }
  const [row] = await database.query<{ failed: number }>(
    `select count(*) as failed from provisionings where status = 'failed'`,
  );
  return row?.failed ?? 0;
}
