// The people whom a review is about, as the directory shows them now.
import type { CallContext } from '../../directory/call-context.ts';
import { DirectoryError, type Directory } from '../../directory/directory.ts';
import { personKey } from '../../directory/person-reference.ts';
import type { ReviewSubject } from '../../settings/organisations/review-policy.ts';
import { maxPeople, type ReviewPerson } from './review.ts';

export interface ReviewedGroup {
  readonly groupId: string;
  readonly subjects: readonly ReviewSubject[];
  /** Ids and addresses of people who stay whatever a review says: responsible, deputy and people of the template. */
  readonly fixed: readonly string[];
}

export interface ReviewedPeople {
  readonly people: readonly ReviewPerson[];
  readonly fixedOwners: number;
}

type ReadingDirectory = Pick<Directory, 'observeGroups' | 'readGuestIds' | 'resolvePeople'>;

/** @throws DirectoryError also if the directory does not have the group */
export async function readReviewedPeople(
  { groupId, subjects, fixed }: ReviewedGroup,
  directory: ReadingDirectory,
  call: CallContext,
): Promise<ReviewedPeople> {
  const [seen] = await directory.observeGroups([groupId], ['owners'], call);
  if (seen?.state !== 'exists') {
    throw new DirectoryError('group_gone', 'The directory does not show the group.');
  }
  const guests = new Set(await directory.readGuestIds(groupId, call));
  const owners = seen.ownerIds ?? [];
  const asked = [
    ...(subjects.includes('owners') ? owners : []),
    ...(subjects.includes('guests') ? guests : []),
  ];
  const ids = [...new Set(asked)];
  const found = ids.length === 0 ? [] : await directory.resolvePeople(ids, call);
  const fixedKeys = new Set(fixed.map(personKey));
  const isFixed = (id: string, email: string | undefined) =>
    fixedKeys.has(personKey(id)) || (email !== undefined && fixedKeys.has(personKey(email)));
  const people = ids.flatMap((personId, index): readonly ReviewPerson[] => {
    const person = found[index]?.person;
    if (isFixed(personId, person?.email)) return [];
    const isGuest = guests.has(personId);
    if (!isGuest && !subjects.includes('owners')) return [];
    return [
      {
        personId,
        email: person?.email ?? null,
        displayName: person?.displayName ?? null,
        role: isGuest ? 'guest' : 'owner',
        decision: null,
      },
    ];
  });
  const chosen = people.slice(0, maxPeople);
  const reviewedOwners = chosen.filter(({ role }) => role === 'owner').length;
  const guestOwners = chosen.filter(
    ({ role, personId }) => role === 'guest' && owners.includes(personId),
  ).length;
  return { people: chosen, fixedOwners: owners.length - reviewedOwners - guestOwners };
}
