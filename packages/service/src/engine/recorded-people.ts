// How records name people: each person once, by the id or by the e-mail address that the directory has. A caller who named
// the person by id finds the id, and one who gave an address finds the address.
import type { Person } from '../directory/people-life.ts';
import { isGuid, personKey } from '../directory/person-reference.ts';
import type { RequestedPeople, ResolvedPeople } from './creation.ts';

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
    responsible: responsible && spell(responsible),
    deputy: deputy && spell(deputy),
    owners: eachOnce(owners, []),
    members: eachOnce(members, [...[responsible, deputy].filter((one) => one !== null), ...owners]),
  };
}

type Answering = Pick<RequestedPeople, 'responsible' | 'deputy'>;

/**
 * The people who answer for a group are the first of its owners. A group without a responsible person has owners, too, so
 * that the record decides how many of them answer for it.
 */
export function answeringCount({ responsible, deputy }: Answering): number {
  if (responsible === null) return 0;
  return deputy === null ? 1 : 2;
}

export function answeringIds(
  people: Answering,
  { ownerIds }: Pick<ResolvedPeople, 'ownerIds'>,
): { readonly responsibleId: string | undefined; readonly deputyId: string | null } {
  const [responsibleId, deputyId = null] = ownerIds.slice(0, answeringCount(people));
  return { responsibleId, deputyId };
}

/** The same over `teams t` and `provisionings p`: null without such a person. */
export function answeringIdSql(role: keyof Answering): string {
  const place = role === 'responsible' ? 0 : 1;
  return `case when t.people ->> '${role}' is not null then p.resolved_people -> 'ownerIds' ->> ${place} end`;
}
