// The rules of responsibility: from a group, its policy and the availability of people to its state, and to what follows
// from that now. They ask for nothing twice, and know neither the database nor the directory.
import { earliestOf } from '../question.ts';
import type { Effect } from '../rule.ts';
import type { NoticeFacts } from '../../messages/notices/notice.ts';
import type { ResponsibilityPolicy } from '../../settings/organisations/responsibility-policy.ts';
import { askForAcceptance } from './ask-for-acceptance.ts';
import { askForOwner } from './ask-for-owner.ts';
import { askPeople } from './ask-people.ts';
import { offerBack } from './offer-back.ts';
import { describeTransition } from './describe-transition.ts';
import type { ResponsibilityState } from '../../engine/responsibility-state.ts';
import type { ResponsibilityMemory } from './responsibility.ts';
import {
  type Acceptance,
  acceptanceRoles,
  causeOf,
  endOfPlace,
  type FormerResponsible,
  isOver,
  keyOf,
  personOf,
  type ResponsibilityFacts,
} from './responsibility-facts.ts';
import { chooseSuccessor, hasUnknownCandidates } from './succession.ts';
import { isUnavailableFor, type WatchedPerson } from './watched-person.ts';

export interface AssessedResponsibility {
  readonly state: ResponsibilityState;
  readonly since: Date;
  readonly memory: ResponsibilityMemory;
  readonly effects: readonly Effect[];
  readonly dueAt: Date | null;
  /** People are not watched yet whom the rules need to know: follow them soon. */
  readonly needsPeople: boolean;
  /** The handover that may be offered back. */
  readonly former: FormerResponsible | undefined;
  readonly acceptances: readonly Acceptance[];
  /** News for the steward, else for the administrators: a role that a person does not accept. */
  readonly told: readonly NoticeFacts[];
}

/** While an operation runs, and while people are not known yet. */
const waitMs = 60_000;
/** The rule tries again after a handover that failed for a reason that passes, or that was refused. */
const retryMs = 3_600_000;
/** Failures that another request for the same successor repeats. */
const failuresOfSuccessor: ReadonlySet<string | null> = new Set([
  'people_not_found',
  'people_not_eligible',
]);

/** Undefined if the group does not exist: then nobody answers for it. */
export function assessResponsibility(
  facts: ResponsibilityFacts,
): AssessedResponsibility | undefined {
  const { group, stored } = facts;
  if (group.state !== 'active' && group.state !== 'archived') return undefined;
  const { now } = group;
  const responsible = personOf(facts, group.responsibleId);
  const deputy = personOf(facts, group.deputyId);
  const handed = handedOver(facts);
  const before = memoryOf(facts, handed !== undefined);
  const over = {
    responsible: isOver(facts, responsible),
    deputy: isOver(facts, deputy),
  };

  const effects: Effect[] = [];
  let memory: ResponsibilityMemory = before;
  let nextMs: number | undefined;
  let needsPeople = false;
  let isVacant = false;
  if (over.responsible) {
    const attempt = succeed(facts, before, over.deputy);
    ({ memory } = attempt);
    effects.push(...attempt.effects);
    nextMs = attempt.nextMs;
    isVacant = attempt.outcome === 'nobody';
    needsPeople = attempt.needsPeople;
  }
  const state = stateOf(facts, memory, { responsible, deputy, over, isVacant });
  const since = stored?.state === state ? stored.since : now;

  const described = describeTransition(facts, { state, memory, handed, responsible, deputy, over });
  effects.push(...described.effects);
  memory = { ...memory, announcedIds: described.announcedIds };
  const asked = askPeople(facts, state, memory);
  effects.push(...asked.effects);
  memory = { ...memory, asked: asked.asked };
  const offer = offerBack(facts, handed);
  const acceptances = acceptanceRoles.map((role) => askForAcceptance(facts, role));
  const asking = [askForOwner(facts, state), offer, ...acceptances];
  effects.push(...asking.flatMap((one) => one.effects));

  const dates = [
    ...[responsible, deputy].flatMap((person) => endOfPlace(facts, person) ?? []),
    ...[asked, ...asking].flatMap((one) => one.dates),
  ].filter((date) => date > now);
  if (nextMs !== undefined) dates.push(new Date(now.getTime() + nextMs));
  const dueAt = earliestOf(dates);
  needsPeople ||= asked.needsPeople === true;
  needsPeople ||= state !== 'held' && facts.policy !== undefined && hasUnknownCandidates(facts);
  needsPeople ||= acceptances.some((one) => one.needsPeople === true);
  return {
    state,
    since,
    memory,
    effects,
    dueAt,
    needsPeople,
    former: offer.former,
    acceptances: acceptances.flatMap(({ acceptance }) => acceptance ?? []),
    told: acceptances.flatMap(({ told }) => told ?? []),
  };
}

