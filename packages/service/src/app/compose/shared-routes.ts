// The routes that systems and administrators have in common: at the base URL for access tokens, and below the admin URL
// for sessions.
import type { RegisterShared } from '../../admin/admin.routes.ts';
import type { ChangeLifecycle } from '../../governance/lifecycle/change-lifecycle.postgres.ts';
import { registerLifecycleRoutes } from '../../governance/lifecycle/lifecycle.routes.ts';
import { registerReviewRoutes } from '../../governance/reviews/reviews.routes.ts';
import { createReadHistory } from '../../governance/responsibility/responsibility-history.postgres.ts';
import { registerResponsibilityRoute } from '../../governance/responsibility/responsibility.routes.ts';
import { registerTeamNoticeRoutes } from '../../groups/read/team-notices.routes.ts';
import { listNoticesOfGroup } from '../../messages/notices/notices.postgres.ts';
import type { Base } from './base.ts';
import type { LifecycleReads } from './lifecycle.ts';
import { composeOperationRoutes } from './operation-routes.ts';
import { composeCompareNow } from './reconciliation.ts';
import { registerComparisonRoute } from '../../groups/read/compare-team.routes.ts';
import type { Directories } from '../../settings/configuration/directories.ts';
import { registerTaskRoutes } from '../../messages/tasks/tasks.routes.ts';
import type { ReviewParts } from './reviews.ts';
import type { TeamParts } from './teams.ts';
import type { TaskParts } from './tasks.ts';

export function composeSharedRoutes(
  base: Base,
  parts: Parameters<typeof composeOperationRoutes>[1] & {
    readonly creation: TeamParts;
    readonly directories: Directories;
    readonly lifecycleOf: LifecycleReads['lifecycleOf'];
    readonly tasks: TaskParts;
    readonly lifecycle: ChangeLifecycle;
    readonly reviews: ReviewParts;
  },
): RegisterShared {
  const { lists, clock } = base;
  const { creation, people, teams, subscribers, tasks, lifecycle, reviews } = parts;
  const registerOperations = composeOperationRoutes(base, parts);
  const readHistory = createReadHistory(lists);
  const comparison = {
    compareNow: composeCompareNow(base, parts.directories),
    teams,
    lifecycleOf: parts.lifecycleOf,
    subscribers,
  };
  return (server, urlOf) => {
    creation.register(server, urlOf);
    registerOperations(server, urlOf);
    registerResponsibilityRoute(server, { readHistory, clock });
    registerTeamNoticeRoutes(server, {
      listNotices: (group, page) => listNoticesOfGroup(lists, group, page),
      readStatus: (tenantId, teamId) => teams.readStatus(tenantId, teamId),
      urlOf,
    });
    registerTaskRoutes(server, { ...tasks, people, subscribers, urlOf });
    registerComparisonRoute(server, { ...comparison, urlOf });
    registerLifecycleRoutes(server, { changeLifecycle: lifecycle });
    registerReviewRoutes(server, { ...reviews, urlOf });
  };
}
