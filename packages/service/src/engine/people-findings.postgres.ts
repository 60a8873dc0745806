// The findings about the people who answer for groups say at once who is unavailable, and whom messages do not reach, as
// the next reconciliation would.
import type { Queryable } from '../postgres/database.ts';
import { ofFoundRow } from '../postgres/found-row.ts';
import {
  type AccountState,
  type Finding,
  peopleFindings,
  type UnreachablePeople,
} from './observed-state.ts';

/** Whether messages reach neither person, over ids in the directory. */
export const unreachableSql = (responsibleId: string, deputyId: string) => {
  const isUnreachable = (id: string) => `exists (
      select from failed_deliveries d
      where d.tenant_id = $1 and d.person_id = lower(${id}) and ${ofFoundRow('d.is_unreachable')}
    )`;
  return `jsonb_build_object('responsible', ${isUnreachable(responsibleId)}, 'deputy', ${isUnreachable(deputyId)})`;
};

/**
 * Last in a transaction: reconciliations hold rows of the observations, and wait for nothing.
 * @param personIds of people whose availability has changed, or whether messages reach them; in lower case
 */
export async function updatePeopleFindings(
  transaction: Queryable,
  tenantId: string,
  personIds: readonly string[],
): Promise<void> {
  const observed = await transaction.query<ObservedAccounts>(readAccounts, [tenantId, personIds]);
  const changed = observed.flatMap(({ teamId, findings, ...accounts }) => {
    const next = findingsAfter(
      findings,
      {
        responsible: accounts.hasResponsible ? accountOf(accounts.responsible) : null,
        deputy: accounts.hasDeputy ? accountOf(accounts.deputy) : null,
      },
      accounts.unreachable,
    );
    return next.join() === findings.join() ? [] : [{ teamId, findings: next }];
  });
  if (changed.length > 0) {
    await transaction.query(writeFindings, [tenantId, JSON.stringify(changed)]);
  }
}

interface ObservedAccounts {
  readonly teamId: string;
  readonly findings: readonly Finding[];
  /** Why the person is unavailable: governance/responsibility/watched-person.ts. */
  readonly responsible: string | null;
  readonly hasResponsible: boolean;
  readonly hasDeputy: boolean;
  readonly deputy: string | null;
  readonly unreachable: UnreachablePeople;
}

const ofPeople = new Set(
  peopleFindings({ responsible: 'gone', deputy: 'gone' }, { responsible: true, deputy: true }),
);

function findingsAfter(
  findings: readonly Finding[],
  ...people: Parameters<typeof peopleFindings>
): readonly Finding[] {
  return [...findings.filter((one) => !ofPeople.has(one)), ...peopleFindings(...people)];
}

/** To a reconciliation, guests and people without a licence can sign in. */
function accountOf(reason: string | null): AccountState {
  if (reason === 'deleted') return 'gone';
  return reason === 'disabled' ? 'disabled' : 'enabled';
}

const readAccounts = `
  select o.team_id, o.findings, responsible.unavailable_reason as responsible,
    s.responsible_id is not null as has_responsible, s.deputy_id is not null as has_deputy,
    deputy.unavailable_reason as deputy, ${unreachableSql('s.responsible_id', 's.deputy_id')} as unreachable
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
