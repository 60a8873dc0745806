// Teams in the words of the API: names, absolute addresses and problem objects.
import { DomainError } from '../foundation/errors.ts';
import type { CreationFailure } from '../provisioning/creation.ts';
import type { Team, TeamStatus, TeamSummary } from './team.ts';

/** Makes the problem object of a failure: `problemObject` of http/problem.ts. */
export type ToProblem<Problem> = (error: DomainError) => Problem;

export function statusUrlOf(baseUrl: string, teamId: string): string {
  return `${baseUrl}/teams/${teamId}/status`;
}

export function statusAnswer<Problem>(
  status: TeamStatus,
  baseUrl: string,
  toProblem: ToProblem<Problem>,
) {
  return {
    status: status.status,
    teamId: status.teamId,
    statusUrl: statusUrlOf(baseUrl, status.teamId),
    createdAt: status.createdAt.toISOString(),
    updatedAt: status.updatedAt.toISOString(),
    completedAt: status.completedAt?.toISOString() ?? null,
    steps: [...status.steps],
    error: status.error === undefined ? null : toProblem(failureAsError(status.error)),
    warnings: [...status.warnings],
  };
}

export function failureAsError({ code, detail, faults }: CreationFailure): DomainError {
  return new DomainError(code, detail, { faults });
}

export function summaryAnswer(team: TeamSummary, baseUrl: string) {
  return {
    teamId: team.teamId,
    status: team.status,
    statusUrl: statusUrlOf(baseUrl, team.teamId),
    organisationId: team.organisationId,
    templateId: team.templateId,
    displayName: team.displayName,
    mailNickName: team.mailNickname,
    createdAt: team.createdAt.toISOString(),
    completedAt: team.completedAt?.toISOString() ?? null,
  };
}

export function teamAnswer(team: Team, baseUrl: string) {
  const { directory, people } = team;
  return {
    ...summaryAnswer(team, baseUrl),
    description: team.description,
    responsible: people.responsible,
    deputy: people.deputy,
    owners: [...people.owners],
    members: [...people.members],
    properties: { ...team.properties },
    directory:
      directory === undefined
        ? null
        : {
            groupId: directory.groupId,
            mail: directory.mail ?? null,
            webUrl: directory.webUrl ?? null,
            goneSince: directory.goneSince?.toISOString() ?? null,
          },
  };
}
