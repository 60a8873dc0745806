// The groups that changes of people concern, and the findings that follow from them at once.
import { assessSoon } from '../governance/governed-groups.postgres.ts';
import type { Queryable } from '../postgres/database.ts';
import { updatePeopleFindings } from '../provisioning/people-findings.postgres.ts';

/**
 * Has the groups assessed that these people answer for, and the groups whose responsibility is not held.
 * @param newIds of people of whom nothing was known before: they can be asked to accept their role now
 */
export async function assessGroupsOf(
  transaction: Queryable,
  tenantId: string,
  personIds: readonly string[],
  withOthers: boolean,
  newIds: readonly string[] = [],
): Promise<void> {
  if (personIds.length === 0 && !withOthers) return;
  const groups = await transaction.query<{ teamId: string }>(
    `select team_id from team_search where tenant_id = $1 and responsible_id = any ($2::text[])
    union select team_id from team_search where tenant_id = $1 and deputy_id = any ($2::text[])
    union select team_id from former_responsibles where tenant_id = $1 and former_id = any ($2::text[])
    union select team_id from group_responsibility where tenant_id = $1 and $3
    union
    select a.team_id from acceptances a
    join team_search s on s.tenant_id = a.tenant_id and s.team_id = a.team_id
    where a.tenant_id = $1 and (s.responsible_id = any ($4::text[]) or s.deputy_id = any ($4::text[]))`,
    [tenantId, personIds, withOthers, newIds],
  );
  const teamIds = groups.map(({ teamId }) => teamId);
  if (teamIds.length > 0) await assessSoon(transaction, tenantId, { teamIds });
  // Last: reconciliations hold rows of the observations, and wait for nothing.
  await updatePeopleFindings(transaction, tenantId, personIds);
}
