// The months that have passed under a change: each group lives again from its creation, by the policies and settings of their
// time and by what people did, as the log has it, and by the change for these months. Nothing is written.
import { personKey } from '../../directory/person-reference.ts';
import type { Rest } from '../../ground/turns.ts';
import type { Queryable } from '../../postgres/database.ts';
import type { LifecyclePolicy } from '../../settings/organisations/lifecycle-policy.ts';
import { type NoticeSettings, noticeSettingsOf } from '../../settings/tenants/notice-settings.ts';
import { type GroupFacts, readGroupFacts } from '../group-facts.postgres.ts';
import { responsibilityKinds } from '../../messages/tasks/task.ts';
import { answeringOf } from './contacts.postgres.ts';
import { unknownUse } from './walk-idle.ts';
import { createForecast, type LifecycleMonths, type Months, monthsBefore } from './forecast.ts';
import {
  factOfChange,
  factOfNotices,
  isSamePart,
  noticeFactsOf,
  type RecordedNotices,
  type Tried,
  type TriedScope,
  underNotices,
} from './tried-change.ts';
import { idOfScope, pagesOfTried, scopeSql, type TriedRow } from './tried-scope.postgres.ts';
import { unasked, untouched } from './planned-life.ts';
import { peopleInGroup, type SeenPeople } from './subjects-in-group.ts';
import {
  factOfEntry,
  factOfPolicy,
  type RecordedEntry,
  type RecordedPolicy,
  underPolicy,
} from './recorded-life.ts';
import { type ChangeOfPeople, pastPeople, type PresentPeople } from './recorded-people.ts';
import type { LifeStep, RecordedFact, WalkedMoment } from './life-step.ts';
import { walkLife } from './walk-life.ts';

/**
 * Null: there is no group.
 * @param named so many groups are named
 * @param since the change counts from then on; absent: for twelve months
 */
export async function backtestLifecycle(
  database: Queryable,
  tried: Tried,
  rest: Rest,
  named: number,
  since?: Date,
): Promise<LifecycleMonths | null> {
  const { tenantId, change } = tried;
  const past = createForecast(named);
  const policies = await readPolicies(database, tried);
  const recorded = { notices: await readNotices(database, tried) };
  const archivedUntil = await readArchivedUntil(database, tenantId);
  let months: Months | undefined;
  const result = () => (months === undefined ? null : past.of(months));
  for await (const rows of pagesOfTried(database, tried)) {
    const groups = await readGroupFacts(database, rows);
    const entries = await readEntries(database, tenantId, groups);
    const byTeam = new Map(rows.map((row) => [row.teamId, row]));
    for (const group of groups) {
      await rest();
      if (!past.hasRoom()) return result();
      months ??= { ...monthsBefore(group.now), ...(since && { from: since }) };
      const { from, until } = months;
      // Its beginning is in an archive of the log.
      if (archivedUntil !== null && group.existsSince <= archivedUntil) past.addUnknown();
      else {
        const row = byTeam.get(group.teamId);
        const { facts = [], changes = [] } = entries.get(group.teamId) ?? {};
        const present = presentPeople(group, row);
        const people = pastPeople(
          present,
          changes.filter(({ at }) => at > group.existsSince),
        );
        const ofGroup = {
          ...recorded,
          policies: policies.get(group.templateId) ?? [],
          entries: [...facts, ...people.facts],
        };
        const start = people.begin(firstStep(group, row));
        // The change may ask at once.
        const ofMonths = (facts: Recorded) =>
          relive(start, facts, until).filter(({ at }) => at >= from);
        const moments = ofMonths(triedFrom(from, ofGroup, change));
        past.add(
          Object.assign(group, { isWithoutOwner: hasNobody(group) }),
          moments,
          ofMonths(ofGroup),
        );
      }
    }
  }
  return result();
}

/** All that happened to a group and that no rule brings about; each list has the oldest first. */
interface Recorded {
  readonly policies: readonly RecordedPolicy[];
  readonly notices: readonly RecordedNotices[];
  readonly entries: readonly RecordedFact[];
}

/** The settings in force until then, and the change from then on, unless it changes nothing. */
function triedFrom(from: Date, recorded: Recorded, change: Tried['change']): Recorded {
  const fact = factOfChange(change, from);
  if (change.kind === 'steward') return { ...recorded, entries: [fact, ...recorded.entries] };
  if (change.kind === 'notices') {
    const before = recorded.notices.filter(({ at }) => at <= from);
    return { ...recorded, notices: [...before, { at: from, notices: change.notices }] };
  }
  const policy = change.policy.lifecycle;
  const before = recorded.policies.filter(({ at }) => at <= from);
  const last = before.at(-1);
  const isInForce = last !== undefined && isSamePart(last.policy, policy);
  const next = { at: from, version: (last?.version ?? 0) + 1, policy };
  return { ...recorded, policies: isInForce ? before : [...before, next] };
}

