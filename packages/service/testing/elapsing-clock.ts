// A clock of a test's own, for the service and its database alike: time runs faster than it does, and can be put forward.
// In the database, `now()` is that time, also where a suite other than a sandbox has no time machine.
import type { Clock, Timers } from '../src/ground/clock.ts';
import { silentLog } from '../src/postgres/log.ts';
import { openDatabase } from '../src/postgres/pool.ts';
import type { TestDatabase } from './database.ts';

export interface ElapsingClock extends Clock, Timers {
  wait(this: void, milliseconds: number): Promise<void>;
  /** Puts the clock forward. */
  elapse(this: void, milliseconds: number): Promise<void>;
}

/**
 * @param at before its first use: its connections find `now()` on the search path
 * @param speed how many times as fast as the time of the machine
 */
export async function createElapsingClock(at: TestDatabase, speed: number): Promise<ElapsingClock> {
  const startedAt = Date.now();
  let aheadMs = 0;
  const name = new URL(at.url).pathname.slice(1);
  const owner = openDatabase(at.settings.owner, { log: silentLog, maxConnections: 1 });
  const statements = [
    'create table elapsed (started_at timestamptz not null, ahead interval not null)',
    `insert into elapsed values (to_timestamp(${startedAt} / 1000.0), '0')`,
    'grant select, update on elapsed to public',
    `create function public.now() returns timestamptz language sql stable as $$
      select started_at + (pg_catalog.now() - started_at) * ${speed} + ahead from public.elapsed $$`,
    `alter database "${name}" set search_path = public, pg_catalog`,
  ];
  for (const statement of statements) await owner.query(statement);
  await owner.close();

  return {
    now: () => startedAt + (Date.now() - startedAt) * speed + aheadMs,
    after(milliseconds, callback) {
      const timer = setTimeout(callback, milliseconds / speed);
      return () => clearTimeout(timer);
    },
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds / speed)),
    async elapse(milliseconds) {
      aheadMs += milliseconds;
      await at.database.query(`update elapsed set ahead = $1 * interval '1 millisecond'`, [
        aheadMs,
      ]);
    },
  };
}
