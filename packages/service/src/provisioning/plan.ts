// The table of contents of provisioning: the steps of every creation, in order.
// People are resolved before anything is created. The team is made before the rest of the people are
// added, because a directory lets people into a team at once and into its group with hours of delay
// (docs/decisions/0005-people-after-the-team.md).
import type { TemplatePolicy } from '../templates/template.ts';
import type { StepRecord } from './creation.ts';
import type { Step } from './step.ts';
import { addMembers } from './steps/add-members.ts';
import { addOwners } from './steps/add-owners.ts';
import { confirm } from './steps/confirm.ts';
import { createChannels } from './steps/create-channels.ts';
import { createGroup } from './steps/create-group.ts';
import { createTeam } from './steps/create-team.ts';
import { resolvePeople } from './steps/resolve-people.ts';

export const plan: readonly Step[] = [
  resolvePeople,
  createGroup,
  createTeam,
  addOwners,
  addMembers,
  createChannels,
  confirm,
];

/** The ledger of a creation that has not begun. */
export function freshLedger(policy: TemplatePolicy): readonly StepRecord[] {
  return plan.map((step) => ({
    name: step.name,
    status: step.isNeeded(policy) ? 'pending' : 'skipped',
    attempts: 0,
    startedAt: null,
    completedAt: null,
    retryAt: null,
    detail: null,
  }));
}
