// The people of groups as the directory has them, for answers with `expand=people`: each person once, with id, address and name,
// whatever the request called them.
import { type FindPeople, unlessUnavailable } from '../../directory/find-people.ts';
import { isGuid, personKey } from '../../directory/person-reference.ts';
import type { RequestedPeople } from '../../engine/creation.ts';

export interface ExpandedPerson {
  /** The highest in the group. */
  readonly role: 'responsible' | 'deputy' | 'owner' | 'member';
  readonly id: string | null;
  readonly email: string | null;
  readonly displayName: string | null;
}

/** People are looked up in the directory. */
export const weightOfExpansion = 5;

/** @param mostOfEach people of each group, those with the highest roles first */
export async function expandPeople(
  people: Pick<FindPeople, 'find'>,
  tenantId: string,
  groups: readonly RequestedPeople[],
  { mostOfEach, signal }: { readonly mostOfEach: number; readonly signal: AbortSignal },
): Promise<readonly (readonly ExpandedPerson[])[]> {
  const named = groups.map((group) => namedPeople(group).slice(0, mostOfEach));
  const references = [...new Set(named.flat().map(({ reference }) => reference))];
  const found =
    references.length === 0
      ? undefined
      : await people.find(tenantId, references, signal).catch(unlessUnavailable);
  return named.map((ofGroup) => {
    const seen = new Set<string>();
    return ofGroup.flatMap(({ role, reference }): ExpandedPerson[] => {
      const person = found?.get(personKey(reference));
      const id = person?.id.toLowerCase() ?? (isGuid(reference) ? reference.toLowerCase() : null);
      const email = person === undefined ? (isGuid(reference) ? null : reference) : person.email;
      const key = id ?? personKey(reference);
      if (seen.has(key)) return [];
      seen.add(key);
      return [{ role, id, email: email || null, displayName: person?.displayName ?? null }];
    });
  });
}

function namedPeople({ responsible, deputy, owners, members }: RequestedPeople) {
  const places = [
    ['responsible', responsible === null ? [] : [responsible]],
    ['deputy', deputy === null ? [] : [deputy]],
    ['owner', owners],
    ['member', members],
  ] as const;
  return places.flatMap(([role, references]) =>
    references.map((reference) => ({ role, reference })),
  );
}
