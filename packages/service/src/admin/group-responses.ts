// Groups in the words of the admin API.
import { authorOf } from '../audit/activity.ts';
import type { Configuration } from '../settings/configuration/configuration.ts';
import { groupLinks } from '../microsoft-graph/group-links.ts';
import { restoreWindowMs } from '../groups/change/require-state.ts';
import type { Organisation } from '../settings/organisations/organisation.ts';
import { statusResponse } from '../groups/read/team-responses.ts';
import { problemObject } from '../http/problem.ts';
import type { TeamHistory } from '../groups/read/browse-teams.ts';
import type { AdminAddress } from './admin-address.ts';
import { namedActor } from '../settings/configuration/named-actor.ts';
import type { Team, TeamStatus } from '../groups/read/team.ts';

type Names = Pick<Configuration, 'organisation' | 'templateName' | 'apiKey'>;
type Surroundings = Names & Pick<Configuration, 'tenant'>;

const gone = { name: 'deleted', identifier: '' };

export function groupResponse(
  tenantId: string,
  team: Team,
  status: TeamStatus,
  history: TeamHistory,
  names: Surroundings,
  { url, serviceUrl }: Pick<AdminAddress, 'url' | 'serviceUrl'>,
) {
  const { organisationId, templateId, responsible, deputy, owners, members, deletedAt } = team;
  const connection = names.tenant(tenantId)?.directory;
  return {
    ...team,
    ...history,
    etag: team.version,
    restorableUntil: deletedAt && new Date(deletedAt.getTime() + restoreWindowMs),
    organisation: { ...(names.organisation(tenantId, organisationId) ?? gone), organisationId },
    template: { ...(names.templateName(tenantId, templateId) ?? gone), templateId },
    directory: team.directory && {
      ...team.directory,
      links: connection === undefined ? [] : groupLinks(connection, team.directory),
    },
    properties: Object.entries(team.properties).map(([name, value]) => ({ name, value })),
    afterExpiry: afterExpiryOf(names.organisation(tenantId, organisationId), templateId),
    people: { responsible, deputy, owners: owners.length, members: members.length },
    createdBy: namedActor(authorOf(history.createdBy), tenantId, names),
    status: statusResponse(status, `${url}/api/${tenantId}`, (error) =>
      problemObject(error, serviceUrl),
    ),
    canRetry: status.status === 'failed' && history.supersededBy === null,
  };
}

function afterExpiryOf(organisation: Organisation | undefined, templateId: string) {
  const template = organisation?.templates.find((one) => one.templateId === templateId);
  const { lifecycle } = template?.policy ?? {};
  if (lifecycle === undefined) return null;
  const { unanswered, deleteAfterArchived } = lifecycle;
  return { unanswered, deleteAfterArchived };
}
