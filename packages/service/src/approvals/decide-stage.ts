// The rules of approvals: from how far an approval is, and a decision or the end of its time, what comes next.
import type { ApprovalPolicy } from '../organisations/approval-policy.ts';
import type { Approval, ApprovalDecision, CreationFailure } from '../provisioning/creation.ts';
import type { DecisionOption } from '../tasks/decision.ts';
import type { Fact } from '../tasks/task.ts';

/** The decisions of a stage. `amend` approves the group with another name. */
export const approvalOptions: readonly DecisionOption[] = [
  { decision: 'approve', reason: 'optional' },
  { decision: 'amend', reason: 'optional', asks: 'display_name' },
  { decision: 'reject', reason: 'required' },
];

export type Next =
  /** The next stage is asked. */
  | { readonly kind: 'asks'; readonly approval: Approval }
  | { readonly kind: 'approved'; readonly approval: Approval }
  | { readonly kind: 'fails'; readonly approval: Approval; readonly failure: CreationFailure };

/** @param lapse the outcome where nobody decides in time */
export function afterDecision(
  approval: Approval,
  decided: Omit<ApprovalDecision, 'stage'>,
  lapse: ApprovalPolicy['lapse']['as'],
): Next {
  const { stage, of } = approval;
  const decisions = [...approval.decisions, { stage, ...decided }];
  if (!isAgreement(decided.decision, lapse)) {
    return { kind: 'fails', approval: { ...approval, decisions }, failure: failureOf(decided) };
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
  const reason = 'This stage has nobody who could decide.';
  const skipped = Array.from({ length: stage - from }, (_, index): ApprovalDecision => ({
    stage: from + index,
    decision: 'skip',
    reason,
    ...by,
  }));
  return { ...approval, stage, decisions: [...approval.decisions, ...skipped] };
}

function failureOf({ decision, by, reason }: Omit<ApprovalDecision, 'stage'>): CreationFailure {
  return decision === 'lapse'
    ? { code: 'approval_expired', detail: 'No one approved the group in time.', faults: [] }
    : {
        code: 'approval_rejected',
        detail: `${by.id} rejected the group${reason === null ? '.' : `: ${reason}`}`,
        faults: [],
      };
}

/** The facts for the people who approve. */
export function factsOf(creation: {
  readonly description: string | null;
  readonly responsible: string;
  readonly deputy: string | null;
  readonly visibility: string;
  readonly people: number;
  readonly approval: Approval;
}): readonly Fact[] {
  const { description, responsible, deputy, visibility, people, approval } = creation;
  const { stage, of } = approval;
  return [
    ...(description === null ? [] : [{ name: 'description' as const, value: description }]),
    { name: 'responsible', value: responsible },
    ...(deputy === null ? [] : [{ name: 'deputy' as const, value: deputy }]),
    { name: 'visibility', value: visibility },
    { name: 'people', value: String(people) },
    ...(of === 1 ? [] : [{ name: 'stage' as const, value: `${stage} / ${of}` }]),
  ];
}
