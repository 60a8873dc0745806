import { setTimeout as pause } from 'node:timers/promises';

import type { Queryable } from '../src/postgres/database.ts';

/** Looking costs the server something: seldom enough not to be measured itself. */
const lookEveryMs = 50;

/** Waits until no creation is in progress; returns the number of failed ones. */
export async function waitUntilDone(database: Queryable): Promise<number> {
  for (;;) {
    const [underWay] = await database.query(
      `select from provisionings where status in ('accepted', 'running') limit 1`,
    );
    if (underWay === undefined) break;
    await pause(lookEveryMs);
  }
  const [row] = await database.query<{ failed: number }>(
    `select count(*) as failed from provisionings where status = 'failed'`,
  );
  return row?.failed ?? 0;
}
