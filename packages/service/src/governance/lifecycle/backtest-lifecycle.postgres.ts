// The months that have passed under a changed lifecycle: each group lives again from its creation, by the policies of their
// time and by what people did, as the log has it, and by the changed policy for these months. Nothing is written.
import { isDeepStrictEqual } from 'node:util';
import type { Rest } from '../../ground/turns.ts';
import type { Queryable } from '../../postgres/database.ts';
import type { LifecyclePolicy } from '../../settings/organisations/lifecycle-policy.ts';
import { type GroupFacts, readGroupFacts } from '../group-facts.postgres.ts';
import { answeringOf } from './contacts.postgres.ts';
import {
  createForecast,
  type TriedTemplate,
  type LifecycleMonths,
  type Months,
  monthsBefore,
} from './forecast.ts';
import { untouched } from './planned-life.ts';
import { subjectsOf, type SeenPeople } from './subjects-in-group.ts';
import {
  factOfEntry,
  factOfPolicy,
  type RecordedEntry,
  type RecordedPolicy,
  underPolicy,
} from './recorded-life.ts';
import { type LifeStep, type RecordedFact, type WalkedMoment, walkLife } from './walk-life.ts';

const groupsPerPage = 250;

interface Row extends SeenPeople {
  readonly tenantId: string;
  readonly teamId: string;
}

const readPage = `
  select t.tenant_id, t.team_id, o.observed -> 'ownerIds' as owners_seen,
    (o.observed ->> 'guestCount')::integer as guests_seen
  from teams t
  join provisionings p on p.tenant_id = t.tenant_id and p.team_id = t.team_id
  left join team_observations o on o.tenant_id = t.tenant_id and o.team_id = t.team_id
  where t.tenant_id = $1 and t.template_id = $2 and p.status = 'succeeded' and ($3::uuid is null or t.team_id > $3)
  order by t.team_id limit ${groupsPerPage}`;

/**
 * Null: there is no group.
 * @param named so many groups are named
 * @param since the changed policy counts from then on; absent: for twelve months
 */
export async function backtestLifecycle(
  database: Queryable,
  template: TriedTemplate,
  rest: Rest,
  named: number,
  since?: Date,
): Promise<LifecycleMonths | null> {
  const { tenantId, templateId, policy, settings } = template;
  const past = createForecast(named);
  const recorded = await readPolicies(database, template);
  const archivedUntil = await readArchivedUntil(database, tenantId);
  let months: Months | undefined;
  let policies: readonly RecordedPolicy[] = recorded;
  let after: string | null = null;
  while (past.hasRoom()) {
    const rows: Row[] = await database.query<Row>(readPage, [tenantId, templateId, after]);
    const groups = rows.length === 0 ? [] : await readGroupFacts(database, rows);
    const entries = await readEntries(database, tenantId, groups);
    const seen = new Map(rows.map((row) => [row.teamId, row]));
    for (const group of groups) {
      await rest();
      if (months === undefined) {
        months = { ...monthsBefore(group.now), ...(since && { from: since }) };
        policies = triedFrom(months.from, recorded, policy);
      }
      const { from, until } = months;
      // Its beginning is in an archive of the log.
      if (archivedUntil !== null && group.existsSince <= archivedUntil) past.addUnknown();
      else {
        const start = firstStep(group, seen.get(group.teamId), settings);
        const moments = relive(start, policies, entries.get(group.teamId) ?? [], until);
        const ofMonths = moments.filter(({ at }) => at > from);
        past.add(Object.assign(group, { isWithoutOwner: false }), ofMonths);
      }
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < groupsPerPage) break;
    after = last.teamId;
  }
  return months === undefined ? null : past.of(months);
}

/** The policies of their time until then, and the changed one from then on, unless it is the one that was in force. */
function triedFrom(
  from: Date,
  recorded: readonly RecordedPolicy[],
  policy: LifecyclePolicy | undefined,
): readonly RecordedPolicy[] {
  const before = recorded.filter(({ at }) => at <= from);
  const last = before.at(-1);
  if (last !== undefined && isSame(last.policy, policy)) return before;
  return [...before, { at: from, version: (last?.version ?? 0) + 1, policy }];
}

