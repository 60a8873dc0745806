// The suite's own expirations in PostgreSQL: the groups to read or renew there, and the answers of the suite.
import { type Cause, loggedCause } from '../../audit/activity.ts';
import { recordActivity } from '../../audit/activity.postgres.ts';
import type { Clock } from '../../ground/clock.ts';
import type { Database, Queryable } from '../../postgres/database.ts';
import { isOpen } from '../../postgres/lock-tenant.ts';
import { groupStateSql } from '../../engine/group-state.ts';
import {
  type DueSuiteExpiration,
  endsEarlier,
  type SuiteExpirationStore,
} from './suite-expiration.ts';

/** A policy of the suite may come later, or become shorter. */
const readAgainAfter = '30 days';

interface GroupKey {
  readonly tenantId: string;
  readonly teamId: string;
}

/** Has the expiration read soon; with `renews`, also renewed. */
export async function readSuiteExpirations(
  transaction: Queryable,
  groups: readonly GroupKey[],
  { renews }: { readonly renews: boolean },
): Promise<void> {
  if (groups.length === 0) return;
  await transaction.query(
    `insert into suite_expirations as e (tenant_id, team_id, renews, due_at)
    select *, $3::boolean, now() from unnest($1::uuid[], $2::uuid[])
    on conflict (tenant_id, team_id) do update
    set renews = e.renews or excluded.renews, due_at = excluded.due_at, failure = null`,
    [groups.map(({ tenantId }) => tenantId), groups.map(({ teamId }) => teamId), renews],
  );
}

export function createSuiteExpirationStore(
  database: Database,
  { clock }: { readonly clock: Clock },
): SuiteExpirationStore {
  return {
    async dueTenants(limit) {
      const rows = await database.query<{ tenantId: string }>(
        {
          name: 'suite_expirations_due_tenants',
          boundary: false,
          text: `
            select tenant_id from suite_expirations where due_at <= now() and ${isOpen('tenant_id')}
            group by tenant_id order by min(due_at) limit $1`,
        },
        [limit],
      );
      return rows.map(({ tenantId }) => tenantId);
    },

    async due(tenantId, limit) {
      // Groups that are gone have nothing to read.
      await database.query(
        `delete from suite_expirations e using teams t
        join provisionings p on p.tenant_id = t.tenant_id and p.team_id = t.team_id
        where e.tenant_id = $1 and e.due_at <= now() and t.tenant_id = e.tenant_id and t.team_id = e.team_id
          and ${groupStateSql} not in ('active', 'archived')`,
        [tenantId],
      );
      return database.query<DueSuiteExpiration>(
        `select e.tenant_id, e.team_id, e.renews, p.facts ->> 'groupId' as group_id,
          coalesce(p.facts ->> 'adoptedMarker', e.team_id::text) as marker,
          coalesce((p.facts ->> 'isUnmarked')::boolean, false) as is_unmarked
        from suite_expirations e
        join provisionings p on p.tenant_id = e.tenant_id and p.team_id = e.team_id
        where e.tenant_id = $1 and e.due_at <= now()
        order by e.due_at, e.team_id limit $2`,
        [tenantId, limit],
      );
    },

    store: ({ tenantId, teamId, renews }, suiteExpiresAt) =>
      database.transaction(async (transaction) => {
        const [row] = await transaction.query<{
          before: Date | null;
          expiresAt: Date | null;
          cause: Cause | null;
        }>(
          `with before as (
            select suite_expires_at from suite_expirations where tenant_id = $1 and team_id = $2 for update
          )
          update suite_expirations e
          set suite_expires_at = $3, failure = null,
            -- A renewal that came meanwhile is made, too.
            renews = e.renews and not $4, due_at = now() + interval '${readAgainAfter}'
          from before
          where e.tenant_id = $1 and e.team_id = $2
          returning before.suite_expires_at as before,
            (select expires_at from group_lifecycles l where l.tenant_id = $1 and l.team_id = $2) as expires_at,
            (
              select jsonb_build_object('templateId', t.template_id, 'policyVersion', l.policy_version, 'rule', 'lifecycle')
              from group_lifecycles l join teams t on t.tenant_id = l.tenant_id and t.team_id = l.team_id
              where l.tenant_id = $1 and l.team_id = $2
            ) as cause`,
          [tenantId, teamId, suiteExpiresAt, renews],
        );
        if (row === undefined) return;
        const isNew = row.before?.getTime() !== suiteExpiresAt?.getTime();
        if (!isNew || !endsEarlier(suiteExpiresAt, row.expiresAt)) return;
        const data = {
          expiresAt: row.expiresAt?.toISOString() ?? null,
          suiteExpiresAt: suiteExpiresAt?.toISOString(),
          ...loggedCause(row.cause),
        };
        await recordActivity(transaction, [
          {
            tenantId,
            occurredAt: clock.now(),
            actor: { kind: 'service', id: 'lifecycle' },
            action: 'group.suite_expires_earlier',
            subject: { kind: 'group', id: teamId },
            data,
          },
        ]);
      }),

    async fail({ tenantId, teamId }, retryInMs, detail) {
      await database.query(
        `update suite_expirations set due_at = now() + $3 * interval '1 millisecond', failure = $4
        where tenant_id = $1 and team_id = $2`,
        [tenantId, teamId, retryInMs, detail],
      );
    },
  };
}
