// The table of contents of provisioning: the steps of every creation, in order.
// People are resolved before anything is created. The team is made before the rest of the people are
// added, because a directory lets people into a team at once and into its group with hours of delay
// (docs/decisions/0023-people-after-the-team.md).
import type { TemplatePolicy } from '../settings/organisations/template.ts';
import type { AdoptedGroup, StepRecord } from './creation.ts';
import { newStep } from './ledger.ts';
import type { Step } from './step.ts';
import { addMembers, addOwners } from './add-people.step.ts';
import { applyLabel, applySettings } from './apply-settings.step.ts';
import { awaitApproval } from './await-approval.step.ts';
import { conform } from './conform.step.ts';
import { confirm } from './confirm.step.ts';
import { createChannels } from './create-channels.step.ts';
import { createGroup } from './create-group.step.ts';
import { createTeam } from './create-team.step.ts';
import { inspectGroup } from './inspect-group.step.ts';
import { markGroup } from './mark-group.step.ts';
import { resolvePeople } from './resolve-people.step.ts';

export const plan: readonly Step[] = [
  resolvePeople,
  awaitApproval,
  createGroup,
  createTeam,
  applyLabel,
  applySettings,
  addOwners,
  addMembers,
  createChannels,
  confirm,
];

/** The steps that adopt a group that others made. Nothing is written to it before people agreed, and it was inspected. */
const adoptionPlan = [
  awaitApproval,
  inspectGroup,
  resolvePeople,
  markGroup,
  applyLabel,
  applySettings,
  addOwners,
  conform,
  confirm,
] as const;

/** Every step of both, each once. */
export const creationSteps: readonly Step[] = [...new Set([...plan, ...adoptionPlan])];

/** The ledger of an adoption that has not begun. */
export function newAdoptionLedger(
  { displayName, approval }: AdoptedGroup,
  policy: TemplatePolicy,
): readonly StepRecord[] {
  return adoptionPlan
    .filter((step) => step !== awaitApproval || approval !== undefined)
    .filter((step) => step !== conform || displayName !== undefined)
    .filter((step) => (step !== applyLabel && step !== applySettings) || step.isNeeded(policy))
    .map(({ name }) => newStep(name));
}

/** The ledger of a creation that has not begun. */
export function newLedger(policy: TemplatePolicy): readonly StepRecord[] {
  const steps = plan.filter((step) => step.isOptional !== true || step.isNeeded(policy));
  return steps.map((step) => newStep(step.name, step.isNeeded(policy)));
}
