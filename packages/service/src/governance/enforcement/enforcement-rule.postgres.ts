// The enforcement of records as a rule of governance: reads the facts of many groups at once, and stops the rules of a
// tenant when they would restore too many groups.
import type { Cause } from '../../audit/activity.ts';
import { isComparedSql, policyMemberOf } from '../../engine/observed-state.ts';
import type { Clock } from '../../ground/clock.ts';
import type { Query, Queryable } from '../../postgres/database.ts';
import type { GovernanceRule, RuleAnswer } from '../assess-groups.postgres.ts';
import type { GroupFacts } from '../group-facts.postgres.ts';
import { askGroup, withdrawFromGroup } from '../ask-group.postgres.ts';
import { isStopped } from '../stop-rule.postgres.ts';
import { type Asking, earliestOf } from '../question.ts';
import type { Effect } from '../rule.ts';
import {
  type Enforcement,
  enforcementOf,
  type EnforcementFacts,
  restoresPerHour,
} from './enforcement.ts';

type Row = Omit<EnforcementFacts, 'state' | 'now'> & { readonly teamId: string };

interface Brake {
  readonly governed: number;
  /** Groups that the rules would restore now, without those that an administrator has released. */
  readonly wanted: number;
  /** Groups that they restored in the last hour. */
  readonly restored: number;
  readonly isOn: boolean;
}

const hourMs = 3_600_000;

export function createEnforcementRule({ clock }: { readonly clock: Clock }): GovernanceRule {
  return {
    name: 'enforcement',
    async assess(transaction, groups) {
      const rows = await transaction.query<Row>(readFacts, [
        groups.map(({ tenantId }) => tenantId),
        groups.map(({ teamId }) => teamId),
      ]);
      const byTeam = new Map(rows.map((row) => [row.teamId, row]));
      const found = groups.map((group) => {
        const row = byTeam.get(group.teamId);
        return row && enforcementOf({ ...row, state: group.state, now: group.now });
      });
      const tenantIds = new Set(
        groups.flatMap(({ tenantId }, n) => (writes(found[n]) ? [tenantId] : [])),
      );
      const stopped = new Set<string>();
      for (const tenantId of [...tenantIds].toSorted()) {
        if (await brake(transaction, tenantId, clock.now())) stopped.add(tenantId);
      }
      return groups.map((group, n): RuleAnswer => {
        const enforcement = found[n];
        if (enforcement === undefined) return withoutQuestion(group);
        const isStopped = writes(enforcement) && stopped.has(group.tenantId);
        return answerOf(group, enforcement, isStopped, byTeam.get(group.teamId));
      });
    },
  };
}

/** The template restores nothing any longer. */
function withoutQuestion(group: GroupFacts): RuleAnswer {
  return { effects: withdrawFromGroup(group, 'contested', noLonger), dueAt: null };
}

const noLonger = 'The group no longer differs, or its template restores it no longer.';

/** Asks the people of the group about its contested properties, until they are settled. */
function questionOf(
  group: GroupFacts,
  { contested }: Enforcement,
  cause: Cause,
  row: Row | undefined,
): Pick<Asking, 'effects' | 'dates'> {
  // The differences are unknown while an operation runs, and until the comparison after it.
  if (row === undefined || row.isChanging || row.drift === null) return { effects: [], dates: [] };
  if (contested.length === 0) {
    return { effects: withdrawFromGroup(group, 'contested', noLonger), dates: [] };
  }
  return askGroup(group, 'contested', { cause, data: { properties: contested } });
}

function writes(enforcement: Enforcement | undefined): boolean {
  return enforcement !== undefined && (enforcement.repair.length > 0 || enforcement.bringsBack);
}