function relive(
  start: LifeStep,
  { policies, notices, entries }: Recorded,
  until: Date,
): readonly WalkedMoment[] {
  const { now } = start.group;
  const first = policies.findLast(({ at }) => at <= now);
  const under = underNotices(start, notices.findLast(({ at }) => at <= now)?.notices);
  const later = [...policies.map(factOfPolicy), ...notices.map(factOfNotices), ...entries]
    .filter(({ at }) => at > now)
    .sort((one, other) => Number(one.at) - Number(other.at));
  return walkLife(first === undefined ? under : underPolicy(under, first), until, later).moments;
}

/** The group is as it is today, at the end of the months. */
function hasNobody(group: GroupFacts): boolean {
  const { responsible, deputy } = answeringOf(group);
  const exists = group.state === 'active' || group.state === 'archived';
  return exists && responsible === undefined && deputy === undefined;
}

/** Differences of today from the record stay as they are: nobody knows since when they are there. */
function presentPeople(group: GroupFacts, row: TriedRow | undefined): PresentPeople {
  const { named = { responsible: null, deputy: null, owners: [] }, ownersSeen } = row ?? {};
  const recorded = new Set(group.ownerIds.map(personKey));
  const othersSeen = (ownersSeen ?? []).filter((id) => !recorded.has(personKey(id)));
  return { named, answering: answeringOf(group), othersSeen };
}

/** The group as it began, with the people of today. */
function firstStep(group: GroupFacts, seen: SeenPeople | undefined): LifeStep {
  const shared = {
    ...answeringOf(group),
    ...noticeFactsOf(undefined),
    policyVersion: 0,
    isOnHold: false,
    hasTeam: group.kind === 'team',
    policy: undefined,
  };
  const wasArchived = group.archivedAt !== null && group.archivedAt <= group.existsSince;
  return {
    group: {
      ...group,
      state: wasArchived ? 'archived' : 'active',
      archivedAt: wasArchived ? group.archivedAt : null,
      deletedAt: null,
      now: group.existsSince,
    },
    lifecycle: { ...untouched, ...shared },
    review: {
      ...shared,
      nextAt: undefined,
      review: undefined,
      holders: new Map(),
      inGroup: peopleInGroup(group, seen),
    },
    use: unknownUse,
    ...unasked,
  };
}

/** The keys are templates, and the oldest policy is first. */
async function readPolicies(
  database: Queryable,
  scope: TriedScope,
): Promise<ReadonlyMap<string, readonly RecordedPolicy[]>> {
  const rows = await database.query<{
    readonly templateId: string;
    readonly at: Date;
    readonly version: number;
    readonly present: LifecyclePolicy | null;
    readonly before: LifecyclePolicy | null;
    readonly isChanged: boolean;
  }>(recordedPolicies(scope), [scope.tenantId, idOfScope(scope)]);
  const found = new Map<string, readonly RecordedPolicy[]>();
  for (const [templateId, ofTemplate] of Map.groupBy(rows, (row) => row.templateId)) {
    const policies: RecordedPolicy[] = [];
    let policy = ofTemplate[0]?.present ?? undefined;
    for (const { at, version, before, isChanged } of ofTemplate) {
      policies.unshift({ at, version, policy });
      if (isChanged) policy = before ?? undefined;
    }
    // The oldest entry that is left says which policy was in force before it.
    policies.unshift({ at: new Date(0), version: 0, policy });
    found.set(templateId, policies);
  }
  return found;
}

/** The newest first: an earlier policy is the present one with each later change undone. */
const recordedPolicies = (scope: TriedScope) => `
  select m.template_id, governance_time(a.tenant_id, a.occurred_at) as at,
    m.version + 1 - (row_number() over (partition by m.template_id order by a.activity_id desc))::integer as version,
    m.policy -> 'lifecycle' as present, a.data #> '{before,policy,lifecycle}' as before,
    coalesce(a.data -> 'before' ? 'policy', false) as is_changed
  from templates m
  join activity a on a.tenant_id = m.tenant_id and a.subject_id = m.template_id::text
    and a.action in ('template.created', 'template.changed')
  where m.tenant_id = $1 and ${scopeSql(scope, '$2', 'm')}
  order by m.template_id, a.activity_id desc`;

