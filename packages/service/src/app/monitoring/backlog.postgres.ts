// The unfinished work of all tenants in PostgreSQL. One statement, by partial indexes of unfinished rows, which are few
// unless there is a backlog; of a large backlog it reads a bounded part.
import { creationStatusSql } from '../../engine/group-state.ts';
import type { Query, Queryable } from '../../postgres/database.ts';
import { type Backlog, type DatabaseState, maxCounted } from './backlog-metrics.ts';

const withinMs = 3_000;

const counted = (work: Backlog['work'], rows: string) => `
  select '${work}' as work, status, count(*)::integer as count,
    greatest(0, extract(epoch from now() - min(since)) * 1000)::double precision as oldest_ms
  from (${rows} limit ${maxCounted}) as unfinished group by status`;

const readBacklogs: Query = {
  name: 'monitoring_backlogs',
  boundary: false,
  withinMs,
  text: [
    counted(
      'creation',
      `select case when not p.waiting and ${creationStatusSql} = 'accepted' then 'held'
          else ${creationStatusSql} end as status, t.created_at as since
        from provisionings p join teams t using (tenant_id, team_id)
        where p.status in ('accepted', 'running')`,
    ),
    counted(
      'operation',
      `select status, created_at as since from operations where status in ('accepted', 'running')`,
    ),
    counted(
      'delivery',
      `select state as status, queued_at as since from webhook_deliveries where state = 'pending'`,
    ),
    counted(
      'message',
      `select state as status, due_at as since from notice_messages where state = 'pending'`,
    ),
    counted(
      'activity',
      `select 'unsealed' as status, null::timestamptz as since from activity_unsealed`,
    ),
  ].join(' union all '),
};

const readStart: Query = {
  name: 'monitoring_server_start',
  boundary: false,
  withinMs,
  text: 'select (extract(epoch from pg_postmaster_start_time()) * 1000)::double precision as started_at',
};

export async function readDatabaseState(database: Queryable): Promise<DatabaseState> {
  const [backlogs, [server]] = await Promise.all([
    database.query<Backlog>(readBacklogs),
    database.query<{ startedAt: number }>(readStart),
  ]);
  if (server === undefined) throw new Error('The server does not say when it started.');
  return { backlogs, startedAt: server.startedAt };
}
