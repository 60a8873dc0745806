// Groups in the words of the admin API.
import type { Configuration } from '../configuration/configuration.ts';
import type { TeamHistory } from '../teams/browse-teams.ts';
import type { Team, TeamStatus, TeamSummary } from '../teams/team.ts';

type Names = Pick<Configuration, 'organisation' | 'templateName' | 'apiKey'>;

const gone = { name: 'deleted', identifier: '' };

export function groupSummaryAnswer(tenantId: string, team: TeamSummary, names: Names) {
  return {
    teamId: team.teamId,
    status: team.status,
    displayName: team.displayName,
    mailNickName: team.mailNickname,
    organisation: (names.organisation(tenantId, team.organisationId) ?? gone).name,
    template: (names.templateName(tenantId, team.templateId) ?? gone).name,
    createdAt: team.createdAt.toISOString(),
    completedAt: team.completedAt?.toISOString() ?? null,
  };
}

export function groupStatusAnswer(status: TeamStatus) {
  const { error } = status;
  return {
    status: status.status,
    createdAt: status.createdAt.toISOString(),
    updatedAt: status.updatedAt.toISOString(),
    completedAt: status.completedAt?.toISOString() ?? null,
    steps: status.steps.map((step) => ({ ...step })),
    error:
      error === undefined
        ? null
        : {
            code: error.code,
            detail: error.detail,
            errors: error.faults.map(({ detail }) => detail),
          },
    warnings: status.warnings.map(({ code, detail }) => ({ code, detail })),
    version: status.version,
  };
}

export function groupAnswer(
  tenantId: string,
  team: Team,
  status: TeamStatus,
  history: TeamHistory,
  names: Names,
) {
  const { people, directory } = team;
  const organisation = names.organisation(tenantId, team.organisationId) ?? gone;
  const template = names.templateName(tenantId, team.templateId) ?? gone;
  return {
    teamId: team.teamId,
    displayName: team.displayName,
    description: team.description,
    mailNickName: team.mailNickname,
    organisation: {
      organisationId: team.organisationId,
      name: organisation.name,
      identifier: organisation.identifier,
    },
    template: {
      templateId: team.templateId,
      name: template.name,
      identifier: template.identifier,
    },
    properties: Object.entries(team.properties).map(([name, value]) => ({ name, value })),
    people: {
      responsible: people.responsible,
      deputy: people.deputy,
      owners: people.owners.length,
      members: people.members.length,
    },
    directory:
      directory === undefined
        ? null
        : {
            groupId: directory.groupId,
            mail: directory.mail ?? null,
            webUrl: directory.webUrl ?? null,
            goneSince: directory.goneSince?.toISOString() ?? null,
          },
    createdBy: creatorOf(tenantId, history.createdBy, names),
    requestId: history.requestId,
    status: groupStatusAnswer(status),
    incidents: history.incidents.map((incident) => ({
      step: incident.step,
      attempt: incident.attempt,
      occurredAt: incident.occurredAt.toISOString(),
      code: incident.code,
      detail: incident.detail,
      directoryRequestId: incident.directoryRequestId ?? null,
      retryAt: incident.retryAt?.toISOString() ?? null,
    })),
    retryOf: history.retryOf ?? null,
    retries: history.retries.map(({ teamId, status: its }) => ({ teamId, status: its })),
    canRetry: status.status === 'failed' && history.aliasHolder === undefined,
    aliasHolder: history.aliasHolder === undefined ? null : { ...history.aliasHolder },
  };
}

/** An API key by its name, a person by the e-mail address. */
function creatorOf(tenantId: string, createdBy: string, names: Names) {
  const at = createdBy.indexOf(':');
  if (at < 0) {
    const key = names.apiKey(tenantId, createdBy);
    return { kind: 'api_key', id: createdBy, name: key?.name ?? createdBy };
  }
  const id = createdBy.slice(at + 1);
  return { kind: createdBy.slice(0, at), id, name: id };
}

export type PersonRole = 'responsible' | 'deputy' | 'owner' | 'member';

/** All requested people, owners first. */
export function peopleOf({ people }: Team): { role: PersonRole; reference: string }[] {
  return [
    { role: 'responsible', reference: people.responsible },
    ...(people.deputy === null ? [] : [{ role: 'deputy' as const, reference: people.deputy }]),
    ...people.owners.map((reference) => ({ role: 'owner' as const, reference })),
    ...people.members.map((reference) => ({ role: 'member' as const, reference })),
  ];
}
