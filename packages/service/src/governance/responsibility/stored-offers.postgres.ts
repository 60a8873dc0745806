// The memory of the rules of responsibility beside the state: the handovers that may be offered back, and acceptances.
import type { Task } from '../../messages/tasks/task.ts';
import type { Queryable } from '../../postgres/database.ts';
import type { AssessedResponsibility } from './assess-responsibility.ts';
import type { Acceptance, FormerResponsible, ResponsibilityFacts } from './responsibility-facts.ts';

interface TeamKey {
  readonly tenantId: string;
  readonly teamId: string;
}

/** Writes what has changed. */
export async function writeOffers(
  transaction: Queryable,
  { group, former, acceptances }: ResponsibilityFacts,
  assessed: AssessedResponsibility,
): Promise<void> {
  if (textOf(former) !== textOf(assessed.former)) {
    await writeFormer(transaction, group, assessed.former);
  }
  if (acceptances.length > 0 && assessed.acceptances.length === 0) {
    const { tenantId, teamId } = group;
    await transaction.query('delete from acceptances where tenant_id = $1 and team_id = $2', [
      tenantId,
      teamId,
    ]);
  }
  for (const acceptance of assessed.acceptances) {
    const before = acceptances.find(({ role }) => role === acceptance.role);
    if (before !== undefined && isSame(before, acceptance)) continue;
    await writeAcceptance(transaction, group, acceptance);
  }
}

/** @param former undefined: nothing is offered back */
export async function writeFormer(
  transaction: Queryable,
  { tenantId, teamId }: TeamKey,
  former: FormerResponsible | undefined,
): Promise<void> {
  if (former === undefined) {
    await transaction.query(
      'delete from former_responsibles where tenant_id = $1 and team_id = $2',
      [tenantId, teamId],
    );
    return;
  }
  const { formerId, successorId, wasDeputy, handedOverAt } = former;
  await transaction.query(
    `insert into former_responsibles (tenant_id, team_id, former_id, successor_id, was_deputy, handed_over_at)
    values ($1, $2, $3, $4, $5, $6)
    on conflict (tenant_id, team_id) do update
    set former_id = excluded.former_id, successor_id = excluded.successor_id, was_deputy = excluded.was_deputy,
      handed_over_at = excluded.handed_over_at`,
    [tenantId, teamId, formerId, successorId, wasDeputy, handedOverAt],
  );
}

export async function writeAcceptance(
  transaction: Queryable,
  { tenantId, teamId }: TeamKey,
  { role, personId, state, reason, isTold }: Acceptance,
): Promise<void> {
  await transaction.query(
    `insert into acceptances (tenant_id, team_id, role, person_id, state, reason, is_told)
    values ($1, $2, $3, $4, $5, $6, $7)
    on conflict (tenant_id, team_id, role) do update
    set person_id = excluded.person_id, state = excluded.state, reason = excluded.reason, is_told = excluded.is_told`,
    [tenantId, teamId, role, personId, state, reason, isTold],
  );
}

/** These people do not take the group over, so the question goes to others. */
export async function noteDeclined(
  transaction: Queryable,
  { tenantId, teamId }: TeamKey,
  personIds: readonly string[],
): Promise<void> {
  await transaction.query(
    `update group_responsibility set memory = memory || jsonb_build_object(
      'asked', null, 'declinedIds', coalesce(memory -> 'declinedIds', '[]') || to_jsonb($3::text[]))
    where tenant_id = $1 and team_id = $2`,
    [tenantId, teamId, personIds],
  );
}

/** The handover to the person whom the answer named has failed. */
export async function reopenResponsibility(
  transaction: Queryable,
  { tenantId, teamId, kind, data }: Pick<Task, 'tenantId' | 'teamId' | 'kind' | 'data'>,
): Promise<void> {
  if (kind === 'take_over') {
    await noteDeclined(transaction, { tenantId, teamId }, []);
    return;
  }
  await transaction.query(
    `update acceptances set state = 'asked'
    where tenant_id = $1 and team_id = $2 and role = $3 and person_id = $4 and state = 'passed_on'`,
    [tenantId, teamId, data['role'], data['personId']],
  );
}

function textOf(former: FormerResponsible | undefined): string {
  return former === undefined ? '' : `${former.formerId} ${former.successorId}`;
}

function isSame(one: Acceptance, other: Acceptance): boolean {
  return (
    one.personId === other.personId && one.state === other.state && one.isTold === other.isTold
  );
}
