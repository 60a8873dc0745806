// The rule of responsibility for the tick: reads the facts of the groups that are due in a few statements, asks
// assess-responsibility.ts, and writes the states.
import type { GovernanceRule, RuleAnswer } from '../assess-groups.postgres.ts';
import type { GroupFacts } from '../group-facts.postgres.ts';
import type { Effect, GovernedGroup } from '../rule.ts';
import { isGuid } from '../../directory/person-reference.ts';
import { addNotices } from '../../messages/notices/notices.postgres.ts';
import { defaultResponsibility } from '../../settings/organisations/responsibility-policy.ts';
import { defaultAdoption, type TemplatePolicy } from '../../settings/organisations/template.ts';
import type { Organisation } from '../../settings/organisations/organisation.ts';
import type { Query, Queryable } from '../../postgres/database.ts';
import { isComparedSql } from '../../engine/observed-state.ts';
import { type AssessedResponsibility, assessResponsibility } from './assess-responsibility.ts';
import { noticesOf, noticesOfTold } from './responsibility-notices.ts';
import { writeFormer, writeOffers } from './stored-offers.postgres.ts';
import {
  type Acceptance,
  type FormerResponsible,
  type OwnerFacts,
  type ResponsibilityFacts,
} from './responsibility-facts.ts';
import { responsibilityKinds } from '../../messages/tasks/task.ts';
import type { StoredResponsibility } from './responsibility.ts';
import type { WatchedPerson } from './watched-person.ts';

type RecordFacts = Pick<
  ResponsibilityFacts,
  'minimumOwners' | 'responsible' | 'deputy' | 'isChanging' | 'lastFailure' | 'memberIds'
>;
interface StoredRow {
  readonly teamId: string;
  readonly record: RecordFacts;
  readonly owners: OwnerFacts;
  readonly former: FormerResponsible | null;
  readonly acceptances: readonly Acceptance[];
  readonly stored: StoredResponsibility | null;
}

export function createResponsibilityRule(deps: {
  readonly organisationOf: (tenantId: string, organisationId: string) => Organisation | undefined;
}): GovernanceRule {
  return {
    name: 'responsibility',
    async assess(transaction, groups) {
      const facts = new Map<string, ResponsibilityFacts>();
      for (const [tenantId, ofTenant] of Map.groupBy(groups, (group) => group.tenantId)) {
        const templateOf = ({ organisationId, templateId }: GovernedGroup) =>
          deps
            .organisationOf(tenantId, organisationId)
            ?.templates.find((one) => one.templateId === templateId);
        const found = await readResponsibilityFacts(transaction, tenantId, ofTenant, templateOf);
        for (const one of found) {
          facts.set(one.group.teamId, one);
        }
      }
      return groups.map((group) => answerOf(group, facts.get(group.teamId)));
    },
  };
}

function answerOf(group: GovernedGroup, facts: ResponsibilityFacts | undefined): RuleAnswer {
  const assessed = facts && assessResponsibility(facts);
  const key = [group.tenantId, group.teamId];
  if (facts === undefined || assessed === undefined) {
    const write = async (transaction: Queryable) => {
      await transaction.query(forget, key);
      await writeFormer(transaction, group, undefined);
    };
    return { effects: facts === undefined ? [] : withdrawAll(facts), dueAt: null, write };
  }
  return {
    effects: assessed.effects,
    dueAt: assessed.dueAt,
    async write(transaction) {
      await writeState(transaction, group, assessed);
      await writeOffers(transaction, facts, assessed);
      await addNotices(transaction, [
        ...noticesOf(facts, assessed),
        ...noticesOfTold(facts, assessed),
      ]);
      if (assessed.needsPeople) await transaction.query(followSoon, [group.tenantId]);
    },
  };
}

/** Nobody has to decide about a group that is gone. */
function withdrawAll({ openTasks }: ResponsibilityFacts): readonly Effect[] {
  if (openTasks.length === 0) return [];
  const taskKinds = openTasks.map(({ kind }) => kind);
  const reason = 'The group no longer exists.';
  return [{ kind: 'withdraw_tasks', taskKinds, reason, cause: null }];
}

