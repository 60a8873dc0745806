// Which tenants' people are due to be followed, in PostgreSQL.
import { assessAtNextTick } from '../governed-groups.postgres.ts';
import type { Database } from '../../postgres/database.ts';
import type { FollowScheduleStore } from './people-schedule.ts';

const changesPerStep = 500;

/** A tenant without groups has nobody to follow. */
const hasGroups = `(exists (
  select from team_search s where s.tenant_id = t.tenant_id and s.responsible_id is not null
) or exists (select from group_responsibility g where g.tenant_id = t.tenant_id))`;

export function createFollowScheduleStore(database: Database): FollowScheduleStore {
  return {
    async due(limit) {
      const rows = await database.query<{ tenantId: string }>(
        {
          name: 'responsibility_due',
          boundary: false,
          text: `
            select t.tenant_id from tenants t left join followed_people f on f.tenant_id = t.tenant_id
            where t.closed is null and (f.tenant_id is null or f.due_at <= now()) and ${hasGroups}
            order by f.due_at nulls first, t.tenant_id
            limit $1`,
        },
        [limit],
      );
      return rows.map(({ tenantId }) => tenantId);
    },
    async isDue(tenantId) {
      const rows = await database.query(
        `select from tenants t left join followed_people f on f.tenant_id = t.tenant_id
        where t.tenant_id = $1 and (
          (f.tenant_id is null or f.due_at <= now()) and ${hasGroups}
          or exists (select from changed_responsibilities c where c.tenant_id = t.tenant_id)
        )`,
        [tenantId],
      );
      return rows.length > 0;
    },
    async fail(tenantId, retryInMs, detail) {
      await database.query(
        `insert into followed_people as f (tenant_id, due_at, checks_all_at, failure)
        values ($1, now() + $2 * interval '1 millisecond', now(), $3)
        on conflict (tenant_id) do update set due_at = excluded.due_at, failure = excluded.failure`,
        [tenantId, retryInMs, detail],
      );
    },
    assessChanged: () =>
      database.transaction(async (transaction) => {
        const changed = await transaction.query<{ tenantId: string; teamId: string }>(
          `delete from changed_responsibilities c
          using (
            select tenant_id, number from changed_responsibilities
            order by tenant_id, number limit ${changesPerStep} for update skip locked
          ) first
          where c.tenant_id = first.tenant_id and c.number = first.number
          returning c.tenant_id, c.team_id`,
        );
        for (const [tenantId, groups] of Map.groupBy(changed, (one) => one.tenantId)) {
          const teamIds = [...new Set(groups.map(({ teamId }) => teamId))];
          await assessAtNextTick(transaction, tenantId, teamIds);
        }
        return changed.length;
      }),
  };
}