/** One of them was stored. */
function isSame(one: LifecyclePolicy | undefined, other: LifecyclePolicy | undefined): boolean {
  const stored = (policy: LifecyclePolicy | undefined): unknown =>
    JSON.parse(JSON.stringify(policy ?? null));
  return isDeepStrictEqual(stored(one), stored(other));
}

function relive(
  start: LifeStep,
  policies: readonly RecordedPolicy[],
  entries: readonly RecordedFact[],
  until: Date,
): readonly WalkedMoment[] {
  const { now } = start.group;
  const first = policies.findLast(({ at }) => at <= now);
  const later = [...policies.map(factOfPolicy), ...entries]
    .filter(({ at }) => at > now)
    .sort((one, other) => Number(one.at) - Number(other.at));
  return walkLife(first === undefined ? start : underPolicy(start, first), until, later);
}

/** The group as it began, with the people of today: nobody knows who would have been asked then. */
function firstStep(
  group: GroupFacts,
  seen: SeenPeople | undefined,
  settings: TriedTemplate['settings'],
): LifeStep {
  const { timeZone = 'UTC', hour = 8, sender = 'none' } = settings ?? {};
  const shared = {
    ...answeringOf(group),
    days: { timeZone, hour },
    policyVersion: 0,
    isOnHold: false,
    hasTeam: group.kind === 'team',
    canNotify: sender !== 'none',
    isReminderWaiting: false,
    remindedAt: undefined,
    askedIds: [],
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
      subjectsInGroup: subjectsOf(group, seen),
    },
  };
}

/** The oldest first. */
async function readPolicies(
  database: Queryable,
  { tenantId, templateId }: TriedTemplate,
): Promise<readonly RecordedPolicy[]> {
  const rows = await database.query<{
    readonly at: Date;
    readonly version: number;
    readonly present: LifecyclePolicy | null;
    readonly before: LifecyclePolicy | null;
    readonly isChanged: boolean;
  }>(recordedPolicies, [tenantId, templateId]);
  const found: RecordedPolicy[] = [];
  let policy = rows[0]?.present ?? undefined;
  for (const { at, version, before, isChanged } of rows) {
    found.unshift({ at, version, policy });
    if (isChanged) policy = before ?? undefined;
  }
  // The oldest entry that is left says which policy was in force before it.
  if (found.length > 0) found.unshift({ at: new Date(0), version: 0, policy });
  return found;
}

/** The newest first: an earlier policy is the present one with each later change undone. */
const recordedPolicies = `
  select governance_time(a.tenant_id, a.occurred_at) as at,
    m.version + 1 - (row_number() over (order by a.activity_id desc))::integer as version,
    m.policy -> 'lifecycle' as present, a.data #> '{before,policy,lifecycle}' as before,
    coalesce(a.data -> 'before' ? 'policy', false) as is_changed
  from templates m
  join activity a on a.tenant_id = m.tenant_id and a.subject_id = m.template_id::text
    and a.action in ('template.created', 'template.changed')
  where m.tenant_id = $1 and m.template_id = $2
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
): Promise<ReadonlyMap<string, readonly RecordedFact[]>> {
  const rows = await database.query<RecordedEntry & { readonly teamId: string }>(recordedEntries, [
    tenantId,
    groups.map(({ teamId }) => teamId),
  ]);
  const byTeam = Map.groupBy(rows, ({ teamId }) => teamId);
  return new Map(
    [...byTeam].map(([teamId, entries]) => [
      teamId,
      entries.flatMap((entry) => factOfEntry(entry) ?? []),
    ]),
  );
}

const recordedEntries = `
  select a.subject_id as team_id, a.action, governance_time(a.tenant_id, a.occurred_at) as at,
    a.data ->> 'expiresAt' as expires_at, (a.data ->> 'renewals')::integer as renewals, a.data ->> 'kind' as kind,
    a.data ->> 'outcome' as outcome
  from activity a
  where a.tenant_id = $1 and a.subject_id = any ($2::text[]) and a.actor_kind <> 'policy'
    and a.action in ('group.renewed', 'group.held', 'group.released', 'group.archived', 'group.unarchived', 'group.deleted',
      'group.restored', 'group.gone', 'group.returned', 'group.removed', 'group.adoption_ended', 'review.completed', 'task.decided')
  order by a.activity_id`;
