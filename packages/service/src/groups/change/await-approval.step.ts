// Waits for the approval of an operation, after its people were found and before anything is changed. The operation
// leaves the queue of its group meanwhile, and takes its turn again once it is approved.
import { needsApproval } from './needed-approval.ts';
import type { OperationStep } from './operation-step.ts';

export const awaitApproval: OperationStep = {
  name: 'await_approval',
  writes: false,
  isOptional: true,
  isNeeded: (_change, approvalPolicy) => approvalPolicy !== undefined,
  isSatisfied: ({ facts }) => facts.approval?.state === 'approved',
  async run({ kind, change, group, approvalPolicy, facts }) {
    const asked = { kind, change, group, guests: facts.guests ?? 0 };
    if (approvalPolicy === undefined || !needsApproval(approvalPolicy, asked)) {
      return { kind: 'done', detail: 'No approval is needed.' };
    }
    const of = approvalPolicy.stages.length;
    return {
      kind: 'park',
      facts: { approval: { state: 'requested', stage: 1, of, decisions: [] } },
      detail: 'Waits for an approval.',
    };
  },
};
