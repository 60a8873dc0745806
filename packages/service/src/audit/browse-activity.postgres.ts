import type { Database } from '../postgres/database.ts';
import { createConditions } from '../postgres/conditions.ts';
import { bytesBefore, isWithinBatch } from '../postgres/within-bytes.ts';
import type { ActivityFilter, ActivityReader, ReadActivity } from './browse-activity.ts';

export function createActivityReader(database: Database): ActivityReader {
  return {
    async mayHave(tenantId, subjectId) {
      const rows = await database.query(
        `(select from activity where tenant_id = $1 and subject_id = $2 limit 1)
        union all
        (select from activity_archives where tenant_id = $1 limit 1)
        limit 1`,
        [tenantId, subjectId],
      );
      return rows.length > 0;
    },

    async read(tenantId, filter, { beforeId, limit }) {
      const { text, values } = conditionsOf(tenantId, filter, beforeId);
      const rows = await database.query<FoundEntry>(
        `select a.*, coalesce(t.display_name, case when a.subject_kind = 'directory_group' then a.data ->> 'displayName' end) as group_name
         from (
           select page.*, count(*) over () as found, ${bytesBefore('data', 'activity_id desc')} as bytes_before
           from (
             select activity_id, occurred_at, actor_kind, actor_id, address, request_id, action,
               subject_kind, subject_id, data
             from activity where ${text()} order by activity_id desc limit $${values.length + 1}
           ) page
         ) a
         left join teams t on t.tenant_id = $1
           and t.team_id = case when a.subject_kind = 'group' then a.subject_id::uuid end
         where ${isWithinBatch('a.bytes_before')}
         order by a.activity_id desc`,
        [...values, limit + 1],
      );
      const entries = rows.slice(0, limit).map(entryOf);
      return { entries, hasMore: (rows[0]?.found ?? 0) > entries.length };
    },
  };
}

interface FoundEntry extends ReadActivity {
  readonly found: number;
  readonly bytesBefore: number;
}

function entryOf(row: FoundEntry): ReadActivity {
  const { found: _, bytesBefore: __, ...entry } = row;
  return entry;
}

function conditionsOf(tenantId: string, filter: ActivityFilter, beforeId: number | undefined) {
  const conditions = createConditions(tenantId);
  const { add } = conditions;
  add((n) => `activity_id < ${n}`, beforeId);
  add((n) => `actor_kind = ${n}`, filter.actorKind);
  add((n) => `position(lower(${n}) in lower(actor_id)) > 0`, filter.actor);
  add((n) => `(action = ${n} or starts_with(action, ${n} || '.'))`, filter.action);
  add((n) => `subject_id = ${n}`, filter.subjectId);
  add((n) => `occurred_at >= ${n}`, filter.from);
  add((n) => `occurred_at < ${n}`, filter.until);
  return conditions;
}
