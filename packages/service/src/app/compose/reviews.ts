// Reviews of the people in groups: their rule, their opening, and how they are decided.
import type { Configuration } from '../../settings/configuration/configuration.ts';
import type { DirectoryWork, DirectoryWorkDeps } from '../../governance/directory-work.ts';
import type { GovernanceRule } from '../../governance/assess-groups.postgres.ts';
import {
  type ChangeReviews,
  createChangeReviews,
} from '../../governance/reviews/change-reviews.postgres.ts';
import { createOpenReviews } from '../../governance/reviews/open-reviews.ts';
import { createOpenReviewStore } from '../../governance/reviews/open-reviews.postgres.ts';
import {
  createReviewReader,
  type ReviewReader,
} from '../../governance/reviews/reviews.postgres.ts';
import { createReviewRule } from '../../governance/reviews/review-rule.postgres.ts';
import type { DecideTask } from '../../messages/tasks/decide-task.postgres.ts';
import { createGovernanceClock } from '../../settings/tenants/governance-clock.ts';
import type { Base } from './base.ts';
import { noticeSettingsIn } from './notices.ts';
import type { Provisioning } from './provisioning.ts';

export interface ReviewWork {
  readonly rule: GovernanceRule;
  readonly openings: DirectoryWork;
}

export interface ReviewParts {
  readonly reviews: ReviewReader;
  readonly changeReviews: ChangeReviews;
}

/** The dependencies of all work of governance that asks the directory. */
export function composeDirectoryWork(
  { clock, onError }: Base,
  parts: {
    readonly configuration: Configuration;
    readonly provisioning: Pick<Provisioning, 'runExclusive' | 'apiPriority'>;
    readonly onActivity: () => void;
  },
): DirectoryWorkDeps {
  const { configuration, provisioning, onActivity } = parts;
  return {
    runExclusive: provisioning.runExclusive,
    yieldToCallers: provisioning.apiPriority.betweenPages(),
    isSandbox: (tenantId) => configuration.tenant(tenantId)?.directory.kind === 'sandbox',
    clock,
    onDone: onActivity,
    onError,
  };
}

export function composeReviewWork(
  { database, clock, newId, backgroundLog }: Base,
  parts: { readonly configuration: Configuration; readonly directoryWork: DirectoryWorkDeps },
): ReviewWork {
  const { configuration, directoryWork } = parts;
  const settingsOf = noticeSettingsIn(configuration);
  const { now } = createGovernanceClock({
    tenantOf: (tenantId) => configuration.tenant(tenantId),
    clock,
  });
  return {
    rule: createReviewRule({ settingsOf, clock, newId }),
    openings: createOpenReviews({
      ...directoryWork,
      store: createOpenReviewStore({ database, settingsOf, now, clock, newId }),
      onFailed: ({ tenantId, teamId }, error) =>
        backgroundLog.warn({ err: error, tenantId, teamId }, 'a review could not be opened yet'),
    }),
  };
}

export function composeReviews(
  { database, lists, clock, newId }: Base,
  parts: { readonly decideTask: DecideTask; readonly onChanged: (tenantId: string) => void },
): ReviewParts {
  const reviews = createReviewReader(database, lists);
  const changeReviews = createChangeReviews({ database, reviews, clock, newId, ...parts });
  return { reviews, changeReviews };
}