async function writeState(
  transaction: Queryable,
  { tenantId, teamId }: GovernedGroup,
  { state, since, memory }: AssessedResponsibility,
): Promise<void> {
  if (state === 'held') await transaction.query(forget, [tenantId, teamId]);
  else await transaction.query(remember, [tenantId, teamId, state, since, JSON.stringify(memory)]);
}

/** The part of a template that the rule goes by. */
export interface AnsweringTemplate {
  readonly version: number;
  readonly policy: Pick<TemplatePolicy, 'responsibility' | 'adoption'>;
}

/**
 * @param templateOf undefined where the template was deleted
 * @param withMembers also of groups whose responsibility is held
 */
export async function readResponsibilityFacts(
  transaction: Queryable,
  tenantId: string,
  groups: readonly GroupFacts[],
  templateOf: (group: GovernedGroup) => AnsweringTemplate | undefined,
  withMembers = false,
): Promise<readonly ResponsibilityFacts[]> {
  const query = withMembers ? readStoredWithMembers : readStored;
  const rows = await transaction.query<StoredRow>(query, [
    tenantId,
    groups.map(({ teamId }) => teamId),
  ]);
  const records = new Map(rows.map((row) => [row.teamId, row]));
  const people = await readPeople(transaction, tenantId, groups, [
    ...groups.flatMap((group) => stewardIdOf(group) ?? []),
    ...rows.flatMap(({ former }) => former?.formerId ?? []),
    ...rows.flatMap(({ record }) => record.memberIds),
  ]);
  return groups.flatMap((group): ResponsibilityFacts[] => {
    const row = records.get(group.teamId);
    if (row === undefined) return [];
    const template = templateOf(group);
    const { responsibility, adoption = defaultAdoption } = template?.policy ?? {};
    // A group that nobody answers for is asked about, whatever else its template says of responsibility.
    const isVacant = template !== undefined && row.record.responsible === null;
    return [
      {
        ...row.record,
        group,
        policy: responsibility ?? (isVacant ? defaultResponsibility : undefined),
        asksOfVacant: adoption.ask,
        policyVersion: template?.version ?? 0,
        people,
        stewardId: stewardIdOf(group),
        kind: group.kind,
        administrators: group.administrators,
        owners: ownersOf(row.owners),
        former: row.former === null ? undefined : formerOf(row.former),
        acceptances: row.acceptances,
        stored: row.stored === null ? undefined : withDates(row.stored),
        openTasks: group.openTasks.filter(({ kind }) =>
          responsibilityKinds.some((one) => one === kind),
        ),
      },
    ];
  });
}

/** JSON has dates as text. */
function withDates(stored: StoredResponsibility): StoredResponsibility {
  return { ...stored, since: new Date(stored.since) };
}

function formerOf(former: FormerResponsible): FormerResponsible {
  return { ...former, handedOverAt: new Date(former.handedOverAt) };
}

function ownersOf({ areTooFew, comparedAt, lastEndedAt }: OwnerFacts): OwnerFacts {
  const dateOf = (text: Date | null) => (text === null ? null : new Date(text));
  return {
    areTooFew: areTooFew ?? undefined,
    comparedAt: dateOf(comparedAt),
    lastEndedAt: dateOf(lastEndedAt),
  };
}

/** Undefined: there is none, or the directory was not asked for the person yet. */
function stewardIdOf({ steward }: Pick<GroupFacts, 'steward'>): string | undefined {
  const id = steward?.personId ?? '';
  return isGuid(id) ? id.toLowerCase() : undefined;
}

async function readPeople(
  transaction: Queryable,
  tenantId: string,
  groups: readonly GovernedGroup[],
  others: readonly string[],
): Promise<ReadonlyMap<string, WatchedPerson>> {
  const ids = groups.flatMap(({ responsibleId, deputyId, ownerIds }) =>
    [responsibleId, deputyId, ...ownerIds].flatMap((id) => id?.toLowerCase() ?? []),
  );
  const people = await transaction.query<WatchedPerson>(readWatched, [
    tenantId,
    [...new Set([...ids, ...others])],
  ]);
  return new Map(people.map((person) => [person.personId, person]));
}

/** The first members of the record, over `provisionings p`: a group may have 25,000, of whom few are asked. */
export const firstMembersSql = `
    select lower(one.id)
    from jsonb_array_elements_text(coalesce(p.resolved_people -> 'memberIds', '[]')) with ordinality as one (id, place)
    order by one.place limit 10`;

