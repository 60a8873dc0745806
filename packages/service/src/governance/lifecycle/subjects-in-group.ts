// Whether a review of a group has anyone to decide about, by what is known of its people.
import type { ReviewSubject } from '../../settings/organisations/review-policy.ts';
import type { GovernedGroup } from '../rule.ts';

/** The people whom the last comparison found in a group. */
export interface SeenPeople {
  /** The last comparison saw them; null: there was none since the record changed. */
  readonly ownersSeen: readonly string[] | null;
  readonly guestsSeen: number | null;
}

/** The people about whom reviews decide, if they do not answer for the group. */
export interface PeopleInGroup {
  readonly ownerIds: readonly string[];
  readonly hasGuests: boolean;
}

/** The last comparison saw them, or else the record names them. */
export function peopleInGroup(
  { ownerIds }: GovernedGroup,
  seen: SeenPeople | undefined,
): PeopleInGroup {
  return { ownerIds: seen?.ownersSeen ?? ownerIds, hasGuests: (seen?.guestsSeen ?? 0) > 0 };
}

export function subjectsIn(
  { ownerIds, hasGuests }: PeopleInGroup,
  { responsibleId, deputyId }: Pick<GovernedGroup, 'responsibleId' | 'deputyId'>,
): readonly ReviewSubject[] {
  const answering = new Set([responsibleId, deputyId].map((id) => id?.toLowerCase()));
  return [
    ...(ownerIds.some((id) => !answering.has(id.toLowerCase())) ? (['owners'] as const) : []),
    ...(hasGuests ? (['guests'] as const) : []),
  ];
}
