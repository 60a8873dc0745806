import type { Database } from '../postgres/database.ts';
import { createConditions } from '../postgres/conditions.ts';
import type { ActivityFilter, ActivityReader } from './browse-activity.ts';

export function createActivityReader(database: Database): ActivityReader {
  return {
    read(tenantId, filter, { beforeId, limit }) {
      const { text, values } = conditionsOf(tenantId, filter, beforeId);
      return database.query(
        `select a.*, t.display_name as group_name
         from (
           select activity_id, occurred_at, actor_kind, actor_id, address, request_id, action,
             subject_kind, subject_id, data
           from activity where ${text()} order by activity_id desc limit $${values.length + 1}
         ) a
         left join teams t on t.tenant_id = $1
           and t.team_id = case when a.subject_kind = 'group' then a.subject_id::uuid end
         order by a.activity_id desc`,
        [...values, limit],
      );
    },
  };
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
