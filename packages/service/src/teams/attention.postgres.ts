// The numbers of things in a tenant that a person has to look after now.
import type { Queryable } from '../postgres/database.ts';
import { groupStateSql } from '../provisioning/group-state.ts';
import type { Attention } from './overview.ts';
import { existsSql } from './teams.postgres.ts';

/** @param failuresInRow of a webhook that counts as failing */
export async function readAttention(
  database: Queryable,
  tenantId: string,
  failuresInRow: number,
): Promise<Attention> {
  const [row] = await database.query<Attention>(attention, [tenantId, failuresInRow]);
  if (row === undefined) throw new Error('The numbers are not there.');
  return row;
}

const groups = (table: string) => `
  from ${table} g
  join teams t on t.tenant_id = g.tenant_id and t.team_id = g.team_id
  join provisionings p on p.tenant_id = g.tenant_id and p.team_id = g.team_id
  where g.tenant_id = $1`;

const attention = `
  select
    (select count(*)::integer ${groups('group_responsibility')} and g.state = 'vacant' and ${existsSql}) as vacant,
    (select count(*)::integer from tasks where tenant_id = $1 and state = 'open' and kind = 'approve') as approvals,
    (
      select count(*)::integer from tasks
      where tenant_id = $1 and state = 'open' and due_at < (select governance_now($1))
    ) as overdue_tasks,
    (
      select count(*)::integer from webhook_endpoints
      where tenant_id = $1 and disabled_at is null and failures_in_row >= $2
    ) as failing_webhooks,
    (
      select count(*)::integer from notice_messages
      where tenant_id = $1 and state = 'failed' and finished_at > now() - interval '30 days'
    ) as failed_messages,
    (select failing_since from notice_channels where tenant_id = $1) as messages_failing_since,
    (
      select count(*)::integer ${groups('group_lifecycles')} and g.outcome is null
        and g.expires_at < (select governance_now($1) + interval '30 days') and ${groupStateSql} = 'active'
        and not exists (select from group_holds h where h.tenant_id = g.tenant_id and h.team_id = g.team_id)
    ) as expiring`;
