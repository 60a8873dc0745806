// The effect that a changed lifecycle would have on the existing groups of its template: how many it concerns, and when
// the first of them feels it. By the rule itself, so that the preview and the tick agree.
import { groupStateSql, type GroupState } from '../../engine/group-state.ts';
import { graceUntilSql } from '../group-facts.postgres.ts';
import type { GovernedGroup } from '../rule.ts';
import type { LifecyclePolicy } from '../../settings/organisations/lifecycle-policy.ts';
import type { Queryable } from '../../postgres/database.ts';
import { assessLifecycle } from './assess-lifecycle.ts';
import {
  firstReviewAt,
  latestReviewAt,
  type TenantDays,
} from '../../settings/organisations/lifecycle-dates.ts';
import { countUnused } from './idle-groups.postgres.ts';
import { stateColumns } from './lifecycles.postgres.ts';
import type { LifecycleState } from './lifecycle-state.ts';

export interface LifecyclePreview {
  /** Existing groups of the template. */
  readonly groups: number;
  /** Those that would expire some day, or be deleted. */
  readonly concerned: number;
  readonly expireWithin30Days: number;
  /** When the first person is asked or the first group ends; null: never. */
  readonly firstAt: Date | null;
  /** The first and the last expiry of active groups; null: none expires. */
  readonly firstExpiryAt: Date | null;
  readonly lastExpiryAt: Date | null;
  /** Those whose people would be reviewed; the first review, null: none. */
  readonly reviewed: number;
  readonly firstReviewAt: Date | null;
  /** Those that nobody uses by the reports, as far as the policy asks about them. */
  readonly unused: number;
}

const rowsPerPage = 1_000;
const soonMs = 30 * 86_400_000;

interface Row extends LifecycleState {
  readonly teamId: string;
  readonly templateId: string;
  readonly organisationId: string;
  readonly displayName: string;
  readonly mailNickname: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly requestedExpiry: Date | null;
  readonly state: GroupState;
  readonly existsSince: Date;
  readonly graceUntil: Date | null;
  readonly appliedVersion: number | null;
  readonly isOnHold: boolean;
  readonly hasTeam: boolean;
  readonly nextReviewAt: Date | null;
  readonly now: Date;
}

const readPage = `
  select t.team_id, t.template_id, t.organisation_id, t.display_name, t.mail_nickname, t.properties, t.requested_expiry,
    ${groupStateSql} as state, governance_time(t.tenant_id, coalesce(p.completed_at, t.created_at)) as exists_since,
    ${graceUntilSql} as grace_until, t.policy ->> 'kind' = 'team' as has_team, governance_now(t.tenant_id) as now,
    exists (select from group_holds h where h.tenant_id = t.tenant_id and h.team_id = t.team_id) as is_on_hold,
    d.next_at as next_review_at, ${stateColumns('l')}
  from teams t
  join provisionings p on p.tenant_id = t.tenant_id and p.team_id = t.team_id
  left join group_lifecycles l on l.tenant_id = t.tenant_id and l.team_id = t.team_id
  left join review_dates d on d.tenant_id = t.tenant_id and d.team_id = t.team_id
  where t.tenant_id = $1 and t.template_id = $2 and p.status = 'succeeded' and ($3::uuid is null or t.team_id > $3)
  order by t.team_id limit ${rowsPerPage}`;

export async function previewLifecycle(
  database: Queryable,
  template: {
    readonly tenantId: string;
    readonly templateId: string;
    readonly policy: LifecyclePolicy | undefined;
    readonly days: TenantDays;
  },
): Promise<LifecyclePreview> {
  const { tenantId, templateId } = template;
  let [groups, concerned, expireWithin30Days, reviewed] = [0, 0, 0, 0];
  let firstAt: Date | null = null;
  const expiries = { first: null as Date | null, last: null as Date | null };
  let firstReview: Date | null = null;
  let after: string | null = null;
  for (;;) {
    const rows: Row[] = await database.query<Row>(readPage, [tenantId, templateId, after]);
    for (const row of rows) {
      if (row.state !== 'active' && row.state !== 'archived') continue;
      groups += 1;
      const reviewAt = reviewOf(row, template);
      if (reviewAt !== null) {
        reviewed += 1;
        if (firstReview === null || reviewAt < firstReview) firstReview = reviewAt;
      }
      const { expiresAt, dueAt } = assessed(row, template);
      if (dueAt === null) continue;
      concerned += 1;
      if (firstAt === null || dueAt < firstAt) firstAt = dueAt;
      // An archived group expired before.
      if (expiresAt === null || row.state !== 'active') continue;
      if (expiresAt.getTime() - row.now.getTime() <= soonMs) expireWithin30Days += 1;
      if (expiries.first === null || expiresAt < expiries.first) expiries.first = expiresAt;
      if (expiries.last === null || expiresAt > expiries.last) expiries.last = expiresAt;
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < rowsPerPage) break;
    after = last.teamId;
  }
  return {
    groups,
    concerned,
    expireWithin30Days,
    firstAt,
    firstExpiryAt: expiries.first,
    lastExpiryAt: expiries.last,
    reviewed,
    firstReviewAt: firstReview,
    unused: await unusedOf(database, template),
  };
}

async function unusedOf(
  database: Queryable,
  { policy, ...template }: Parameters<typeof previewLifecycle>[1],
): Promise<number> {
  return policy?.inactivity === undefined
    ? 0
    : countUnused(database, template, policy.inactivity.after);
}

/** As reviews/assess-reviews.ts: archived groups are not reviewed, and a policy that asks more often counts at once. */
function reviewOf(
  { nextReviewAt, ...group }: Row,
  { policy, days }: Parameters<typeof previewLifecycle>[1],
): Date | null {
  if (policy?.review == null || group.state !== 'active') return null;
  const { graceForExisting, review } = policy;
  const { every } = review;
  const known = nextReviewAt ?? firstReviewAt(group, { every, graceForExisting }, days);
  const latest = latestReviewAt(group, every, days);
  return known <= latest ? known : latest;
}

function assessed(
  row: Row,
  { tenantId, policy, days }: Parameters<typeof previewLifecycle>[1],
): { readonly expiresAt: Date | null; readonly dueAt: Date | null } {
  const { appliedVersion, isOnHold, hasTeam, now, nextReviewAt: _, ...columns } = row;
  const group: GovernedGroup = {
    ...columns,
    tenantId,
    archivedAt: null,
    deletedAt: null,
    responsibleId: null,
    deputyId: null,
    ownerIds: [],
    now,
  };
  const { state, dueAt } = assessLifecycle(group, {
    days,
    policy,
    // A version that was not applied yet.
    policyVersion: (appliedVersion ?? 0) + 1,
    state: appliedVersion === null ? undefined : { ...columns, policyVersion: appliedVersion },
    isOnHold,
    hasTeam,
    hasOpenTask: true,
    askedIds: [],
    archiving: 'none',
    deleting: 'none',
    isUnarchiving: false,
    canNotify: true,
    isReminderWaiting: false,
    remindedAt: undefined,
    warningsSent: 0,
    // The dates are those of a group whose people can be asked.
    responsible: { personId: '', email: null, displayName: null, language: null },
    deputy: undefined,
    steward: undefined,
    administrators: [],
  });
  return { expiresAt: state?.expiresAt ?? null, dueAt };
}
