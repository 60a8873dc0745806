// Rosters as a rule of governance: ends places at their dates, looks daily for people whom the directory does not know,
// and asks about removals that are too many to happen by themselves.
import { waitsForMs } from '../../groups/rosters/roster.ts';
import type { Query } from '../../postgres/database.ts';
import type { GovernanceRule, RuleAnswer } from '../assess-groups.postgres.ts';
import { type GroupFacts, openTaskOf } from '../group-facts.postgres.ts';
import { askGroup, withdrawFromGroup } from '../ask-group.postgres.ts';
import { type Asking, earliestOf } from '../question.ts';
import type { Effect } from '../rule.ts';

interface Row {
  readonly teamId: string;
  /** Each has places that have ended, and people who wait since then. */
  readonly rosters: readonly {
    readonly source: string;
    readonly version: number;
    readonly held: number;
    readonly hasEnded: boolean;
    readonly isWaiting: boolean;
    /** Some of those whom it removes. */
    readonly removed: readonly string[];
  }[];
  /** The next end of a place. */
  readonly endsAt: Date | null;
  /** When people were looked up last. */
  readonly lookedAt: Date | null;
  readonly isChanging: boolean;
}

const dayMs = 86_400_000;
/** An operation that failed is tried again after this time. */
const againMs = 3_600_000;

export function createRosterRule(): GovernanceRule {
  return {
    name: 'rosters',
    async assess(transaction, groups) {
      const rows = await transaction.query<Row>(readFacts, [
        groups.map(({ tenantId }) => tenantId),
        groups.map(({ teamId }) => teamId),
        waitsForMs + dayMs,
      ]);
      const byTeam = new Map(rows.map((row) => [row.teamId, row]));
      return groups.map((group) => answerOf(group, byTeam.get(group.teamId)));
    },
  };
}

function answerOf(group: GroupFacts, row: Row | undefined): RuleAnswer {
  const isThere = group.state === 'active' || group.state === 'archived';
  if (row === undefined || !isThere) return withoutQuestion(group);
  const question = questionOf(group, row);
  const work = workOf(group, row);
  const dates = [...question.dates, ...work.dates];
  return {
    effects: [...work.effects, ...question.effects],
    dueAt: earliestOf(dates),
  };
}

/** Brings the group in line with its rosters once a place has ended, and each day while people wait. */
function workOf(
  { now, templateId, policyVersion }: GroupFacts,
  { rosters, endsAt, lookedAt, isChanging }: Row,
): Pick<Asking, 'effects' | 'dates'> {
  const ends = endsAt === null ? [] : [endsAt];
  const ended = rosters.find(({ hasEnded }) => hasEnded);
  const waiting = rosters.find(({ isWaiting }) => isWaiting);
  const roster = ended ?? waiting;
  // The group is assessed again once the operation has ended.
  if (roster === undefined || isChanging) return { effects: [], dates: ends };
  const since = lookedAt?.getTime() ?? 0;
  const dueAt = new Date(since + (ended === undefined ? dayMs : againMs));
  const isFirst = ended !== undefined && endsAt !== null && endsAt.getTime() > since;
  if (dueAt > now && !isFirst) return { effects: [], dates: [...ends, dueAt] };
  const { source, version } = roster;
  const effect: Effect = {
    kind: 'operation',
    operation: 'roster',
    change: { roster: { source, version } },
    reason: ended
      ? 'The time of people of the roster is over.'
      : 'People of the roster are looked up.',
    cause: { templateId, policyVersion, rule: ended ? 'rosters.until' : 'rosters.waiting' },
  };
  return { effects: [effect], dates: [...ends, new Date(now.getTime() + againMs)] };
}

const noLonger = 'The removals were confirmed, or the roster was changed.';

function withoutQuestion(group: GroupFacts): RuleAnswer {
  return { effects: withdrawFromGroup(group, 'confirm_removals', noLonger), dueAt: null };
}

/** About one source at a time: a group has one open task of a kind. */
function questionOf(
  group: GroupFacts,
  { rosters, isChanging }: Row,
): Pick<Asking, 'effects' | 'dates'> {
  if (isChanging) return { effects: [], dates: [] };
  const open = openTaskOf(group, 'confirm_removals');
  const isAbout = ({ source, version }: Row['rosters'][number]) =>
    open?.data['source'] === source && open.data['version'] === version;
  const held = rosters.filter((roster) => roster.held > 0);
  const asked = held.find(isAbout) ?? held[0];
  if (asked === undefined || (open !== undefined && !isAbout(asked))) {
    const dates = asked === undefined ? [] : [group.now];
    return { effects: withoutQuestion(group).effects, dates };
  }
  const { templateId, policyVersion } = group;
  const { source, version, removed, held: count } = asked;
  const more = count - removed.length;
  const people = [...removed, ...(more > 0 ? [`+${more}`] : [])].join(', ');
  return askGroup(group, 'confirm_removals', {
    cause: { templateId, policyVersion, rule: 'rosters.held' },
    data: { source, version, facts: [{ name: 'removed', value: people }] },
  });
}

const readFacts: Query = {
  name: 'roster_rule_read_facts',
  kind: 'background',
  text: `
    select t.team_id,
      coalesce((
        select jsonb_agg(jsonb_build_object('source', r.source, 'version', r.version, 'held', r.held,
          'hasEnded', exists (
            select from roster_entries e
            where e.tenant_id = r.tenant_id and e.team_id = r.team_id and e.source = r.source and e.left_version is null
              and e.until <= clock.now and e.result is distinct from 'removed'
          ),
          'isWaiting', exists (
            select from roster_entries e
            where e.tenant_id = r.tenant_id and e.team_id = r.team_id and e.source = r.source and e.left_version is null
              and e.result = 'waiting' and e.waiting_since > clock.now - $3 * interval '1 millisecond'
          ),
          'removed', case when r.held > 0 then coalesce((
            select jsonb_agg(x.person) from (
              select e.person from roster_entries e
              where e.tenant_id = r.tenant_id and e.team_id = r.team_id and e.source = r.source
                and e.left_version is not null
              order by e.person limit 20
            ) x
          ), '[]') else '[]' end
        ) order by r.source)
        from rosters r
        where r.tenant_id = t.tenant_id and r.team_id = t.team_id and r.applied_version = r.version
      ), '[]') as rosters,
      (
        select min(e.until) from roster_entries e
        where e.tenant_id = t.tenant_id and e.team_id = t.team_id and e.left_version is null
          and e.result is distinct from 'removed'
      ) as ends_at,
      (
        select governance_time(t.tenant_id, max(o.completed_at)) from operations o
        where o.tenant_id = t.tenant_id and o.team_id = t.team_id and o.kind = 'roster'
      ) as looked_at,
      exists (
        select from operations o
        where o.tenant_id = t.tenant_id and o.team_id = t.team_id and o.kind = 'roster'
          and o.status in ('accepted', 'running') offset 0
      ) as is_changing
    from unnest($1::uuid[], $2::uuid[]) as wanted (tenant_id, team_id)
    join teams t on t.tenant_id = wanted.tenant_id and t.team_id = wanted.team_id
    join (
      select tenant_id, governance_now(tenant_id) as now from (select distinct unnest($1::uuid[]) as tenant_id) tenant
    ) clock on clock.tenant_id = t.tenant_id
    where exists (select from rosters r where r.tenant_id = t.tenant_id and r.team_id = t.team_id)`,
};