function answerOf(
  group: GroupFacts,
  enforcement: Enforcement,
  isStopped: boolean,
  row: Row | undefined,
): RuleAnswer {
  const { repair, bringsBack, contested, dueAt } = enforcement;
  const { tenantId, teamId, templateId, policyVersion, displayName, mailNickname, now } = group;
  const causeOf = (rule: string): Cause => ({ templateId, policyVersion, rule: `enforce.${rule}` });
  const [first] = repair;
  const known = new Set(
    (row?.drift ?? []).flatMap((one) => (one.contested === true ? [one.property] : [])),
  );
  const newly = contested.filter((property) => !known.has(property));
  const [contestedFirst] = newly;
  const effects: Effect[] = [];
  if (first !== undefined && !isStopped) {
    effects.push({
      kind: 'operation',
      operation: 'repair',
      change: { repair: { properties: repair } },
      reason: 'The template restores what the record says.',
      cause: causeOf(policyMemberOf(first)),
    });
  }
  if (bringsBack && !isStopped) {
    effects.push({
      kind: 'operation',
      operation: 'restore',
      change: {},
      reason: 'The template brings deleted groups back once.',
      cause: causeOf('deletion'),
    });
  }
  if (contestedFirst !== undefined) {
    effects.push({
      kind: 'activity',
      action: 'group.contested',
      data: { displayName, mailNickName: mailNickname, contested: newly },
      cause: causeOf(policyMemberOf(contestedFirst)),
    });
  }
  const cause = causeOf(contested[0] === undefined ? 'contested' : policyMemberOf(contested[0]));
  const question = questionOf(group, enforcement, cause, row);
  const dates = [
    ...(isStopped ? [new Date(now.getTime() + hourMs)] : []),
    ...(dueAt === null ? [] : [dueAt]),
    ...question.dates,
  ];
  return {
    effects: [...effects, ...question.effects],
    dueAt: earliestOf(dates),
    ...(newly.length > 0 && {
      write: (transaction: Queryable) =>
        transaction.query(markContested, [tenantId, teamId, newly]),
    }),
  };
}

/** Whether the rules of the tenant are stopped. */
async function brake(transaction: Queryable, tenantId: string, at: number): Promise<boolean> {
  const [row] = await transaction.query<Brake>(readBrake, [tenantId]);
  if (row === undefined) return false;
  const { governed, restored: done, ...load } = row;
  const atMost = restoresPerHour(governed);
  return isStopped(transaction, tenantId, 'restore', { ...load, done, atMost }, at);
}

/** A preview also reads groups whose templates restore nothing. */
export async function readEnforcementFacts(
  database: Queryable,
  groups: readonly GroupFacts[],
): Promise<ReadonlyMap<string, Row>> {
  const rows = await database.query<Row>(factsOf(''), [
    groups.map(({ tenantId }) => tenantId),
    groups.map(({ teamId }) => teamId),
  ]);
  return new Map(rows.map((row) => [row.teamId, row]));
}

const factsOf = (condition: string) => `
    select t.team_id, m.policy -> 'enforce' as policy, case when ${isComparedSql} then coalesce((
        -- When it was seen is compared with the governance clock.
        select jsonb_agg(d.item || jsonb_build_object('since', to_char(
          governance_time(t.tenant_id, coalesce((d.item ->> 'since')::timestamptz, o.details_seen_at)) at time zone 'UTC',
          'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by d.at)
        from jsonb_array_elements(o.drift) with ordinality d (item, at)
      ), '[]') end as drift,
      exists (
        select from operations x where x.tenant_id = t.tenant_id and x.team_id = t.team_id
          and x.status in ('accepted', 'running', 'awaiting_approval') offset 0
      ) as is_changing,
      governance_time(t.tenant_id, greatest(p.completed_at, (
        select max(x.completed_at) from operations x where x.tenant_id = t.tenant_id and x.team_id = t.team_id
      ))) as wrote_at,
      coalesce((
        select jsonb_agg(jsonb_build_object('properties', x.change -> 'repair' -> 'properties',
          'hasFailed', x.status = 'failed'))
        from operations x
        where x.tenant_id = t.tenant_id and x.team_id = t.team_id and x.kind = 'repair' and x.actor_kind = 'policy'
          and x.status in ('succeeded', 'failed')
          and governance_time(x.tenant_id, x.completed_at) > governance_now(t.tenant_id) - interval '7 days'
      ), '[]') as restores,
      exists (
        select from operations x
        where x.tenant_id = t.tenant_id and x.team_id = t.team_id and x.kind = 'restore' and x.actor_kind = 'policy'
          and governance_time(x.tenant_id, x.created_at) > governance_now(t.tenant_id) - interval '30 days'
      ) as was_brought_back
    from unnest($1::uuid[], $2::uuid[]) as wanted (tenant_id, team_id)
    join teams t on t.tenant_id = wanted.tenant_id and t.team_id = wanted.team_id
    join provisionings p on p.tenant_id = t.tenant_id and p.team_id = t.team_id
    join templates m
      on m.tenant_id = t.tenant_id and m.template_id = t.template_id and m.deleted_at is null ${condition}
    left join team_observations o on o.tenant_id = t.tenant_id and o.team_id = t.team_id`;

