// Waits for the approval of the group, after its people were found and before anything is created. The creation leaves
// its lane meanwhile: it is claimed again once it is approved.
import { mayRequireApproval, requiredApproval } from '../settings/organisations/approval-policy.ts';
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
    const required = requiredApproval(creation.policy, countedPeople(creation));
    if (required === undefined) return { kind: 'done', detail: 'No approval is needed.' };
    const of = required.stages.length;
    return parked({ approval: { state: 'requested', stage: 1, of, decisions: [] } });
  },
};

const parked = (facts: Creation['facts']) =>
  ({ kind: 'park', facts, detail: 'Waits for an approval.' }) as const;

function countedPeople(creation: Creation) {
  const { ownerIds, memberIds } = requirePeople(creation);
  return { people: ownerIds.length + memberIds.length, guests: creation.facts.guests ?? 0 };
}
