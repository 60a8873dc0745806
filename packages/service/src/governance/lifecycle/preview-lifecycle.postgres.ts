// The effect that a changed lifecycle, steward or notice settings would have on existing groups: how many it concerns, when the
// first of them feels it, and each question, archiving and deletion of the next months, by the rules themselves and by the
// facts that the tick reads (walk-life.ts), so that the preview and the tick agree. Nothing is written.
import type { Rest } from '../../ground/turns.ts';
import { groupStateSql } from '../../engine/group-state.ts';
import type { Queryable } from '../../postgres/database.ts';
import {
  firstReviewAt,
  latestReviewAt,
  type TenantDays,
} from '../../settings/organisations/lifecycle-dates.ts';
import { type GroupFacts, readGroupFacts } from '../group-facts.postgres.ts';
import type { ReviewFacts } from '../reviews/assess-reviews.ts';
import { readReviewFacts } from '../reviews/review-rule.postgres.ts';
import { assessLifecycle } from './assess-lifecycle.ts';
import { backtestLifecycle } from './backtest-lifecycle.postgres.ts';
import { createForecast, type LifecycleMonths, type Months, monthsAfter } from './forecast.ts';
import { peopleInGroup } from './subjects-in-group.ts';
import { pagesOfTried, type TriedRow } from './tried-scope.postgres.ts';
import { countUnused } from './idle-groups.postgres.ts';
import { readLifecycleFacts, warningsOf } from './lifecycle-rule.postgres.ts';
import { factOfChange, type Tried } from './tried-change.ts';
import { type NotDerived, readNotDerived } from './not-derived.postgres.ts';
import type { LifeStep } from './life-step.ts';
import { lifecycleFactsOf, walkLife } from './walk-life.ts';
import { messagesBefore } from './walk-messages.ts';
import { hasOwner } from './walk-responsibility.ts';
import {
  readRestores,
  readWalkedFacts,
  readWalkedTemplates,
  type WalkedTemplates,
} from './walked-facts.postgres.ts';

export { readSteward } from './contacts.postgres.ts';
export { type LifecycleMonths, mostWalked } from './forecast.ts';
export { notDerivedRules } from './not-derived.postgres.ts';
export { walkedEvents } from './life-step.ts';
export { isSamePolicy, noticeFactsOf, type Tried, type TriedPolicy } from './tried-change.ts';

export interface LifecyclePreview {
  /** Existing groups of the scope. */
  readonly groups: number;
  /** It counts the groups that would expire some day, or be deleted. */
  readonly concerned: number;
  readonly expireWithin30Days: number;
  /** When the first person is asked or the first group ends; null: never. */
  readonly firstAt: Date | null;
  /** The first and the last expiry of active groups; null: none expires. */
  readonly firstExpiryAt: Date | null;
  readonly lastExpiryAt: Date | null;
  /** It counts the groups whose people would be reviewed; the first review, null: none. */
  readonly reviewed: number;
  readonly firstReviewAt: Date | null;
  /** It counts the groups that nobody uses by the reports, as far as the policy asks about them. */
  readonly unused: number;
  /** Null: nobody asked for it, or there is no group. */
  readonly forecast: LifecycleMonths | null;
  /** The last months, as if the change had been in force. Null: the same. */
  readonly backtest: LifecycleMonths | null;
  /** Rules of these groups whose effect is in neither. */
  readonly notDerived: readonly NotDerived[];
}

const soonMs = 30 * 86_400_000;

/** Each names this number of groups; absent: it is not derived. */
export interface TriedMonths {
  readonly forecast?: number;
  readonly backtest?: number;
}