function stateOf(
  facts: ResponsibilityFacts,
  { isDeputyVacated }: ResponsibilityMemory,
  found: {
    readonly responsible: WatchedPerson | undefined;
    readonly deputy: WatchedPerson | undefined;
    readonly over: { readonly responsible: boolean; readonly deputy: boolean };
    readonly isVacant: boolean;
  },
): ResponsibilityState {
  const { group, policy, kind } = facts;
  if (facts.responsible === null) return 'vacant';
  const isUnavailable = (person: WatchedPerson | undefined) =>
    isUnavailableFor(kind, person?.unavailableReason ?? null);
  if (found.over.responsible) return found.isVacant ? 'vacant' : 'shaky';
  if (isUnavailable(found.responsible)) return 'shaky';
  if (group.deputyId === null) {
    return isDeputyVacated || policy?.deputyRequired === true ? 'deputy_vacant' : 'held';
  }
  if (found.over.deputy) return 'deputy_vacant';
  return isUnavailable(found.deputy) ? 'shaky' : 'held';
}

interface Attempt {
  readonly outcome: 'waiting' | 'nobody';
  readonly memory: ResponsibilityMemory;
  readonly effects: readonly Effect[];
  readonly needsPeople: boolean;
  /** When to look again; undefined once there is nobody. */
  readonly nextMs: number | undefined;
}

/** Hands the group over to the first eligible candidate, once. */
function succeed(
  facts: ResponsibilityFacts,
  before: ResponsibilityMemory,
  isDeputyOver: boolean,
): Attempt {
  const { group, policy, isChanging, lastFailure } = facts;
  const waiting = { outcome: 'waiting', effects: [], needsPeople: false, nextMs: waitMs } as const;
  const nobody = { outcome: 'nobody', effects: [], needsPeople: false, nextMs: undefined } as const;
  if (isChanging) return { ...waiting, memory: before };
  const { successorId: requestedId } = before;
  const memory: ResponsibilityMemory = { ...before, successorId: null };
  if (requestedId !== null) {
    // The operation has ended, and the person who leaves still is responsible.
    if (!failuresOfSuccessor.has(lastFailure)) return { ...waiting, memory, nextMs: retryMs };
    return succeed(
      facts,
      { ...memory, failedIds: [...before.failedIds, requestedId] },
      isDeputyOver,
    );
  }
  if (policy === undefined) return { ...nobody, memory };
  const choice = chooseSuccessor(facts, policy, memory.failedIds);
  if (choice.kind === 'unknown') return { ...waiting, memory, needsPeople: true };
  if (choice.kind === 'nobody') return { ...nobody, memory };
  const { successorId } = choice;
  const leavesPlace = successorId === keyOf(group.deputyId) || isDeputyOver;
  const former = formerPlace(facts, policy, successorId);
  const operation: Effect = {
    kind: 'operation',
    operation: 'handover',
    change: {
      responsible: successorId,
      ...(leavesPlace && group.deputyId !== null && { deputy: null }),
      former,
    },
    reason: 'The responsible person is no longer available.',
    cause: causeOf(facts, `responsibility.succession.${choice.successor}`),
  };
  return {
    ...waiting,
    memory: { ...memory, successorId },
    effects: [operation],
  };
}

/** A person who leaves stays an owner if the template's minimum needs that. */
function formerPlace(
  { group, minimumOwners }: ResponsibilityFacts,
  { formerResponsible }: ResponsibilityPolicy,
  successorId: string,
): 'owner' | 'member' | 'none' {
  const owners = new Set([successorId, ...group.ownerIds.map(keyOf)]);
  owners.delete(keyOf(group.responsibleId));
  if (formerResponsible === 'keep' || owners.size < minimumOwners) return 'owner';
  return formerResponsible === 'member' ? 'member' : 'none';
}

/** The person who was responsible before, if a handover that the rules requested has ended. */
function handedOver({ group, stored }: ResponsibilityFacts): string | undefined {
  const { successorId = null, responsibleId = null } = stored?.memory ?? {};
  const isDone = successorId !== null && successorId === keyOf(group.responsibleId);
  return isDone ? (responsibleId ?? undefined) : undefined;
}

const noMemory: ResponsibilityMemory = {
  responsibleId: null,
  deputyId: null,
  isDeputyVacated: false,
  successorId: null,
  failedIds: [],
  announcedIds: [],
  asked: null,
  declinedIds: [],
};

function memoryOf({ group, stored }: ResponsibilityFacts, isHandedOver: boolean) {
  const memory = stored?.memory ?? noMemory;
  const responsibleId = keyOf(group.responsibleId);
  const isSame = memory.responsibleId === null || memory.responsibleId === responsibleId;
  return {
    ...memory,
    responsibleId,
    deputyId: group.deputyId === null ? null : keyOf(group.deputyId),
    isDeputyVacated: group.deputyId === null && (memory.isDeputyVacated || isHandedOver),
    ...(!isSame && { successorId: null, failedIds: [], declinedIds: [] }),
  } satisfies ResponsibilityMemory;
}
