// Waits for the approval of the group, after its people were found and before anything is created. The creation leaves
// its lane meanwhile: it is claimed again once it is approved.
import { requiredApproval } from '../organisations/approval-policy.ts';
import type { Step } from './step.ts';

export const awaitApproval: Step = {
  name: 'await_approval',
  writes: false,
  isOptional: true,
  isNeeded: (policy) => requiredApproval(policy) !== undefined,
  isSatisfied: ({ facts }) => facts.approval?.state === 'approved',
  async run({ facts, policy }) {
    const of = requiredApproval(policy)?.stages.length ?? 0;
    return {
      kind: 'park',
      facts: {
        // Parked before: a process that died had claimed it although nothing was decided.
        approval: facts.approval ?? { state: 'requested', stage: 1, of, decisions: [] },
      },
      detail: 'Waits for an approval.',
    };
  },
};
