// The groups that changes of people concern, and the findings that follow from them at once.
import { assessSoon } from '../governance/governed-groups.postgres.ts';
import type { Queryable } from '../postgres/database.ts';
import {
  accountFindings,
  type AccountState,
  type Finding,
} from '../provisioning/observed-state.ts';
import type { UnavailableReason } from './watched-person.ts';

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
  await updateFindings(transaction, tenantId, personIds);
}

/** The findings of the last reconciliation say at once who is unavailable, as the next one would. */
async function updateFindings(
  transaction: Queryable,
  tenantId: string,
  personIds: readonly string[],
): Promise<void> {
  const observed = await transaction.query<ObservedAccounts>(readAccounts, [tenantId, personIds]);
  const changed = observed.flatMap(({ teamId, findings, ...accounts }) => {
    const next = findingsAfter(findings, {
      responsible: accountOf(accounts.responsible),
      deputy: accounts.hasDeputy ? accountOf(accounts.deputy) : null,
    });
    return next.join() === findings.join() ? [] : [{ teamId, findings: next }];
  });
  if (changed.length > 0) {
    await transaction.query(writeFindings, [tenantId, JSON.stringify(changed)]);
  }
}

interface ObservedAccounts {
  readonly teamId: string;
  readonly findings: readonly Finding[];
  readonly responsible: UnavailableReason | null;
  readonly hasDeputy: boolean;
  readonly deputy: UnavailableReason | null;
}

const ofAccounts = new Set(accountFindings({ responsible: 'gone', deputy: 'gone' }));

function findingsAfter(
  findings: readonly Finding[],
  accounts: Parameters<typeof accountFindings>[0],
): readonly Finding[] {
  return [...findings.filter((one) => !ofAccounts.has(one)), ...accountFindings(accounts)];
}

/** As a reconciliation sees the account: guests and people without a licence can sign in. */
function accountOf(reason: UnavailableReason | null): AccountState {
  if (reason === 'deleted') return 'gone';
  return reason === 'disabled' ? 'disabled' : 'enabled';
}

const readAccounts = `
  select o.team_id, o.findings, responsible.unavailable_reason as responsible, s.deputy_id is not null as has_deputy,
    deputy.unavailable_reason as deputy
  from team_observations o
  join team_search s on s.tenant_id = o.tenant_id and s.team_id = o.team_id
  left join watched_people responsible
    on responsible.tenant_id = s.tenant_id and responsible.person_id = s.responsible_id
  left join watched_people deputy on deputy.tenant_id = s.tenant_id and deputy.person_id = s.deputy_id
  where o.tenant_id = $1 and o.team_id in (
    select team_id from team_search where tenant_id = $1 and responsible_id = any ($2::text[])
    union select team_id from team_search where tenant_id = $1 and deputy_id = any ($2::text[])
  )
  order by o.team_id
  for update of o`;

const writeFindings = `
  update team_observations o set findings = x.findings
  from jsonb_to_recordset($2::jsonb) as x ("teamId" uuid, findings text[])
  where o.tenant_id = $1 and o.team_id = x."teamId"`;
