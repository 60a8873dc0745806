// The parts of the service that the admin center uses.
import type { AdminDeps } from '../../admin/admin.routes.ts';
import type { Configuration } from '../../settings/configuration/configuration.ts';
import type { Directories } from '../../settings/configuration/directories.ts';
import type { FindPeople } from '../../directory/find-people.ts';
import type { TeamStore } from '../../groups/read/team.ts';
import type { StatusWatch } from '../../groups/read/watch-status.ts';
import type { ChangeLifecycle } from '../../governance/lifecycle/change-lifecycle.postgres.ts';
import type { Webhooks } from '../../events/webhooks/webhooks.jobs.ts';
import type { LifecycleReads } from './lifecycle.ts';
import type { ReviewParts } from './reviews.ts';
import type { TaskParts } from './tasks.ts';
import type { TeamParts } from './teams.ts';
import { type NoticeParts } from './notices.ts';

export interface AdminParts extends LifecycleReads {
  readonly configuration: Configuration;
  readonly directories: Directories;
  readonly people: FindPeople;
  readonly teams: TeamStore;
  readonly creation: TeamParts;
  readonly watch: StatusWatch;
  readonly tasks: TaskParts;
  readonly tokenSubscriberOf: AdminDeps['tokenSubscriberOf'];
  readonly webhooks: Webhooks;
  readonly notices: NoticeParts;
  readonly lifecycle: ChangeLifecycle;
  readonly reviews: ReviewParts;
  /** Activity was added. */
  readonly onActivity: () => void;
}
