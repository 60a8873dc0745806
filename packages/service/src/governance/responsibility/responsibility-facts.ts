// The facts about a group for the rules of responsibility, and the first conclusions from them.
import type { Cause } from '../../audit/activity.ts';
import type { GovernedGroup } from '../rule.ts';
import {
  defaultResponsibility,
  type ResponsibilityPolicy,
} from '../../settings/organisations/responsibility-policy.ts';
import type { AdoptionPolicy } from '../../settings/organisations/template.ts';
import type { AcceptanceRole, Assignee, Task } from '../../messages/tasks/task.ts';
import type { StoredResponsibility } from './responsibility.ts';
import { isUnavailableFor, type WatchedPerson } from './watched-person.ts';

/** Everything that the rules need to know about a group. */
export interface ResponsibilityFacts {
  readonly group: GovernedGroup;
  readonly kind: 'team' | 'group';
  readonly minimumOwners: number;
  /** As the record names them. Without a responsible person, the group was adopted so. */
  readonly responsible: string | null;
  readonly deputy: string | null;
  /** An operation that may change who answers for the group has not ended. */
  readonly isChanging: boolean;
  /** The error of the last handover that the rules requested: null if it was refused or did not fail. */
  readonly lastFailure: string | null;
  /** It belongs to the template as it is now; undefined: nothing happens by policy. */
  readonly policy: ResponsibilityPolicy | undefined;
  readonly policyVersion: number;
  /** Everyone who is watched among the people of the group, their managers and the steward, by id. */
  readonly people: ReadonlyMap<string, WatchedPerson>;
  readonly stewardId: string | undefined;
  /** Ids of the first members of a group whose responsibility is not held, in lower case. */
  readonly memberIds: readonly string[];
  /** The people who are asked about a group that was adopted without a responsible person; the steward last. */
  readonly asksOfVacant: AdoptionPolicy['ask'];
  /** Asked where no other person can be. */
  readonly administrators: readonly Assignee[];
  readonly stored: StoredResponsibility | undefined;
  readonly owners: OwnerFacts;
  /** The handover by policy that may be offered back. */
  readonly former: FormerResponsible | undefined;
  readonly acceptances: readonly Acceptance[];
  /** It belongs to `responsibilityKinds`. */
  readonly openTasks: readonly Task[];
}

/** Whether the group has enough owners who can act. */
export interface OwnerFacts {
  /** Undefined: the group was not compared since its record changed. */
  readonly areTooFew: boolean | undefined;
  /** The last comparison, by the governance clock. */
  readonly comparedAt: Date | null;
  /** When the last question ended, by the same clock; null: none did. */
  readonly lastEndedAt: Date | null;
}

/** A handover by policy that may be offered back. */
export interface FormerResponsible {
  readonly formerId: string;
  readonly successorId: string;
  /** The successor was the deputy before. */
  readonly wasDeputy: boolean;
  /** It is a time of the governance clock. */
  readonly handedOverAt: Date;
}

export const acceptanceRoles = [
  'responsible',
  'deputy',
] as const satisfies readonly AcceptanceRole[];

/** Whether a person has accepted the role. */
export interface Acceptance {
  readonly role: AcceptanceRole;
  /** It is in lower case; empty where nobody has the role. */
  readonly personId: string;
  readonly state: 'in_place' | 'asked' | 'accepted' | 'declined' | 'passed_on' | 'unanswered';
  /** It belongs to a person who declined. */
  readonly reason: string | null;
  /** The steward or the administrators know of it. */
  readonly isTold: boolean;
}

const dayMs = 86_400_000;

export function personOf(
  { people }: ResponsibilityFacts,
  id: string | null,
): WatchedPerson | undefined {
  return id === null ? undefined : people.get(keyOf(id));
}

/** When the person loses the place: at the end of the grace period, or before the leave date. Null: no date. */
export function endOfPlace(
  { kind, policy }: ResponsibilityFacts,
  person: WatchedPerson | undefined,
): Date | null {
  if (person === undefined || person.isHeld) return null;
  const { unavailableSince, unavailableReason, leavesOn } = person;
  const { graceDays } = policy ?? defaultResponsibility;
  const beforeLeaveDays = policy?.beforeLeaveDays ?? null;
  const ends = [
    ...(unavailableSince !== null && isUnavailableFor(kind, unavailableReason)
      ? [unavailableSince.getTime() + graceDays * dayMs]
      : []),
    ...(leavesOn !== null && beforeLeaveDays !== null
      ? [leavesOn.getTime() - beforeLeaveDays * dayMs]
      : []),
  ];
  return ends.length === 0 ? null : new Date(Math.min(...ends));
}

export function isOver(facts: ResponsibilityFacts, person: WatchedPerson | undefined): boolean {
  const end = endOfPlace(facts, person);
  return end !== null && end <= facts.group.now;
}

/** Whether the person may take over; undefined: nothing is known of the person yet. */
export function isEligible(facts: ResponsibilityFacts, id: string): boolean | undefined {
  const person = facts.people.get(id);
  if (person === undefined) return undefined;
  return !isUnavailableFor(facts.kind, person.unavailableReason) && !isOver(facts, person);
}

export function causeOf(
  { group, policyVersion }: Pick<ResponsibilityFacts, 'group' | 'policyVersion'>,
  rule: string,
): Cause {
  return { templateId: group.templateId, policyVersion, rule };
}

/** Ids are compared without regard to case. */
export function keyOf(id: string | null): string {
  return (id ?? '').toLowerCase();
}