/** The oldest first, as for policies; the directory of the tenant is the one of today. */
async function readNotices(
  database: Queryable,
  { tenantId, settings }: Pick<Tried, 'tenantId' | 'settings'>,
): Promise<readonly RecordedNotices[]> {
  const rows = await database.query<{
    readonly at: Date;
    readonly before: NoticeSettings | null;
    readonly directory: Parameters<typeof noticeSettingsOf>[0]['directory'];
  }>(recordedNotices, [tenantId]);
  const found: RecordedNotices[] = [];
  let notices = settings;
  for (const { at, before, directory } of rows) {
    found.unshift({ at, notices });
    notices = noticeSettingsOf({ directory, notices: before });
  }
  return [{ at: new Date(0), notices }, ...found];
}

const recordedNotices = `
  select governance_time(a.tenant_id, a.occurred_at) as at, t.directory,
    nullif(a.data #> '{before,notices}', 'null') as before
  from tenants t
  join activity a on a.tenant_id = t.tenant_id and a.subject_id = t.tenant_id::text and a.action = 'tenant.changed'
    and a.data -> 'before' ? 'notices'
  where t.tenant_id = $1
  order by a.activity_id desc`;

async function readArchivedUntil(database: Queryable, tenantId: string): Promise<Date | null> {
  const [row] = await database.query<{ archivedUntil: Date | null }>(
    'select archived_until from activity_archives where tenant_id = $1',
    [tenantId],
  );
  return row?.archivedUntil ?? null;
}

async function readEntries(
  database: Queryable,
  tenantId: string,
  groups: readonly GroupFacts[],
): Promise<ReadonlyMap<string, EntriesOfGroup>> {
  const rows = await database.query<EntryRow>(recordedEntries, [
    tenantId,
    groups.map(({ teamId }) => teamId),
    [...responsibilityKinds, 'still_needed'],
  ]);
  const byTeam = Map.groupBy(rows, ({ teamId }) => teamId);
  return new Map(
    [...byTeam].map(([teamId, entries]) => [
      teamId,
      {
        facts: entries.flatMap((entry) => factOfEntry(entry) ?? []),
        changes: entries.flatMap(({ at, before, after, emails }) =>
          before === null && after === null
            ? []
            : [{ at, before: before ?? {}, after: after ?? {}, emails }],
        ),
      },
    ]),
  );
}

interface EntriesOfGroup {
  readonly facts: readonly RecordedFact[];
  readonly changes: readonly ChangeOfPeople[];
}

interface EntryRow extends RecordedEntry {
  readonly teamId: string;
  /** The people who answer for the group or own it, as far as the entry names them; null: it names none. */
  readonly before: ChangeOfPeople['before'] | null;
  readonly after: ChangeOfPeople['after'] | null;
  readonly emails: ChangeOfPeople['emails'];
}

/** The people who answer for a group or own it, as an entry has them. */
const peopleIn = (data: string) => `(
      select jsonb_object_agg(one.key, one.value) from jsonb_each(${data}) one
      where jsonb_typeof(${data}) = 'object' and one.key in ('responsible', 'deputy', 'owners')
    )`;

const recordedEntries = `
  select a.subject_id as team_id, a.action, governance_time(a.tenant_id, a.occurred_at) as at,
    a.actor_kind = 'policy' as is_of_policy, a.data ->> 'expiresAt' as expires_at,
    (a.data ->> 'renewals')::integer as renewals, a.data ->> 'kind' as kind, a.data ->> 'outcome' as outcome,
    ${peopleIn("a.data -> 'before'")} as before, ${peopleIn("a.data -> 'after'")} as after,
    (
      select jsonb_object_agg(lower(one.id), one.email) from (values
        (o.changed_people ->> 'responsibleId', o.changed_people #>> '{answering,responsible,email}'),
        (o.changed_people ->> 'deputyId', o.changed_people #>> '{answering,deputy,email}')
      ) one (id, email) where one.id is not null and one.email is not null
    ) as emails
  from activity a
  left join operations o on o.tenant_id = a.tenant_id and o.operation_id = (a.data ->> 'operationId')::uuid
  where a.tenant_id = $1 and a.subject_id = any ($2::text[]) and (
    a.actor_kind <> 'policy'
      and a.action in ('group.renewed', 'group.held', 'group.released', 'group.archived', 'group.unarchived', 'group.deleted',
        'group.restored', 'group.gone', 'group.returned', 'group.removed', 'group.adoption_ended', 'review.completed',
        'task.decided', 'group.active_again')
    or a.actor_kind = 'policy' and a.action in ('group.handed_over', 'group.repaired', 'group.restored')
    or a.action in ('group.changed', 'group.change_failed', 'group.drift_accepted', 'roster.applied', 'group.handed_over')
    or a.action in ('task.opened', 'task.reminded', 'task.escalated', 'task.lapsed') and a.data ->> 'kind' = any ($3::text[])
  )
  order by a.activity_id`;
