// Reviews as a rule of governance: reads the facts of many groups at once, and writes reviews, dates and notices.
import { policyActor } from '../../audit/activity.ts';
import type { Clock } from '../../ground/clock.ts';
import type { CreateId } from '../../ground/identifiers.ts';
import type { GovernanceRule, RuleAnswer } from '../assess-groups.postgres.ts';
import type { GovernedGroup } from '../rule.ts';
import { answeringOf, contactColumns, type Contacts } from '../lifecycle/contacts.postgres.ts';
import { noticesTo } from '../../messages/notices/notice.ts';
import {
  type LastReminder,
  lastReminderColumns,
  lastReminderJoin,
} from '../../messages/notices/last-reminder.postgres.ts';
import { addNotices } from '../../messages/notices/notices.postgres.ts';
import type { LifecyclePolicy } from '../../settings/organisations/lifecycle-policy.ts';
import type { Query, Queryable } from '../../postgres/database.ts';
import { ofFoundRow } from '../../postgres/found-row.ts';
import { lapseTask } from '../../messages/tasks/tasks.postgres.ts';
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

interface Row extends Review, LastReminder, Contacts {
  readonly teamId: string;
  readonly policy: LifecyclePolicy | null;
  readonly policyVersion: number;
  readonly kind: string;
  readonly nextAt: Date | null;
  readonly taskId: string | null;
  readonly askedIds: readonly string[] | null;
  readonly isOnHold: boolean;
  readonly isFailing: boolean;
}

const readFacts: Query = {
  name: 'reviews_read_facts',
  inWrittenOrder: true,
  text: `
  select ${reviewColumns('r')}, t.team_id, m.policy -> 'lifecycle' as policy, coalesce(m.version, 0) as policy_version,
    t.policy ->> 'kind' as kind, d.next_at, k.task_id,
    jsonb_path_query_array(k.assignees, '$[*].personId') as asked_ids,
    exists (select from group_holds h where h.tenant_id = t.tenant_id and h.team_id = t.team_id) as is_on_hold,
    exists (select from notice_channels c where c.tenant_id = t.tenant_id and c.failing_since is not null) as is_failing,
    ${lastReminderColumns}, ${contactColumns}
  from unnest($1::uuid[], $2::uuid[]) as wanted (tenant_id, team_id)
  join teams t on t.tenant_id = wanted.tenant_id and t.team_id = wanted.team_id
  join organisations o on o.tenant_id = t.tenant_id and o.organisation_id = t.organisation_id
  left join templates m on m.tenant_id = t.tenant_id and m.template_id = t.template_id and m.deleted_at is null
  left join reviews r on r.tenant_id = t.tenant_id and r.team_id = t.team_id and ${isInProgress}
  left join review_dates d on d.tenant_id = t.tenant_id and d.team_id = t.team_id
  left join followed_people f on f.tenant_id = t.tenant_id
  left join team_search s on s.tenant_id = t.tenant_id and s.team_id = t.team_id
  left join lateral (
    select task_id, assignees from tasks
    where tenant_id = t.tenant_id and team_id = t.team_id and ${ofFoundRow("kind = 'attest' and state = 'open'")}
  ) k on true
  ${lastReminderJoin('attest', 'r.opened_at')}
  where r.review_id is not null or d.next_at is not null or jsonb_typeof(m.policy -> 'lifecycle' -> 'attest') = 'object'`,
};

interface Assessed {
  readonly group: GovernedGroup;
  readonly row: Row;
  readonly answer: ReviewAssessment;
}

export function createReviewRule(deps: {
  readonly settingsOf: (tenantId: string) => NoticeSettings | undefined;
  readonly clock: Clock;
  readonly newId: CreateId;
}): GovernanceRule {
  const { settingsOf, clock, newId } = deps;

  function factsOf(row: Row, { tenantId }: GovernedGroup): ReviewFacts {
    const { policy, policyVersion, kind, isOnHold, isFailing, nextAt, askedIds } = row;
    const { timeZone = 'UTC', hour = 8, sender = 'none' } = settingsOf(tenantId) ?? {};
    const { attest, remindBefore = [], graceForExisting = 'P60D' } = policy ?? {};
    return {
      days: { timeZone, hour },
      policy: attest == null ? undefined : { ...attest, remindBefore, graceForExisting },
      policyVersion,
      nextAt: nextAt ?? undefined,
      // Null where none is in progress.
      review: (row.reviewId as string | null) === null ? undefined : row,
      askedIds: askedIds ?? [],
      isOnHold,
      hasTeam: kind === 'team',
      canNotify: sender !== 'none' && !isFailing,
      isReminderWaiting: row.isReminderWaiting === true,
      remindedAt: row.remindedAt ?? undefined,
      ...answeringOf(row),
    };
  }

  return {
    name: 'reviews',
    async assess(transaction, groups) {
      const rows = await transaction.query<Row>(readFacts, [
        groups.map(({ tenantId }) => tenantId),
        groups.map(({ teamId }) => teamId),
      ]);
      const byTeam = new Map(rows.map((row) => [row.teamId, row]));
      return groups.map((group): RuleAnswer => {
        const row = byTeam.get(group.teamId);
        if (row === undefined) return { effects: [], dueAt: null };
        const answer = assessReviews(group, factsOf(row, group));
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
      if (step.state === 'lapsed' && row.taskId !== null) {
        await lapseTask(
          transaction,
          { tenantId, taskId: row.taskId },
          { ...by, outcome: row.unanswered },
        );
      }
      if (step.state === 'withdrawn' && ended !== undefined) {
        await recordReview(transaction, ended, 'review.withdrawn', by);
      }
    }
    await addNotices(
      transaction,
      notices.flatMap(({ to, kind, data }) =>
        noticesTo([to], { tenantId, teamId, kind, data, cause, at: now }),
      ),
    );
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
