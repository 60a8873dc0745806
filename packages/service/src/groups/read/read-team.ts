// The one answer about a group: its record, and what surrounds it.
import type { Static } from 'typebox';
import type { Sender } from '../../ground/caller.ts';
import { type DomainError, notFound } from '../../ground/errors.ts';
import { requireWithin } from '../../ground/group-limit.ts';
import { rosterSummary } from '../rosters/read-rosters.ts';
import { isAsNew, type RecordVersion } from '../../engine/group-state.ts';
import { groupLinks } from '../../microsoft-graph/group-links.ts';
import type { Configuration } from '../../settings/configuration/configuration.ts';
import { restoreWindowMs } from '../change/require-state.ts';
import type { Comparison } from './comparison.ts';
import type { KnownGroups } from './known-groups.ts';
import type { LifecycleResponse } from './team-lifecycle.schema.ts';
import { namedTeam, statusResponse, teamResponse } from './team-responses.ts';
import type { Team, TeamDetails, TeamStatus, TeamStore } from './team.ts';

export interface TeamReaderDeps<Problem> {
  readonly teams: Pick<TeamStore, 'readTeam' | 'readStatus' | 'readDetails'>;
  readonly configuration: Configuration;
  readonly known: KnownGroups;
  readonly toProblem: (error: DomainError) => Problem;
  readonly lifecycleOf: (tenantId: string, teamId: string) => Promise<GroupLifecycle>;
}

export interface GroupLifecycle extends RecordVersion {
  /** Null: the template of the group has no lifecycle, and the group is on no hold. */
  readonly lifecycle: Static<typeof LifecycleResponse> | null;
}

export type ReadTeam<Problem> = ReturnType<typeof createTeamReader<Problem>>;

/**
 * All statements run at once. What is beside the record is read again where its creation or an operation changed it meanwhile:
 * callers look no more once these have ended, and an answer with that end and older surroundings would stay on their page.
 */
export function createTeamReader<Problem>(deps: TeamReaderDeps<Problem>) {
  const { teams, configuration, known, toProblem, lifecycleOf } = deps;

  function readBeside(tenantId: string, teamId: string) {
    return Promise.all([
      teams.readStatus(tenantId, teamId),
      teams.readDetails(tenantId, teamId),
      lifecycleOf(tenantId, teamId),
    ]);
  }

  return async (
    { tenantId, within }: Pick<Sender, 'tenantId' | 'within'>,
    teamId: string,
    mountUrl: string,
  ) => {
    const [found, beside] = await Promise.all([
      teams.readTeam(tenantId, teamId),
      readBeside(tenantId, teamId),
    ]);
    const team = requireWithin(within, found);
    const [status, details, { lifecycle }] = areAsNew(beside, team)
      ? beside
      : await readBeside(tenantId, teamId);
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
      rosters: details.rosters.map(rosterSummary),
    };
  };
}

type Beside = readonly [TeamStatus | undefined, TeamDetails | undefined, GroupLifecycle];

function areAsNew(
  [status, details, lifecycle]: Beside,
  { version: recordVersion, creationVersion }: Team,
): boolean {
  const record = { recordVersion, creationVersion };
  return (
    status !== undefined &&
    isAsNew({ ...status, creationVersion: status.version }, record) &&
    details !== undefined &&
    isAsNew(details, record) &&
    isAsNew(lifecycle, record)
  );
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
