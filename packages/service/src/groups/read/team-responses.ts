// The responses of the API: the records with their absolute addresses and problem objects. The schema of a response
// decides which members of a record it has.
import { DomainError } from '../../ground/errors.ts';
import type { CreationFailure, CreationStatus } from '../../engine/creation.ts';
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
