// A group as the rules of governance see it, the people whom they ask, and a step of its walked life.
import type { LifeStep } from '../src/governance/lifecycle/life-step.ts';
import { unasked, untouched } from '../src/governance/lifecycle/planned-life.ts';
import type { GovernedGroup } from '../src/governance/rule.ts';
import type { Assignee } from '../src/messages/tasks/task.ts';

/** Ada is responsible for the group, and Bo is her deputy. It exists since `now`, unless changed. */
export function governedGroup(now: Date, change: Partial<GovernedGroup> = {}): GovernedGroup {
  return {
    tenantId: 'tenant',
    teamId: 'team',
    organisationId: 'works',
    templateId: 'template',
    displayName: 'Team',
    mailNickname: 'team',
    properties: {},
    requestedExpiry: null,
    state: 'active',
    existsSince: now,
    archivedAt: null,
    deletedAt: null,
    responsibleId: 'ada',
    deputyId: 'bo',
    ownerIds: ['ada', 'bo'],
    now,
    ...change,
  };
}

export function assignee(personId: string): Assignee {
  return { personId, email: `${personId}@aare.example`, displayName: null, language: null };
}

/** The group before anyone was asked, without a policy and without reviews. */
export function lifeStep(group: GovernedGroup, responsible?: Assignee): LifeStep {
  const answering = { responsible, deputy: undefined, steward: undefined, administrators: [] };
  const days = { timeZone: 'UTC', hour: 8 };
  return {
    group,
    lifecycle: { ...untouched, ...answering, days, policy: undefined, hasTeam: true },
    review: undefined,
    ...unasked,
  };
}
