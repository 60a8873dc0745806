// The people who answer for a group in a walked life: the rules of responsibility by the accounts and leave dates that are known. A
// handover succeeds at once, and nobody answers a question.
import { isGuid } from '../../directory/person-reference.ts';
import type { Assignee } from '../../messages/tasks/task.ts';
import {
  defaultResponsibility,
  type ResponsibilityPolicy,
} from '../../settings/organisations/responsibility-policy.ts';
import type { GroupChange } from '../../groups/change/operation.ts';
import {
  type AssessedResponsibility,
  assessResponsibility,
} from '../responsibility/assess-responsibility.ts';
import { assigneeOf } from '../responsibility/eligible-people.ts';
import { keyOf } from '../responsibility/responsibility-facts.ts';
import type { WatchedPerson } from '../responsibility/watched-person.ts';
import type { GovernedGroup } from '../rule.ts';
import type { LifeStep } from './life-step.ts';
import { type OpenTasks, taskOf } from './walk-tasks.ts';

/** Undefined: the walk is without it, or the group is gone. */
export function assessAnswering({
  group,
  responsibility,
  openTasks,
}: LifeStep): AssessedResponsibility | undefined {
  return responsibility && assessResponsibility({ ...responsibility, group, openTasks });
}

/**
 * The step with the facts that the tick would read afterwards.
 * @param before the questions that were open until then
 */
export function answeringAfter(
  step: LifeStep,
  assessed: AssessedResponsibility | undefined,
  before: OpenTasks,
): LifeStep {
  const { responsibility, group, openTasks } = step;
  if (responsibility === undefined || assessed === undefined) return step;
  const { state, since, memory, former, acceptances, effects } = assessed;
  const isAsked = (tasks: OpenTasks) => taskOf(tasks, 'add_owner') !== undefined;
  const hasEnded = isAsked(before) && !isAsked(openTasks);
  const next: LifeStep = {
    ...step,
    responsibility: {
      ...responsibility,
      stored: state === 'held' ? undefined : { state, since, memory },
      former,
      acceptances,
      owners: { ...responsibility.owners, ...(hasEnded && { lastEndedAt: group.now }) },
    },
  };
  const handover = effects.find(
    (effect) => effect.kind === 'operation' && effect.operation === 'handover',
  );
  return handover?.kind === 'operation' ? handedOver(next, handover.change) : next;
}

/** A handover that is on its way at the beginning ends at once; so does every other operation. */
export function withoutOperations(step: LifeStep): LifeStep {
  const { responsibility } = step;
  if (responsibility === undefined) return step;
  const { isChanging, stored } = responsibility;
  const settled = { ...step, responsibility: { ...responsibility, isChanging: false } };
  const successorId = stored?.memory.successorId ?? null;
  return isChanging && successorId !== null
    ? handedOver(settled, { responsible: successorId })
    : settled;
}

/** Whether a person answers for the group who can sign in and does not leave before. */
export function hasOwner({ group, responsibility }: LifeStep, until: Date): boolean {
  return [group.responsibleId, group.deputyId].some((id) => {
    if (id === null) return false;
    const person = responsibility?.people.get(keyOf(id));
    const isClosed = ['disabled', 'deleted'].includes(person?.unavailableReason ?? '');
    return !isClosed && (person?.leavesOn == null || person.leavesOn > until);
  });
}

/** The step under another policy of its template. */
export function answeringUnder(
  step: LifeStep,
  policy: ResponsibilityPolicy | undefined,
  policyVersion: number,
): LifeStep {
  const { responsibility } = step;
  if (responsibility === undefined) return step;
  const ofVacant = responsibility.responsible === null ? defaultResponsibility : undefined;
  const changed = { ...responsibility, policy: policy ?? ofVacant, policyVersion };
  return { ...step, responsibility: changed };
}

/** The step with another steward, who can answer. */
export function answeredBy(step: LifeStep, steward: Assignee | undefined): LifeStep {
  const { responsibility } = step;
  if (responsibility === undefined) return step;
  // A reference that the directory does not know is no person.
  const stewardId = steward && isGuid(steward.personId) ? keyOf(steward.personId) : undefined;
  const people = knownPeople(responsibility.people, stewardId === undefined ? [] : [stewardId]);
  return { ...step, responsibility: { ...responsibility, people, stewardId } };
}

/** A person of whom nothing is known yet is taken as available. */
export function knownPeople(
  people: ReadonlyMap<string, WatchedPerson>,
  ids: readonly string[],
): ReadonlyMap<string, WatchedPerson> {
  const unknown = ids.filter((id) => id !== '' && !people.has(id));
  if (unknown.length === 0) return people;
  return new Map([
    ...people,
    ...unknown.map((personId) => [personId, nobodyKnows(personId)] as const),
  ]);
}

function nobodyKnows(personId: string): WatchedPerson {
  // The service learns the address before it asks.
  const nothing = { email: personId, displayName: null, language: null, managerId: null };
  const available = {
    leavesOn: null,
    unavailableReason: null,
    unavailableSince: null,
    isHeld: false,
  };
  return { personId, ...nothing, ...available };
}

function handedOver(step: LifeStep, { responsible, deputy, former }: GroupChange): LifeStep {
  const { group, responsibility } = step;
  if (responsibility === undefined || typeof responsible !== 'string') return step;
  const formerId = keyOf(group.responsibleId);
  const keepsPlace = former === undefined || former === 'owner';
  const ownersAfter = (ids: readonly string[]) => [
    responsible,
    ...ids.filter((id) => keyOf(id) !== responsible && (keepsPlace || keyOf(id) !== formerId)),
  ];
  const deputyId = deputy === null ? null : group.deputyId;
  const changed: GovernedGroup = {
    ...group,
    responsibleId: responsible,
    deputyId,
    ownerIds: ownersAfter(group.ownerIds),
  };
  const person = responsibility.people.get(responsible);
  const answering = {
    responsible: person && assigneeOf(person),
    deputy: deputyId === null ? undefined : step.lifecycle.deputy,
  };
  return {
    ...step,
    group: changed,
    lifecycle: { ...step.lifecycle, ...answering },
    review: step.review && {
      ...step.review,
      ...answering,
      inGroup: {
        ...step.review.inGroup,
        ownerIds: ownersAfter(step.review.inGroup.ownerIds),
      },
    },
    responsibility: { ...responsibility, responsible, deputy: deputyId },
  };
}
