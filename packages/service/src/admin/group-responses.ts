// Groups in the words of the admin API.
import type { Configuration } from '../configuration/configuration.ts';
import type { TeamHistory } from '../teams/browse-teams.ts';
import type { Team, TeamStatus, TeamSummary } from '../teams/team.ts';

type Names = Pick<Configuration, 'organisation' | 'templateName' | 'apiKey'>;

const gone = { name: 'deleted', identifier: '' };

export function groupSummaryAnswer(tenantId: string, team: TeamSummary, names: Names) {
  return {
    ...team,
    mailNickName: team.mailNickname,
    organisation: (names.organisation(tenantId, team.organisationId) ?? gone).name,
    template: (names.templateName(tenantId, team.templateId) ?? gone).name,
  };
}

/** The event stream sends it without a schema, so that every member is named here. */
export function groupStatusAnswer(present: TeamStatus) {
  const { status, createdAt, updatedAt, completedAt = null, steps, warnings, version } = present;
  const { error } = present;
  return {
    status,
    createdAt,
    updatedAt,
    completedAt,
    steps,
    error:
      error === undefined
        ? null
        : {
            code: error.code,
            detail: error.detail,
            errors: error.faults.map(({ detail }) => detail),
          },
    warnings: warnings.map(({ code, detail }) => ({ code, detail })),
    version,
  };
}

export function groupAnswer(
  tenantId: string,
  team: Team,
  status: TeamStatus,
  history: TeamHistory,
  names: Names,
) {
  const { organisationId, templateId, people } = team;
  return {
    ...team,
    ...history,
    mailNickName: team.mailNickname,
    organisation: { ...(names.organisation(tenantId, organisationId) ?? gone), organisationId },
    template: { ...(names.templateName(tenantId, templateId) ?? gone), templateId },
    properties: Object.entries(team.properties).map(([name, value]) => ({ name, value })),
    people: { ...people, owners: people.owners.length, members: people.members.length },
    createdBy: creatorOf(tenantId, history.createdBy, names),
    status: groupStatusAnswer(status),
    canRetry: status.status === 'failed' && history.aliasHolder === undefined,
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
