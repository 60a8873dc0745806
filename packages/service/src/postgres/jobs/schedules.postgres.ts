import type { Queryable } from '../database.ts';
import type { ScheduleStore } from './schedules.ts';

/** The times are those of the database's clock, which all processes share. */
export function createScheduleStore({ database }: { database: Queryable }): ScheduleStore {
  return {
    async claim(name, everyMs) {
      const rows = await database.query(
        `insert into schedules (name, due_at) values ($1, now() + $2 * interval '1 millisecond')
        on conflict (name) do update set due_at = excluded.due_at
        -- A clock that was ahead left a time further ahead than the interval. Of claims at the same moment, the later
        -- transaction may have committed first: its time is ahead by milliseconds.
        where schedules.due_at <= now() or schedules.due_at > excluded.due_at + interval '1 minute'
        returning name`,
        [name, everyMs],
      );
      return rows.length > 0;
    },
  };
}
