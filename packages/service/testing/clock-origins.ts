// Moments that the governance clock of a sandbox showed, compared with their origins.
import assert from 'node:assert/strict';
import { everyNth } from './drawn.ts';
import type { TestDatabase } from './database.ts';

const moments = Array.from({ length: 121 }, (_, index) => index - 20);
const shown = 721;

/**
 * A moment that the clock showed has one origin: what came before was shown before.
 * @param oneIn of so many moments before and during the advances, one is compared with all that was shown
 */
export async function assertOrigins(
  { database }: TestDatabase,
  tenantId: string,
  oneIn: number,
): Promise<void> {
  await database.query(
    `insert into governance_advances (tenant_id, at, ahead)
    select $1, now() + n * interval '1 minute', n * n * interval '1 hour' from generate_series(1, 20) n`,
    [tenantId],
  );
  const drawn = everyNth(moments, oneIn);
  const [row] = await database.query<{ compared: number; wrong: number }>(
    `select count(*)::integer as compared, count(*) filter (where
        (governance_time($1, moment) < shown) is distinct from (moment < governance_origin($1, shown)))::integer as wrong
    from (select now() + n * interval '17 seconds' as moment from unnest($2::integer[]) n) real
    cross join (
      select now() + (n - 20) * interval '37 minutes' as shown from generate_series(0, $3::integer - 1) n
    ) wanted`,
    [tenantId, drawn, shown],
  );
  assert.deepEqual(row, { compared: drawn.length * shown, wrong: 0 });
}
