// The record that a group gets which is there without one: that of a creation that has just made it.
import type { DirectoryGroup } from '../directory/directory.ts';
import type { TemplatePolicy } from '../organisations/template.ts';
import type {
  Facts,
  RequestedPeople,
  ResolvedPeople,
  StepRecord,
} from '../provisioning/creation.ts';
import { newLedger } from '../provisioning/steps.ts';
import type { Finding } from './sweep-search.ts';

/** Builds a creation record for a group that exists in the directory but not here. */
export interface Adoption {
  readonly tenantId: string;
  readonly teamId: string;
  readonly organisationId: string;
  readonly templateId: string;
  readonly group: DirectoryGroup;
  readonly people: RequestedPeople;
  readonly properties: Readonly<Record<string, string>>;
  readonly policy: TemplatePolicy;
  readonly steps: readonly StepRecord[];
  readonly facts: Facts;
  readonly resolvedPeople: ResolvedPeople;
  readonly adoptedAt: Date;
}

export const adoptedDetail = 'The group was found in the directory and adopted.';

export function adoptionOf(
  tenantId: string,
  { group, organisation, template, properties }: Extract<Finding, { kind: 'adopt' }>,
  resolvedPeople: ResolvedPeople,
  people: RequestedPeople,
  adoptedAt: Date,
): Adoption {
  const policy: TemplatePolicy = group.hasTeam
    ? { ...template.policy, kind: 'team' }
    : template.policy;
  return {
    tenantId,
    teamId: group.marker,
    organisationId: organisation.organisationId,
    templateId: template.templateId,
    group,
    people,
    properties,
    policy,
    steps: adoptedLedger(policy, adoptedAt),
    // The people in the group are the requested ones: no one is added again.
    facts: {
      groupId: group.groupId,
      ownersAdded: resolvedPeople.ownerIds.length,
      membersAdded: resolvedPeople.memberIds.length,
    },
    resolvedPeople,
    adoptedAt,
  };
}

/** The first two steps are behind an adopted group. */
function adoptedLedger(policy: TemplatePolicy, adoptedAt: Date): StepRecord[] {
  const at = adoptedAt.toISOString();
  const done = {
    status: 'succeeded',
    startedAt: at,
    completedAt: at,
    detail: adoptedDetail,
  } as const;
  const ledger: StepRecord[] = [];
  for (const step of newLedger(policy)) {
    const isDone = step.name === 'resolve_people' || step.name === 'create_group';
    ledger.push(isDone ? { ...step, ...done } : step);
  }
  return ledger;
}
