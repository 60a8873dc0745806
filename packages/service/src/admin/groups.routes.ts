// One group, with its progress.
import type { Static } from 'typebox';
import { notFound } from '../audit/changes/change.ts';
import type { Configuration } from '../settings/configuration/configuration.ts';
import { sendVersion } from '../http/entity-tags.ts';
import type { Server } from '../http/server.ts';
import type { TeamBrowser } from '../groups/read/browse-teams.ts';
import type { TeamsWithin } from '../groups/read/known-groups.ts';
import type { ReviewReader } from '../governance/reviews/reviews.postgres.ts';
import type { LifecycleResponse } from '../groups/read/team-lifecycle.schema.ts';
import type { TeamStore } from '../groups/read/team.ts';
import type { AdminApiDeps } from './admin-api-deps.ts';
import { groupResponse } from './group-responses.ts';
import { Group, GroupParams } from './groups.schema.ts';
import { createKnownGroups } from '../groups/read/known-groups.ts';
import { operations } from './operations.ts';
import type { Sender as AnySender } from '../ground/caller.ts';
import { resourceOf } from './request.ts';

export interface GroupDeps extends AdminApiDeps {
  readonly configuration: Configuration;
  readonly teams: TeamStore;
  readonly browser: TeamBrowser;
  readonly teamsWithin: TeamsWithin;
  /** Null: the template of the group has no lifecycle, and the group is on no hold. */
  readonly lifecycleOf: (
    tenantId: string,
    teamId: string,
  ) => Promise<Static<typeof LifecycleResponse> | null>;
  readonly reviews: Pick<ReviewReader, 'nextByPolicy'>;
}

type Sender = Pick<AnySender, 'tenantId'> & { readonly limit: AnySender['within'] };

const declared = operations('Groups', {
  getGroup: {
    reach: 'organisations',
    summary: 'Read a group: its request, its progress and its errors.',
    answer: 'The group.',
    params: GroupParams,
    response: { 200: Group },
  },
});

export function registerGroupRoutes(server: Server, deps: GroupDeps): void {
  const { address, configuration, teams, browser } = deps;
  const known = createKnownGroups(deps.teamsWithin);

  /**
   * The status is read first, so that everything beside it is at least as new. Callers look no more once a creation has
   * ended: an answer with that end and an older record would stay on their page.
   */
  async function read(sender: Sender, teamId: string) {
    const { tenantId } = sender;
    const status = await teams.readStatus(tenantId, teamId);
    const [team, history, lifecycle, nextReviewAt] = await Promise.all([
      teams.readTeam(tenantId, teamId),
      browser.history(tenantId, teamId),
      deps.lifecycleOf(tenantId, teamId),
      deps.reviews.nextByPolicy(tenantId, teamId),
    ]);
    if (team === undefined || status === undefined || history === undefined) {
      throw notFound('group');
    }
    const group = groupResponse(tenantId, team, status, history, configuration, address);
    const referred = await known.referredTo({ tenantId, within: sender.limit }, history);
    return { ...group, ...referred, lifecycle, nextReviewAt };
  }

  const onePath = '/:tenantId/groups/:teamId';
  server.get(onePath, declared.getGroup, async (request, reply) => {
    const sender = resourceOf(request);
    const group = await read(sender, sender.teamId);
    sendVersion(reply, group.etag);
    return group;
  });
}
