// How records name people: each person once, by the id or by the e-mail address that the directory has. A caller who named
// the person by id finds the id, and one who gave an address finds the address.
import type { Person } from '../directory/people-life.ts';
import { isGuid, personKey } from '../directory/person-reference.ts';
import type { RequestedPeople } from './creation.ts';

/** A person as a request names them; undefined: the directory does not have the person. */
export interface NamedPerson {
  readonly reference: string;
  readonly person: Person | undefined;
}

export function spellingOf(reference: string, { id, email }: Person): string {
  return isGuid(reference) || email === '' ? id : email;
}

/**
 * The people of a new group. A person who answers for the group may be one of its owners for another reason, and stays one
 * of them. A member has no other place.
 */
export function recordedPeople(
  { responsible, deputy, owners, members }: RequestedPeople,
  named: readonly NamedPerson[],
): RequestedPeople {
  const found = new Map(named.map(({ reference, person }) => [personKey(reference), person]));
  const personOf = (reference: string) => found.get(personKey(reference));
  const keyOf = (reference: string) => personOf(reference)?.id ?? personKey(reference);
  const spell = (reference: string) => {
    const person = personOf(reference);
    return person === undefined ? reference : spellingOf(reference, person);
  };
  const eachOnce = (references: readonly string[], taken: readonly string[]) => {
    const seen = new Set(taken.map(keyOf));
    return references.filter((reference) => seen.size < seen.add(keyOf(reference)).size).map(spell);
  };
  return {
    responsible: spell(responsible),
    deputy: deputy === null ? null : spell(deputy),
    owners: eachOnce(owners, []),
    members: eachOnce(members, [responsible, ...(deputy === null ? [] : [deputy]), ...owners]),
  };
}
