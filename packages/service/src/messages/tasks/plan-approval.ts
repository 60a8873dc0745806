// The people whom the approval of a request would ask, for those who plan the request.
import type { DomainError } from '../../ground/errors.ts';
import type { ApprovalPolicy } from '../../settings/organisations/approval-policy.ts';
import type { Organisation } from '../../settings/organisations/organisation.ts';
import type { AskedStage } from './task.ts';

/** Answers the error with which the request would fail where nobody can be asked. */
export type PlanApproval = (request: {
  readonly tenantId: string;
  readonly organisation: Pick<Organisation, 'organisationId' | 'steward'>;
  readonly policy: Pick<ApprovalPolicy, 'stages' | 'selfApproval'>;
  readonly responsibleId: string | null;
  /** The person for whom the request is sent, as it names the person. */
  readonly requestedBy: string | null;
}) => Promise<readonly AskedStage[] | DomainError>;

/** The answer of a plan has this form. */
export function plannedApproval(stages: readonly AskedStage[] | undefined) {
  if (stages === undefined) return null;
  return {
    stages: stages.map(({ stage, as, assignees, notAsked }) => ({
      stage,
      as,
      notAsked,
      approvers: assignees.map(({ personId, email, displayName }) => ({
        personId,
        email,
        displayName,
      })),
    })),
  };
}
