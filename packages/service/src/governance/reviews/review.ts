// A review: the people of a group decide, for each owner and guest, whether the person still belongs to it. A group has
// at most one review in progress.
import type { Actor, Cause } from '../../audit/activity.ts';
import { counted } from '../../ground/counted.ts';
import { validationFailed } from '../../ground/errors.ts';
import type { GroupChange } from '../../groups/change/operation.ts';
import type {
  ReviewSubject,
  UnansweredReview,
} from '../../settings/organisations/review-policy.ts';
import type { ReviewState } from '../../ground/schema/parts.schema.ts';
import type {
  PersonDecision,
  PersonDecisionName,
  TaskPerson,
} from '../../messages/tasks/decision.ts';

/** A person of the review. An owner who is a guest is a guest. */
export interface ReviewPerson extends TaskPerson {
  readonly role: 'owner' | 'guest';
  /** Null: nobody decided. */
  readonly decision: PersonDecisionName | null;
}

export interface Review {
  readonly tenantId: string;
  readonly reviewId: string;
  readonly teamId: string;
  readonly organisationId: string;
  readonly state: ReviewState;
  readonly subjects: readonly ReviewSubject[];
  /** They are as they were when the review was opened. */
  readonly people: readonly ReviewPerson[];
  /** Owners who are not reviewed: the responsible person, the deputy, and those of the template. */
  readonly fixedOwners: number;
  readonly unanswered: UnansweredReview;
  /** Time for the answer, in ISO 8601. */
  readonly within: string;
  readonly reminders: number;
  readonly requestedBy: Pick<Actor, 'kind' | 'id'>;
  readonly reason: string | null;
  readonly cause: Cause | null;
  /** All by the governance clock. */
  readonly requestedAt: Date;
  readonly openedAt: Date | null;
  readonly dueAt: Date | null;
  readonly endedAt: Date | null;
  /** Why the people could not be read yet. */
  readonly failure: string | null;
}

/** More people are the subject of the next review. */
export const maxPeople = 500;

/** The people with these decisions; an earlier decision about a person is replaced. */
export function withDecisions(
  people: readonly ReviewPerson[],
  decisions: readonly PersonDecision[],
): readonly ReviewPerson[] {
  const byId = new Map(decisions.map(({ personId, decision }) => [personId, decision]));
  return people.map((person) => ({
    ...person,
    decision: byId.get(person.personId) ?? person.decision,
  }));
}

/** @throws DomainError `validation_failed` if too few owners would remain */
export function requireOwners(
  { people, fixedOwners }: Pick<Review, 'people' | 'fixedOwners'>,
  minimumOwners: number,
): void {
  const owners = people.filter(({ role }) => role === 'owner');
  const left = fixedOwners + owners.filter(({ decision }) => decision !== 'remove').length;
  const isUntouched = owners.every(({ decision }) => decision !== 'remove');
  if (isUntouched || left >= Math.max(1, minimumOwners)) return;
  const minimum = Math.max(1, minimumOwners);
  const detail = `The group needs at least ${counted(minimum, 'owner')}, and ${left} would remain.`;
  const values = { minimum, actual: left };
  throw validationFailed([{ pointer: '/decisions', code: 'too_few_owners', detail, values }]);
}

/** The change that a review makes, in one operation; undefined: nobody leaves. */
export function removalOf(people: readonly ReviewPerson[]): GroupChange | undefined {
  const leaving = (role: ReviewPerson['role']) =>
    people
      .filter((person) => person.role === role && person.decision === 'remove')
      .map(({ personId }) => personId);
  const [owners, guests] = [leaving('owner'), leaving('guest')];
  if (owners.length + guests.length === 0) return undefined;
  return {
    ...(owners.length > 0 && { owners: { add: [], remove: owners } }),
    ...(guests.length > 0 && { members: { add: [], remove: guests } }),
  };
}

/** The activity log and the events have numbers, and not the names of people. */
export function countsOf(people: readonly ReviewPerson[]) {
  const count = (decision: ReviewPerson['decision']) =>
    people.filter((person) => person.decision === decision).length;
  return {
    people: people.length,
    kept: count('keep'),
    removed: count('remove'),
    unsure: count('unsure'),
    undecided: count(null),
  };
}