const readFacts: Query = {
  name: 'enforcement_read_facts',
  kind: 'background',
  text: factsOf("and m.policy ? 'enforce'"),
};

// A difference counts until an operation puts it right; those that an administrator has released do not.
const readBrake: Query = {
  name: 'enforcement_read_brake',
  kind: 'background',
  text: `
    with brake as (
      select since, released_at from enforcement_brakes where tenant_id = $1 and rule = 'restore'
    ), differing as (
      select count(*)::integer as groups
      from team_observations o
      join teams t on t.tenant_id = o.tenant_id and t.team_id = o.team_id
      join provisionings p on p.tenant_id = o.tenant_id and p.team_id = o.team_id
      join templates m
        on m.tenant_id = t.tenant_id and m.template_id = t.template_id and m.deleted_at is null and m.policy ? 'enforce'
      where o.tenant_id = $1 and (o.drift <> '[]' or o.findings <> '{}') and ${isComparedSql}
        and exists (
          select from jsonb_array_elements(o.drift) d
          where m.policy -> 'enforce' ->> (d ->> 'policyMember') = 'restore' and not d ? 'contested'
            and not exists (select from brake where released_at >= (d ->> 'since')::timestamptz)
        )
        and not exists (
          select from operations x
          where x.tenant_id = o.tenant_id and x.team_id = o.team_id and x.status in ('accepted', 'running') offset 0
        )
    ), deleted as (
      select count(*)::integer as groups
      from provisionings p
      join teams t on t.tenant_id = p.tenant_id and t.team_id = p.team_id
      join templates m
        on m.tenant_id = t.tenant_id and m.template_id = t.template_id and m.deleted_at is null
          and m.policy -> 'enforce' ->> 'deletion' = 'restore'
      where p.tenant_id = $1 and p.gone_since is not null and t.deleted_at is null
        and not exists (select from brake where released_at >= p.gone_since)
        and not exists (
          select from operations x
          where x.tenant_id = p.tenant_id and x.team_id = p.team_id and x.kind = 'restore' and x.actor_kind = 'policy'
            and governance_time(x.tenant_id, x.created_at) > governance_now($1) - interval '30 days'
        )
    )
    select differing.groups + deleted.groups as wanted,
      (
        select count(*)::integer from organisation_groups g where g.tenant_id = $1
      ) as governed,
      (
        select count(*)::integer from operations x
        where x.tenant_id = $1 and x.actor_kind = 'policy' and x.cause ->> 'rule' like 'enforce.%'
          and x.created_at > now() - interval '1 day'
          and governance_time(x.tenant_id, x.created_at) > governance_now($1) - interval '1 hour'
      ) as restored,
      exists (select from brake where released_at is null) as is_on
    from differing, deleted`,
};

/** A comparison that runs meanwhile is not recorded, because it began with other differences. */
const markContested: Query = {
  name: 'enforcement_mark_contested',
  text: `
    update team_observations o
    set drift = (
        select jsonb_agg(
          case when d.item ->> 'property' = any ($3::text[]) then d.item || '{"contested": true}' else d.item end
          order by d.at
        )
        from jsonb_array_elements(o.drift) with ordinality d (item, at)
      ),
      findings = case when 'contested' = any (o.findings) then o.findings else o.findings || '{contested}'::text[] end
    where o.tenant_id = $1 and o.team_id = $2 and o.drift <> '[]'`,
};
