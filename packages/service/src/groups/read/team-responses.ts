// The responses of the API: the records with their absolute addresses and problem objects. The schema of a response
// decides which members of a record it has.
import { DomainError } from '../../ground/errors.ts';
import type { CreationFailure, CreationStatus } from '../../engine/creation.ts';
import { authorOf } from '../../audit/activity.ts';
import type { Configuration } from '../../settings/configuration/configuration.ts';
import { namedActor } from '../../settings/configuration/named-actor.ts';
import type { ListedTeam } from './browse-teams.ts';
import type { TeamStatus, TeamSummary } from './team.ts';

/** While a creation is in progress, polling makes sense after this time. */
export const retryAfterSeconds = '1';

/** An approval takes hours or days. */
const retryApprovalAfterSeconds = '300';

export function retryAfterOf(status: CreationStatus): string {
  return status === 'awaiting_approval' ? retryApprovalAfterSeconds : retryAfterSeconds;
}

export function statusUrlOf(baseUrl: string, teamId: string): string {
  return `${baseUrl}/teams/${teamId}/status`;
}

export function teamResponse<Team extends TeamSummary>(team: Team, baseUrl: string) {
  return { ...team, statusUrl: statusUrlOf(baseUrl, team.teamId) };
}

const gone = { name: 'deleted' };

type Names = Pick<Configuration, 'organisation' | 'templateName' | 'apiKey'>;
type Named = Pick<ListedTeam, 'organisationId' | 'templateId' | 'createdBy'>;

/** A group with the names of its organisation, its template and its author. */
export function namedTeam<Team extends Named>(tenantId: string, team: Team, names: Names) {
  return {
    ...team,
    organisation: (names.organisation(tenantId, team.organisationId) ?? gone).name,
    template: (names.templateName(tenantId, team.templateId) ?? gone).name,
    createdBy: namedActor(authorOf(team.createdBy), tenantId, names),
  };
}

/** @param toProblem makes the problem object of a failure */
export function statusResponse<Problem>(
  status: TeamStatus,
  mountUrl: string,
  toProblem: (error: DomainError) => Problem,
) {
  const { approval, ...others } = status;
  return {
    ...others,
    ...(approval && { approval }),
    statusUrl: statusUrlOf(mountUrl, status.teamId),
    error: status.error && toProblem(failureAsError(status.error)),
  };
}

export function failureAsError({ code, detail, faults }: CreationFailure): DomainError {
  return new DomainError(code, detail, { faults });
}
