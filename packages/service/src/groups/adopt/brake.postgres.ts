// The brake of adoptions: so many of a template in 24 hours, and none after too many failures, until an administrator
// releases the template. A stop holds new requests and those that wait in the lane.
import { recordActivity } from '../../audit/activity.postgres.ts';
import type { LedgerEntry } from '../../engine/creation.ts';
import { isDeclinedSql } from '../../engine/group-state.ts';
import type { Clock } from '../../ground/clock.ts';
import { informAdministrators } from '../../messages/notices/inform-administrators.postgres.ts';
import type { Base } from '../../postgres/base.ts';
import type { Query, Queryable } from '../../postgres/database.ts';
import type { AdoptionRoom } from './brake.ts';

/** A stop needs so many failures in an hour, and that they are more than this share of the adoptions that ended. */
const leastFailures = 5;
const mostFailedPercent = 5;

type Key = Pick<LedgerEntry, 'tenantId' | 'teamId'>;

export interface AdoptionBrake {
  /** Whether the template of the group adopts no more groups. */
  isOn(this: void, key: Key): Promise<boolean>;
  /** These adoptions failed: stops their templates where the failures are too many. */
  afterFailures(this: void, failed: readonly Key[]): Promise<void>;
}

/** Whether the adoptions of a template are stopped. @param source has tenant_id and template_id */
const isStoppedSql = (source: string) => `exists (
    select from enforcement_brakes b
    where b.tenant_id = ${source}.tenant_id and b.rule = 'adoption' and b.subject_id = ${source}.template_id
      and b.released_at is null
  )`;

export function createAdoptionBrake({
  database,
  clock,
}: Pick<Base, 'database' | 'clock'>): AdoptionBrake {
  return {
    async isOn({ tenantId, teamId }) {
      const [row] = await database.query<{ isStopped: boolean }>(readStop, [tenantId, teamId]);
      return row?.isStopped ?? false;
    },
    afterFailures: (failed) =>
      database.transaction(async (transaction) => {
        const occurredAt = clock.now();
        const stopped = await transaction.query<Stopped>(stopAdoptions, [
          failed.map(({ tenantId }) => tenantId),
          failed.map(({ teamId }) => teamId),
          new Date(occurredAt),
        ]);
        for (const { tenantId, templateId, wanted } of stopped) {
          await recordActivity(transaction, [
            {
              tenantId,
              occurredAt,
              actor: { kind: 'service', id: 'provisioning' },
              action: 'adoption.stopped',
              subject: { kind: 'template', id: templateId },
              data: { failed: wanted },
            },
          ]);
          await informAdministrators(transaction, tenantId, {
            kind: 'adoptions_stopped',
            data: { count: wanted },
          });
        }
      }),
  };
}

interface Stopped {
  readonly tenantId: string;
  readonly templateId: string;
  readonly wanted: number;
}

const readStop: Query = {
  name: 'adoption_read_stop',
  text: `select ${isStoppedSql('t')} as is_stopped from teams t where t.tenant_id = $1 and t.team_id = $2`,
};

// Failures from before a release no longer count, and neither do requests that people declined.
const stopAdoptions: Query = {
  name: 'adoption_stop',
  text: `
    with failing as (
      select distinct t.tenant_id, t.template_id
      from unnest($1::uuid[], $2::uuid[]) as failed (tenant_id, team_id)
      join teams t on t.tenant_id = failed.tenant_id and t.team_id = failed.team_id
    )
    insert into enforcement_brakes (tenant_id, rule, subject_id, since, wanted)
    select f.tenant_id, 'adoption', f.template_id, $3, recent.failed
    from failing f
    left join enforcement_brakes b
      on b.tenant_id = f.tenant_id and b.rule = 'adoption' and b.subject_id = f.template_id
    cross join lateral (
      select count(*) filter (where p.status = 'failed')::integer as failed, count(*) as ended
      from teams t
      join provisionings p on p.tenant_id = t.tenant_id and p.team_id = t.team_id
      where t.tenant_id = f.tenant_id and t.template_id = f.template_id and p.facts ? 'adoption'
        and p.completed_at > greatest($3::timestamptz - interval '1 hour', b.released_at)
        and not ${isDeclinedSql} and p.error ->> 'code' is distinct from 'no_approver'
    ) recent
    where recent.failed >= ${leastFailures} and recent.failed * 100 > recent.ended * ${mostFailedPercent}
    on conflict (tenant_id, rule, subject_id) do update
    set since = excluded.since, wanted = excluded.wanted, released_at = null
    where enforcement_brakes.released_at is not null
    returning tenant_id, subject_id as template_id, wanted`,
};

/**
 * The adoptions of a template: how many were accepted, and whether they are stopped.
 * @param source has tenant_id and template_id
 * @param now a moment, as SQL
 */
export const recentAdoptions = (source: string, now: string) => `
  select count(*) filter (where p.status not in ('failed', 'cancelled')) as accepted,
    ${isStoppedSql(source)} as is_stopped
  from teams t
  join provisionings p on p.tenant_id = t.tenant_id and p.team_id = t.team_id
  where t.tenant_id = ${source}.tenant_id and t.template_id = ${source}.template_id
    and t.created_at > ${now} - interval '24 hours' and p.facts ? 'adoption'`;

export function createReadBrake(
  database: Queryable,
  clock: Clock,
): (
  template: { readonly tenantId: string; readonly templateId: string },
  perDay: number,
) => Promise<AdoptionRoom> {
  return async ({ tenantId, templateId }, perDay) => {
    const [recent] = await database.query<{ accepted: number; isStopped: boolean }>(readRecent, [
      tenantId,
      templateId,
      new Date(clock.now()),
    ]);
    const { accepted = 0, isStopped = false } = recent ?? {};
    return isStopped
      ? { left: 0, by: 'failures' }
      : { left: Math.max(0, perDay - accepted), by: 'per_day' };
  };
}

const readRecent = {
  name: 'adoption_read_recent',
  text: `
    select recent.* from (select $1::uuid as tenant_id, $2::uuid as template_id) wanted
    cross join lateral (${recentAdoptions('wanted', '$3::timestamptz')}) recent`,
};
