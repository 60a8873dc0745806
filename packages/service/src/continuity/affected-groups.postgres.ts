// The groups that changes of people concern, and the findings that follow from them at once.
import { assessSoon } from '../governance/governed-groups.postgres.ts';
import type { Queryable } from '../postgres/database.ts';
import { updatePeopleFindings } from '../provisioning/people-findings.postgres.ts';

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
  await updatePeopleFindings(transaction, tenantId, personIds);
}
