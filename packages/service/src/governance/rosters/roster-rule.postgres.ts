// Rosters as a rule of governance: ends places at their dates, announces guests who leave within the week, looks daily for people
// who cannot come in yet, and asks about removals that are too many to happen by themselves.
import { waitsForMs } from '../../groups/rosters/roster.ts';
import { noticesTo } from '../../messages/notices/notice.ts';
import { addNotices } from '../../messages/notices/notices.postgres.ts';
import type { Fact } from '../../messages/tasks/task.ts';
import type { Query, Queryable } from '../../postgres/database.ts';
import type { GovernanceRule, RuleAnswer } from '../assess-groups.postgres.ts';
import { type GroupFacts, openTaskOf } from '../group-facts.postgres.ts';
import { askGroup, withdrawFromGroup } from '../ask-group.postgres.ts';
import { answeringOf } from '../lifecycle/contacts.postgres.ts';
import { peopleToAsk } from '../lifecycle/people-to-ask.ts';
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
  /** Guests in the group whose end comes within the week, and the group has no message yet. */
  readonly ending: readonly { readonly person: string; readonly until: string }[];
  /** When the next of them gets one. */
  readonly tellsAt: Date | null;
  /** When people were looked up last. */
  readonly lookedAt: Date | null;
  readonly isChanging: boolean;
}

const dayMs = 86_400_000;
const tellsBeforeMs = 7 * dayMs;
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
        tellsBeforeMs,
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
  const tells = row.tellsAt === null ? [] : [row.tellsAt];
  const dates = [...question.dates, ...work.dates, ...tells];
  return {
    effects: [...work.effects, ...question.effects],
    dueAt: earliestOf(dates),
    ...(row.ending.length > 0 && { write: (inside) => tellOfEnds(inside, group, row.ending) }),
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

/** Tells the people whom a question about the group asks first. */
async function tellOfEnds(
  transaction: Queryable,
  group: GroupFacts,
  ending: Row['ending'],
): Promise<void> {
  const { tenantId, teamId, templateId, policyVersion, now: at } = group;
  const people = peopleToAsk(answeringOf(group), 0, false) ?? [];
  const cause = { templateId, policyVersion, rule: 'rosters.until' };
  const about = { tenantId, teamId, at, cause, kind: 'guest_leaves' } as const;
  const notices = ending.flatMap(({ person, until }) =>
    noticesTo(people, { ...about, data: { person, dueAt: until } }),
  );
  await addNotices(transaction, notices);
  const names = ending.map(({ person }) => person);
  await transaction.query(markTold, [tenantId, teamId, names]);
}

const markTold: Query = {
  name: 'roster_rule_mark_told',
  text: `
    update roster_entries set told_until = until
    where tenant_id = $1 and team_id = $2 and guest is not null and person = any ($3::text[])`,
};

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
  const facts: readonly Fact[] = [
    { name: 'source', value: source },
    { name: 'removed', value: people },
  ];
  return askGroup(group, 'confirm_removals', {
    cause: { templateId, policyVersion, rule: 'rosters.held' },
    data: { source, version, facts },
  });
}

/** A guest in the group who leaves some day, without a message about it. */
const untoldGuest = `e.tenant_id = t.tenant_id and e.team_id = t.team_id and e.left_version is null and e.guest is not null
          and e.result in ('added', 'invited', 'kept') and e.until > clock.now and e.told_until is distinct from e.until`;

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
              and e.waiting_since > clock.now - $3 * interval '1 millisecond' and e.code is distinct from 'person_not_found'
          ),
          'removed', case when r.held > 0 then coalesce((
            select jsonb_agg(x.person) from (
              select e.person from roster_entries e
              where e.tenant_id = r.tenant_id and e.team_id = r.team_id and e.source = r.source
                and e.left_version is not null
                and exists (
                  select from roster_people b
                  where b.tenant_id = e.tenant_id and b.team_id = e.team_id and b.person_id = e.person_id
                )
                and not exists (
                  select from roster_entries o
                  where o.tenant_id = e.tenant_id and o.team_id = e.team_id and o.person_id = e.person_id
                    and o.left_version is null
                )
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
      coalesce((
        select jsonb_agg(distinct jsonb_build_object('person', e.person, 'until', e.until)) from roster_entries e
        where ${untoldGuest} and e.until - $4 * interval '1 millisecond' <= clock.now
      ), '[]') as ending,
      (
        select min(e.until) - $4 * interval '1 millisecond' from roster_entries e
        where ${untoldGuest} and e.until - $4 * interval '1 millisecond' > clock.now
      ) as tells_at,
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
