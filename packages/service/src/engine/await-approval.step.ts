// Waits for the approval of the group, after its people were found and before anything is created. The creation leaves
// its lane meanwhile: it is claimed again once it is approved.
import {
  type ApprovalPolicy,
  mayRequireApproval,
  requiredApproval,
} from '../settings/organisations/approval-policy.ts';
import type { Creation } from './creation.ts';
import { requirePeople, type Step } from './step.ts';

export const awaitApproval: Step = {
  name: 'await_approval',
  writes: false,
  isOptional: true,
  isNeeded: mayRequireApproval,
  isSatisfied: ({ facts }) => facts.approval?.state === 'approved',
  async run(creation) {
    // Parked before: a process that died had claimed it although nothing was decided.
    if (creation.facts.approval !== undefined) return parked({});
    const { adoption } = creation.facts;
    if (adoption?.approval !== undefined) return requested(adoption.approval);
    const required = requiredApproval(creation.policy, countedPeople(creation));
    if (required === undefined) return { kind: 'done', detail: 'No approval is needed.' };
    return requested(required);
  },
};

const requested = ({ stages }: ApprovalPolicy) =>
  parked({ approval: { state: 'requested', stage: 1, of: stages.length, decisions: [] } });

const parked = (facts: Creation['facts']) =>
  ({ kind: 'park', facts, detail: 'Waits for an approval.' }) as const;

function countedPeople(creation: Creation) {
  const { ownerIds, memberIds } = requirePeople(creation);
  return { people: ownerIds.length + memberIds.length, guests: creation.facts.guests ?? 0 };
}
