import type { Clock } from '../foundation/clock.ts';
import type { Queryable } from '../postgres/database.ts';
import type { ScheduleStore } from './schedules.ts';

export function createScheduleStore(deps: { database: Queryable; clock: Clock }): ScheduleStore {
  const { database, clock } = deps;
  return {
    async claim(name, everyMs) {
      const now = clock.now();
      const rows = await database.query(
        `insert into schedules (name, due_at) values ($1, $3)
        on conflict (name) do update set due_at = excluded.due_at
        -- Due further ahead than its interval is what a clock has left that was ahead itself.
        where schedules.due_at <= $2 or schedules.due_at > $3
        returning name`,
        [name, new Date(now), new Date(now + everyMs)],
      );
      return rows.length > 0;
    },
  };
}
