// The brake of adoptions: so many of a template in 24 hours, and none while too many of the last hour failed.
import type { Clock } from '../../ground/clock.ts';
import type { Queryable } from '../../postgres/database.ts';
import type { AdoptionRoom } from './brake.ts';

/** A stop needs so many failures, and that they are more than this share of the adoptions that ended. */
const leastFailures = 5;
const mostFailedPercent = 5;

/**
 * The adoptions of a template: how many were accepted, and whether its failures stop it.
 * @param source has tenant_id and template_id
 * @param now a moment, as SQL
 */
export const recentAdoptions = (source: string, now: string) => `
  select accepted, failed >= ${leastFailures} and failed * 100 > ended * ${mostFailedPercent} as is_stopped
  from (
    select count(*) filter (where p.status not in ('failed', 'cancelled')) as accepted,
      count(*) filter (where p.status = 'failed' and p.completed_at > ${now} - interval '1 hour') as failed,
      count(*) filter (where p.completed_at > ${now} - interval '1 hour') as ended
    from teams t
    join provisionings p on p.tenant_id = t.tenant_id and p.team_id = t.team_id
    where t.tenant_id = ${source}.tenant_id and t.template_id = ${source}.template_id
      and t.created_at > ${now} - interval '24 hours' and p.facts ? 'adoption'
  ) counted`;

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
