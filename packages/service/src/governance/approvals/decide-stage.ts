// The rules of approvals: from how far an approval is, and a decision or the end of its time, what comes next.
import type {
  ApprovalPolicy,
  Approval,
  ApprovalDecision,
} from '../../settings/organisations/approval-policy.ts';
import type { CreationFailure } from '../../engine/creation.ts';
import type { DecisionOption } from '../../messages/tasks/decision.ts';
import type { TaskRequestKind } from '../../messages/tasks/task-request.ts';

const approve: DecisionOption = { decision: 'approve', reason: 'optional' };
const amend: DecisionOption = { decision: 'amend', reason: 'optional', asks: 'display_name' };
const reject: DecisionOption = { decision: 'reject', reason: 'required' };

/** The decisions of a stage. */
export const approvalOptions: readonly DecisionOption[] = [approve, reject];

/** The owners of a group give no reason for what stays as it is. */
export const adoptionOptions: readonly DecisionOption[] = [
  approve,
  { decision: 'reject', reason: 'optional' },
];

/** Where the request names the group: `amend` approves it with another name. */
export const namingOptions: readonly DecisionOption[] = [approve, amend, reject];

export type Next =
  /** The next stage is asked. */
  | { readonly kind: 'asks'; readonly approval: Approval }
  | { readonly kind: 'approved'; readonly approval: Approval }
  | { readonly kind: 'fails'; readonly approval: Approval; readonly failure: CreationFailure };

/**
 * @param lapse the outcome where nobody decides in time
 * @param asked what the request asks for
 * @param name of the author of the decision
 */
export function afterDecision(
  approval: Approval,
  decided: Omit<ApprovalDecision, 'stage'>,
  {
    lapse,
    asked,
    name = decided.by.id,
  }: { lapse: ApprovalPolicy['lapse']['as']; asked: TaskRequestKind; name?: string },
): Next {
  const { stage, of } = approval;
  const decisions = [...approval.decisions, { stage, ...decided }];
  if (!isAgreement(decided.decision, lapse)) {
    return {
      kind: 'fails',
      approval: { ...approval, decisions },
      failure: failureOf(decided, nouns[asked], name),
    };
  }
  return stage < of
    ? { kind: 'asks', approval: { state: 'requested', stage: stage + 1, of, decisions } }
    : { kind: 'approved', approval: { state: 'approved', stage, of, decisions } };
}

function isAgreement(
  decision: ApprovalDecision['decision'],
  lapse: ApprovalPolicy['lapse']['as'],
): boolean {
  return decision === 'lapse' ? lapse === 'approved' : decision !== 'reject';
}

/**
 * The approval at a later stage, because the present one has nobody to ask.
 * @param by the author of the record
 */
export function skipTo(
  { stage: from, ...approval }: Approval,
  stage: number,
  by: Pick<ApprovalDecision, 'by' | 'at'>,
): Approval {
  const reason = 'No approver of this stage is available.';
  const skipped = Array.from({ length: stage - from }, (_, index): ApprovalDecision => ({
    stage: from + index,
    decision: 'skip',
    reason,
    ...by,
  }));
  return { ...approval, stage, decisions: [...approval.decisions, ...skipped] };
}

const nouns: Readonly<Record<TaskRequestKind, string>> = {
  create: 'group',
  change: 'change',
  delete: 'deletion',
  adopt: 'adoption',
};

function failureOf(
  { decision, reason }: Omit<ApprovalDecision, 'stage'>,
  noun: string,
  name: string,
): CreationFailure {
  return decision === 'lapse'
    ? { code: 'approval_expired', detail: `No one approved the ${noun} in time.`, faults: [] }
    : {
        code: 'approval_rejected',
        detail: `${name} rejected the ${noun}${reason === null ? '.' : `: ${reason}`}`,
        faults: [],
      };
}
