// Reviews as a rule of governance: reads the facts of many groups at once, and writes reviews, dates and notices.
import { policyActor } from '../../audit/activity.ts';
import type { Clock } from '../../ground/clock.ts';
import type { CreateId } from '../../ground/identifiers.ts';
import type { GovernanceRule, RuleAnswer } from '../assess-groups.postgres.ts';
import { type GroupFacts, openTaskOf } from '../group-facts.postgres.ts';
import { answeringOf } from '../lifecycle/contacts.postgres.ts';
import { noticesAbout } from '../question.ts';
import {
  type LastReminder,
  lastReminderColumns,
  lastReminderJoin,
} from '../../messages/notices/last-reminder.postgres.ts';
import { addNotices } from '../../messages/notices/notices.postgres.ts';
import { rosterEntriesWhere } from '../../groups/change/read-group.postgres.ts';
import { type HoldingEntry, holdersOf } from '../../groups/rosters/roster.ts';
import { idsOfAsked } from '../../messages/tasks/task.ts';
import type { Query, Queryable } from '../../postgres/database.ts';
import type { NoticeSettings } from '../../settings/tenants/notice-settings.ts';
import { assessReviews, type ReviewAssessment, type ReviewFacts } from './assess-reviews.ts';
import type { Review } from './review.ts';
import {
  isInProgress,
  recordReview,
  requestReview,
  reviewColumns,
  updateReview,
} from './reviews.postgres.ts';

interface Row extends Review, LastReminder {
  readonly teamId: string;
  readonly nextAt: Date | null;
  /** About the people of a review whose time is over. */
  readonly rosterEntries: readonly HoldingEntry[] | null;
}

const readFacts: Query = {
  name: 'reviews_read_facts',
  kind: 'background',
  text: `
  select ${reviewColumns('r')}, t.team_id, d.next_at, ${lastReminderColumns}, case when r.due_at <= governance_now(t.tenant_id)
    then ${rosterEntriesWhere("e.person_id in (select lower(p ->> 'personId') from jsonb_array_elements(r.people) p)")}
  end as roster_entries
  from unnest($1::uuid[], $2::uuid[]) as wanted (tenant_id, team_id)
  join teams t on t.tenant_id = wanted.tenant_id and t.team_id = wanted.team_id
  left join reviews r on r.tenant_id = t.tenant_id and r.team_id = t.team_id and ${isInProgress}
  left join review_dates d on d.tenant_id = t.tenant_id and d.team_id = t.team_id
  ${lastReminderJoin('review', 'r.opened_at')}`,
};

interface Assessed {
  readonly group: GroupFacts;
  readonly row: Row;
  readonly answer: ReviewAssessment;
}

/** The policies are those that the groups name. */
export async function readReviewFacts(
  database: Queryable,
  groups: readonly GroupFacts[],
  settingsOf: (tenantId: string) => NoticeSettings | undefined,
): Promise<ReadonlyMap<string, { readonly row: Row; readonly facts: ReviewFacts }>> {
  const rows = await database.query<Row>(readFacts, [
    groups.map(({ tenantId }) => tenantId),
    groups.map(({ teamId }) => teamId),
  ]);
  const byTeam = new Map(rows.map((row) => [row.teamId, row]));
  return new Map(
    groups.flatMap((group) => {
      const row = byTeam.get(group.teamId);
      if (row === undefined) return [];
      return [[group.teamId, { row, facts: factsOf(row, group, settingsOf(group.tenantId)) }]];
    }),
  );
}

function factsOf(row: Row, group: GroupFacts, settings: NoticeSettings | undefined): ReviewFacts {
  const { timeZone = 'UTC', hour = 8, sender = 'none' } = settings ?? {};
  const { review, remindBefore = [], graceForExisting = 'P60D', decisions } = group.lifecycle ?? {};
  return {
    days: { timeZone, hour },
    policy: review == null ? undefined : { ...review, remindBefore, graceForExisting },
    policyVersion: group.policyVersion,
    nextAt: row.nextAt ?? undefined,
    // Null where none is in progress.
    review: (row.reviewId as string | null) === null ? undefined : row,
    holders: holdersOf(row.rosterEntries),
    askedIds: idsOfAsked(openTaskOf(group, 'review')),
    isOnHold: group.isOnHold,
    hasTeam: group.kind === 'team',
    decisions,
    canNotify: sender !== 'none' && !group.isFailing,
    isReminderWaiting: row.isReminderWaiting === true,
    remindedAt: row.remindedAt ?? undefined,
    ...answeringOf(group),
  };
}

export function createReviewRule({
  settingsOf,
  clock,
  newId,
}: {
  readonly settingsOf: (tenantId: string) => NoticeSettings | undefined;
  readonly clock: Clock;
  readonly newId: CreateId;
}): GovernanceRule {
  return {
    name: 'reviews',
    async assess(transaction, groups) {
      const found = await readReviewFacts(transaction, groups, settingsOf);
      return groups.map((group): RuleAnswer => {
        const { row, facts } = found.get(group.teamId) ?? {};
        if (row === undefined || facts === undefined) return { effects: [], dueAt: null };
        const answer = assessReviews(group, facts);
        const { effects, dueAt } = answer;
        return { effects, dueAt, write: (inside) => write(inside, { group, row, answer }) };
      });
    },
  };

  async function write(transaction: Queryable, { group, row, answer }: Assessed): Promise<void> {
    const { tenantId, teamId, organisationId, now } = group;
    const { step, nextAt, cause, notices } = answer;
    if (nextAt?.getTime() !== row.nextAt?.getTime()) {
      await storeDate(transaction, { tenantId, teamId, nextAt });
    }
    const by = { actor: policyActor(cause), at: clock.now() };
    if (step?.kind === 'request') {
      const { subjects, unanswered, within } = step.policy;
      const requestedBy = by.actor;
      const reviewId = newId();
      const policy = { subjects, unanswered, within, reason: null, cause };
      const review = { tenantId, teamId, organisationId, reviewId, requestedBy, ...policy };
      await requestReview(transaction, review, by);
    }
    if (step?.kind === 'remind') {
      await transaction.query(
        'update reviews set reminders = $3 where tenant_id = $1 and review_id = $2',
        [tenantId, row.reviewId, step.reminders],
      );
    }
    if (step?.kind === 'end') {
      const ended = await updateReview(transaction, row, step);
      if (step.state === 'withdrawn' && ended !== undefined) {
        await recordReview(transaction, ended, 'review.withdrawn', by);
      }
    }
    await addNotices(transaction, noticesAbout({ tenantId, teamId, at: now }, notices));
  }
}

async function storeDate(
  transaction: Queryable,
  {
    tenantId,
    teamId,
    nextAt,
  }: { readonly tenantId: string; readonly teamId: string; readonly nextAt: Date | undefined },
): Promise<void> {
  if (nextAt === undefined) {
    await transaction.query('delete from review_dates where tenant_id = $1 and team_id = $2', [
      tenantId,
      teamId,
    ]);
    return;
  }
  await transaction.query(
    `insert into review_dates (tenant_id, team_id, next_at) values ($1, $2, $3)
    on conflict (tenant_id, team_id) do update set next_at = excluded.next_at`,
    [tenantId, teamId, nextAt],
  );
}
