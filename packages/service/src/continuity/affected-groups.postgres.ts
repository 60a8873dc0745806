// The groups that changes of people concern, and the findings that follow from them at once.
import { assessSoon } from '../governance/governed-groups.postgres.ts';
import type { Queryable } from '../postgres/database.ts';

/** Has the groups assessed that these people answer for, and the groups whose responsibility is not held. */
export async function assessGroupsOf(
  transaction: Queryable,
  tenantId: string,
  personIds: readonly string[],
  withOthers: boolean,
): Promise<void> {
  if (personIds.length === 0 && !withOthers) return;
  const groups = await transaction.query<{ teamId: string }>(
    `select team_id from team_search where tenant_id = $1 and responsible_id = any ($2::text[])
    union select team_id from team_search where tenant_id = $1 and deputy_id = any ($2::text[])
    union select team_id from group_responsibility where tenant_id = $1 and $3`,
    [tenantId, personIds, withOthers],
  );
  const teamIds = groups.map(({ teamId }) => teamId);
  if (teamIds.length > 0) await assessSoon(transaction, tenantId, { teamIds });
  // Last: reconciliations hold rows of the observations, and wait for nothing.
  await transaction.query(updateFindings, [tenantId, personIds]);
}

/** The findings of the last reconciliation say at once who is unavailable, as the next one would. */
const isAbsent = (role: 'responsible' | 'deputy') =>
  `exists (
    select from watched_people w where w.tenant_id = s.tenant_id and w.person_id = s.${role}_id
      and w.unavailable_reason in ('disabled', 'deleted')
  )`;
const updateFindings = `
  update team_observations o
  set findings = array(
      select finding from unnest(o.findings) finding
      where finding not in ('responsible_unavailable', 'deputy_unavailable')
    ) || case when ${isAbsent('responsible')} then array['responsible_unavailable'] else '{}' end
      || case when ${isAbsent('deputy')} then array['deputy_unavailable'] else '{}' end
  from team_search s
  where o.tenant_id = $1 and s.tenant_id = $1 and s.team_id = o.team_id
    and s.team_id in (
      select team_id from team_search where tenant_id = $1 and responsible_id = any ($2::text[])
      union select team_id from team_search where tenant_id = $1 and deputy_id = any ($2::text[])
    )`;
