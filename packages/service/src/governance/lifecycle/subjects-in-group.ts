// Whether a review of a group has anyone to decide about, by what is recorded of its people.
import type { ReviewSubject } from '../../settings/organisations/review-policy.ts';
import type { GovernedGroup } from '../rule.ts';

/** The people whom the last comparison found in a group. */
export interface SeenPeople {
  /** By the last comparison; null: there was none. */
  readonly ownersSeen: readonly string[] | null;
  readonly guestsSeen: number | null;
}

/** By the last comparison, or else by the record. */
export function subjectsOf(
  { ownerIds, responsibleId, deputyId }: GovernedGroup,
  seen: SeenPeople | undefined,
): readonly ReviewSubject[] {
  const answering = new Set([responsibleId, deputyId].map((id) => id?.toLowerCase()));
  const owners = seen?.ownersSeen ?? ownerIds;
  return [
    ...(owners.some((id) => !answering.has(id.toLowerCase())) ? (['owners'] as const) : []),
    ...((seen?.guestsSeen ?? 0) > 0 ? (['guests'] as const) : []),
  ];
}
