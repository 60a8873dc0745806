// The groups that changes of people concern, and the findings that follow from them at once.
import type { Queryable } from '../../postgres/database.ts';
import { updatePeopleFindings } from '../../engine/people-findings.postgres.ts';

/**
 * Has the groups assessed that these people answer for, and the groups whose responsibility is not held. By the queue of
 * 0221: these may be many thousands, and nothing here waits for those that are being assessed.
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
  await transaction.query(
    `insert into changed_responsibilities (tenant_id, team_id)
    select $1, concerned.team_id from (
      select team_id from team_search where tenant_id = $1 and responsible_id = any ($2::text[])
      union select team_id from team_search where tenant_id = $1 and deputy_id = any ($2::text[])
      union select team_id from former_responsibles where tenant_id = $1 and former_id = any ($2::text[])
      union select team_id from group_responsibility where tenant_id = $1 and $3
      union
      select a.team_id from acceptances a
      join team_search s on s.tenant_id = a.tenant_id and s.team_id = a.team_id
      where a.tenant_id = $1 and (s.responsible_id = any ($4::text[]) or s.deputy_id = any ($4::text[]))
    ) concerned`,
    [tenantId, personIds, withOthers, newIds],
  );
  // Last: reconciliations hold rows of the observations, and wait for nothing.
  await updatePeopleFindings(transaction, tenantId, personIds);
}
