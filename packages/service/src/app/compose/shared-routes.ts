// The routes that systems and administrators have in common: at the base URL for access tokens, and below the admin URL
// for sessions.
import type { RegisterShared } from '../../admin/admin.routes.ts';
import type { FindPeople } from '../../directory/find-people.ts';
import type { ChangeLifecycle } from '../../governance/lifecycle/change-lifecycle.postgres.ts';
import { registerLifecycleRoutes } from '../../governance/lifecycle/lifecycle.routes.ts';
import { registerReviewRoutes } from '../../governance/reviews/reviews.routes.ts';
import type { Subscribers } from '../../http/open-responses.ts';
import { registerTaskRoutes } from '../../messages/tasks/tasks.routes.ts';
import type { ReviewParts } from './reviews.ts';
import type { TaskParts } from './tasks.ts';

export function composeSharedRoutes(parts: {
  readonly people: FindPeople;
  readonly subscribers: Subscribers;
  readonly tasks: TaskParts;
  readonly lifecycle: ChangeLifecycle;
  readonly reviews: ReviewParts;
}): RegisterShared {
  const { people, subscribers, tasks, lifecycle, reviews } = parts;
  return (server, urlOf) => {
    registerTaskRoutes(server, { ...tasks, people, subscribers, urlOf });
    registerLifecycleRoutes(server, { changeLifecycle: lifecycle });
    registerReviewRoutes(server, { ...reviews, urlOf });
  };
}