export async function previewLifecycle(
  database: Queryable,
  tried: Tried,
  rest: Rest,
  { forecast: named, backtest }: TriedMonths = {},
): Promise<LifecyclePreview> {
  const { tenantId, templateId, change, settings } = tried;
  const present = createSums();
  const future = createForecast(named ?? 0);
  let months: Months | undefined;
  const exists = `${groupStateSql} in ('active', 'archived')`;
  const templates = await readWalkedTemplates(database, tenantId);
  for await (const rows of pagesOfTried(database, tried, exists)) {
    const isWalked = named !== undefined && future.hasRoom();
    const steps = await stepsOf(database, rows, settings, isWalked ? templates : undefined);
    const restores = isWalked ? await readRestores(database, steps, templates, change) : undefined;
    for (const step of steps) {
      await rest();
      const { group } = step;
      const fact = factOfChange(change, group.now);
      const walked = { ...fact.change(step), group };
      const { state, dueAt } = assessLifecycle(group, lifecycleFactsOf(walked));
      present.add(walked, { expiresAt: state?.expiresAt ?? null, dueAt });
      if (restores === undefined || !future.hasRoom()) continue;
      const { until } = (months ??= monthsAfter(group.now));
      const tried = walkLife(step, until, [fact]);
      const same = walkLife(step, until);
      const { before, after } = restores(group);
      const isWithoutOwner = !hasOwner(tried.last, until);
      future.add(
        Object.assign(group, { isWithoutOwner }),
        [...after, ...tried.moments],
        [...before, ...same.moments],
      );
    }
  }
  const policy = change.kind === 'template' ? change.policy.lifecycle : undefined;
  const unused =
    policy?.inactivity === undefined || templateId === undefined
      ? 0
      : await countUnused(database, { tenantId, templateId }, policy.inactivity.after);
  return {
    ...present.sums(),
    unused,
    forecast: months === undefined ? null : future.of(months),
    backtest:
      backtest === undefined ? null : await backtestLifecycle(database, tried, rest, backtest),
    notDerived: await readNotDerived(database, tried),
  };
}

/**
 * The tick reads the same. Messages that fail now will be sent.
 * @param templates undefined: only the lifecycle and the reviews are read
 */
async function stepsOf(
  database: Queryable,
  rows: readonly TriedRow[],
  settings: Tried['settings'],
  templates: WalkedTemplates | undefined,
): Promise<readonly Walked[]> {
  const groups = (await readGroupFacts(database, rows)).map((group): GroupFacts =>
    Object.assign(group, { isFailing: false }),
  );
  const lifecycles = await readLifecycleFacts(database, groups, () => settings);
  const reviews = await readReviewFacts(database, groups, () => settings);
  const answering =
    templates === undefined ? undefined : await readWalkedFacts(database, groups, templates);
  const byTeam = new Map(rows.map((row) => [row.teamId, row]));
  return groups.flatMap((group) => {
    const lifecycle = lifecycles.get(group.teamId);
    const review = reviews.get(group.teamId);
    if (lifecycle === undefined || review === undefined) return [];
    const { openTasks, now } = group;
    const others = answering?.get(group.teamId);
    const inGroup = peopleInGroup(group, byTeam.get(group.teamId));
    const messages = messagesBefore(now, {
      renew: lifecycle.facts,
      review: review.facts,
      warnings: warningsOf(lifecycle.row),
    });
    return [
      {
        group,
        lifecycle: lifecycle.facts,
        review: { ...review.facts, inGroup },
        openTasks,
        messages,
        ...others,
      },
    ];
  });
}

interface Walked extends LifeStep {
  readonly group: GroupFacts;
}

function createSums() {
  let [groups, concerned, expireWithin30Days, reviewed] = [0, 0, 0, 0];
  const first = { at: null as Date | null, review: null as Date | null };
  const expiries = { first: null as Date | null, last: null as Date | null };
  return {
    add(
      { group, review }: Walked,
      { expiresAt, dueAt }: { readonly expiresAt: Date | null; readonly dueAt: Date | null },
    ): void {
      groups += 1;
      const reviewAt = review === undefined ? null : reviewOf(group, review);
      if (reviewAt !== null) reviewed += 1;
      first.review = earlier(first.review, reviewAt);
      if (dueAt === null) return;
      concerned += 1;
      first.at = earlier(first.at, dueAt);
      // An archived group expired before.
      if (expiresAt === null || group.state !== 'active') return;
      if (expiresAt.getTime() - group.now.getTime() <= soonMs) expireWithin30Days += 1;
      expiries.first = earlier(expiries.first, expiresAt);
      if (expiries.last === null || expiresAt > expiries.last) expiries.last = expiresAt;
    },
    sums: () => ({
      groups,
      concerned,
      expireWithin30Days,
      firstAt: first.at,
      firstExpiryAt: expiries.first,
      lastExpiryAt: expiries.last,
      reviewed,
      firstReviewAt: first.review,
    }),
  };
}

function earlier(one: Date | null, other: Date | null): Date | null {
  return one === null || (other !== null && other < one) ? other : one;
}

/** As reviews/assess-reviews.ts: archived groups are not reviewed, and a policy that asks more often counts at once. */
function reviewOf(
  group: GroupFacts,
  { policy, nextAt, days }: Pick<ReviewFacts, 'policy' | 'nextAt'> & { readonly days: TenantDays },
): Date | null {
  if (policy === undefined || group.state !== 'active') return null;
  const known = nextAt ?? firstReviewAt(group, policy, days);
  const latest = latestReviewAt(group, policy.every, days);
  return known <= latest ? known : latest;
}