const storedOf = (membersCondition: string) => `
    select t.team_id,
      jsonb_build_object(
        'minimumOwners', coalesce((t.policy ->> 'minimumOwners')::integer, 1),
        'responsible', t.people ->> 'responsible',
        'deputy', t.people ->> 'deputy',
        'isChanging', exists (
          select from operations o
          where o.tenant_id = t.tenant_id and o.team_id = t.team_id and o.status in ('accepted', 'running')
            and o.kind in ('change', 'handover')
          -- Each group by its key. Without it, all unfinished operations may be read and hashed.
          offset 0
        ),
        'memberIds', case when ${membersCondition}
          then array(${firstMembersSql}) else '{}' end,
        'lastFailure', (
          select o.error ->> 'code' from operations o
          where o.tenant_id = t.tenant_id and o.team_id = t.team_id and o.kind = 'handover' and o.cause is not null
          order by o.number desc limit 1
        )
      ) as record,
      jsonb_build_object(
        'areTooFew', case when ${isComparedSql} then o.findings && array['ownerless', 'too_few_owners'] end,
        'comparedAt', governance_time(t.tenant_id, o.details_seen_at),
        'lastEndedAt', (
          select max(k.decided_at) from tasks k
          where k.tenant_id = t.tenant_id and k.team_id = t.team_id and k.kind = 'add_owner' and k.state <> 'open'
        )
      ) as owners,
      (
        select jsonb_build_object('formerId', f.former_id, 'successorId', f.successor_id, 'wasDeputy', f.was_deputy,
          'handedOverAt', f.handed_over_at)
        from former_responsibles f where f.tenant_id = t.tenant_id and f.team_id = t.team_id
      ) as former,
      (
        select coalesce(jsonb_agg(jsonb_build_object('role', a.role, 'personId', a.person_id, 'state', a.state,
          'reason', a.reason, 'isTold', a.is_told)), '[]')
        from acceptances a where a.tenant_id = t.tenant_id and a.team_id = t.team_id
      ) as acceptances,
      -- Without a memory, it was not assessed yet.
      case when r.memory <> '{}'
        then jsonb_build_object('state', r.state, 'since', r.since, 'memory', r.memory) end as stored
    from teams t
    join provisionings p on p.tenant_id = t.tenant_id and p.team_id = t.team_id
    left join team_observations o on o.tenant_id = t.tenant_id and o.team_id = t.team_id
    left join group_responsibility r on r.tenant_id = t.tenant_id and r.team_id = t.team_id
    where t.tenant_id = $1 and t.team_id = any ($2::uuid[])`;

const readStored: Query = {
  name: 'responsibility_read_groups',
  kind: 'background',
  text: storedOf("r.team_id is not null or t.people ->> 'responsible' is null"),
};

/** Members may be asked once nobody answers for the group. */
const readStoredWithMembers: Query = {
  name: 'responsibility_read_groups_with_members',
  kind: 'background',
  text: storedOf('true'),
};

/** It includes their managers. */
const readWatched: Query = {
  name: 'responsibility_read_people',
  kind: 'background',
  text: `
    with named as materialized (
      select * from watched_people where tenant_id = $1 and person_id = any ($2::text[])
    )
    select person_id, email, display_name, language, manager_id, leaves_on, unavailable_reason, unavailable_since,
      is_held
    from named
    union
    select w.person_id, w.email, w.display_name, w.language, w.manager_id, w.leaves_on, w.unavailable_reason,
      w.unavailable_since, w.is_held
    from named n join watched_people w on w.tenant_id = $1 and w.person_id = n.manager_id`,
};

const remember = `
  insert into group_responsibility (tenant_id, team_id, state, since, memory) values ($1, $2, $3, $4, $5)
  on conflict (tenant_id, team_id) do update
  set state = excluded.state, since = excluded.since, memory = excluded.memory`;

const forget = 'delete from group_responsibility where tenant_id = $1 and team_id = $2';

/** Nobody waits for the row: it is locked while people are being followed. */
const followSoon = `
  update followed_people set due_at = now()
  where tenant_id in (
    select tenant_id from followed_people where tenant_id = $1 and due_at > now() for update skip locked
  )`;
