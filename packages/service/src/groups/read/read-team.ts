// The one answer about a group: its record, and what surrounds it.
import type { Static } from 'typebox';
import type { Sender } from '../../ground/caller.ts';
import { type DomainError, notFound } from '../../ground/errors.ts';
import { requireWithin } from '../../ground/group-limit.ts';
import { type ReadRosters, rosterSummary } from '../rosters/read-rosters.ts';
import { groupLinks } from '../../microsoft-graph/group-links.ts';
import type { Configuration } from '../../settings/configuration/configuration.ts';
import { restoreWindowMs } from '../change/require-state.ts';
import type { Comparison } from './comparison.ts';
import type { KnownGroups } from './known-groups.ts';
import type { LifecycleResponse } from './team-lifecycle.schema.ts';
import { namedTeam, statusResponse, teamResponse } from './team-responses.ts';
import type { Team, TeamDetails, TeamStore } from './team.ts';

export interface TeamReaderDeps<Problem> {
  readonly teams: Pick<TeamStore, 'readTeam' | 'readStatus' | 'readDetails'>;
  readonly configuration: Configuration;
  readonly known: KnownGroups;
  readonly toProblem: (error: DomainError) => Problem;
  readonly rostersOf: ReadRosters['summarize'];
  /** Null: the template of the group has no lifecycle, and the group is on no hold. */
  readonly lifecycleOf: (
    tenantId: string,
    teamId: string,
  ) => Promise<Static<typeof LifecycleResponse> | null>;
}

export type ReadTeam<Problem> = ReturnType<typeof createTeamReader<Problem>>;

/**
 * The record is read first, so that everything beside it is at least as new. Callers look no more once its status is
 * final: an answer with that end and older surroundings would stay on their page.
 */
export function createTeamReader<Problem>(deps: TeamReaderDeps<Problem>) {
  const { teams, configuration, known, toProblem, lifecycleOf, rostersOf } = deps;
  return async (
    { tenantId, within }: Pick<Sender, 'tenantId' | 'within'>,
    teamId: string,
    mountUrl: string,
  ) => {
    const team = requireWithin(within, await teams.readTeam(tenantId, teamId));
    const [status, details, lifecycle, rosters] = await Promise.all([
      teams.readStatus(tenantId, teamId),
      teams.readDetails(tenantId, teamId),
      lifecycleOf(tenantId, teamId),
      rostersOf(tenantId, teamId),
    ]);
    if (status === undefined || details === undefined) throw notFound();
    const { deletedAt, directory } = team;
    const connection = configuration.tenant(tenantId)?.directory;
    return {
      ...teamResponse(namedTeam(tenantId, { ...team, ...details }, configuration), mountUrl),
      ...(await known.referredTo({ tenantId, within }, details)),
      creation: statusResponse(status, mountUrl, toProblem),
      etag: String(team.version),
      ownersCount: team.owners.length,
      membersCount: team.members.length,
      directory: directory && {
        ...directory,
        links: connection === undefined ? [] : groupLinks(connection, directory),
      },
      restorableUntil: deletedAt && new Date(deletedAt.getTime() + restoreWindowMs),
      canRetry: team.status === 'failed' && details.supersededBy === null,
      lifecycle,
      afterExpiry: afterExpiryOf(configuration, tenantId, team),
      comparison: comparisonOf(team, details),
      rosters: rosters.map(rosterSummary),
    };
  };
}

/** How far this one group was compared, as a list says it of its groups. */
function comparisonOf(
  { state, drift, observed }: Team,
  { allComparedAt }: TeamDetails,
): Comparison {
  const groups = state === 'active' || state === 'archived' ? 1 : 0;
  const isCompared = groups === 1 && drift !== null;
  return {
    finishedAt: allComparedAt,
    oldestAt: (isCompared && observed?.detailsSeenAt) || null,
    groups,
    notCompared: isCompared ? 0 : groups,
  };
}

function afterExpiryOf(
  configuration: Configuration,
  tenantId: string,
  { organisationId, templateId }: Team,
) {
  const { templates = [] } = configuration.organisation(tenantId, organisationId) ?? {};
  const lifecycle = templates.find((one) => one.templateId === templateId)?.policy.lifecycle;
  if (lifecycle === undefined) return null;
  const { unanswered, deleteAfterArchived } = lifecycle;
  return { unanswered, deleteAfterArchived };
}
