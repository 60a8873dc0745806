// The people of one group: those of its record beside those whom the directory has now, person by person.
import { asDomainError } from '../../directory/find-people.ts';
import type { Directory } from '../../directory/directory.ts';
import type { Person } from '../../directory/people-life.ts';
import { DomainError } from '../../ground/errors.ts';
import type { GroupState } from '../../engine/group-state.ts';

/** They are in the order of a list. */
export const recordedRoles = ['responsible', 'deputy', 'owner', 'member'] as const;
export type RecordedRole = (typeof recordedRoles)[number];
export const directoryRoles = ['owner', 'member'] as const;
export type DirectoryRole = (typeof directoryRoles)[number];

/**
 * `missing`: in the record alone. `added`: in the directory alone, which is usual, since owners may add people there.
 * `other_role`: an owner by one of the two, and only a member by the other.
 */
export const peopleDifferences = ['missing', 'other_role', 'added'] as const;
export type PeopleDifference = (typeof peopleDifferences)[number];

export interface ComparedPerson {
  /** The directory's id. */
  readonly id: string;
  readonly recorded: RecordedRole | null;
  readonly inDirectory: DirectoryRole | null;
  readonly difference: PeopleDifference | null;
}

/** Ids of people. */
export interface RecordedIds {
  readonly ownerIds: readonly string[];
  readonly memberIds: readonly string[];
  /** How many of the first owners answer for the group: nobody, the responsible person, or the deputy, too. */
  readonly answering: number;
}

interface DirectoryIds {
  readonly ownerIds: readonly string[];
  readonly memberIds: readonly string[];
}

/** Differences come first, then the roles of the record in their order. */
export function comparePeople(recorded: RecordedIds, actual: DirectoryIds): ComparedPerson[] {
  const record = rolesOf(recorded);
  const directory = new Map<string, DirectoryRole>();
  for (const id of actual.memberIds) directory.set(id.toLowerCase(), 'member');
  for (const id of actual.ownerIds) directory.set(id.toLowerCase(), 'owner');
  return [...new Set([...record.keys(), ...directory.keys()])]
    .map((id) => compared(id, record.get(id) ?? null, directory.get(id) ?? null))
    .toSorted((one, other) => rank(one) - rank(other));
}

function rolesOf({ ownerIds, memberIds, answering }: RecordedIds): Map<string, RecordedRole> {
  const roles = new Map<string, RecordedRole>();
  const add = (id: string, role: RecordedRole) => {
    const key = id.toLowerCase();
    if (!roles.has(key)) roles.set(key, role);
  };
  for (const [at, id] of ownerIds.entries()) {
    add(id, at >= answering ? 'owner' : at === 0 ? 'responsible' : 'deputy');
  }
  for (const id of memberIds) add(id, 'member');
  return roles;
}

function compared(
  id: string,
  recorded: RecordedRole | null,
  inDirectory: DirectoryRole | null,
): ComparedPerson {
  return { id, recorded, inDirectory, difference: differenceOf(recorded, inDirectory) };
}

function differenceOf(
  recorded: RecordedRole | null,
  inDirectory: DirectoryRole | null,
): PeopleDifference | null {
  if (recorded === null) return 'added';
  if (inDirectory === null) return 'missing';
  return (recorded === 'member') === (inDirectory === 'member') ? null : 'other_role';
}

function rank({ difference, recorded, inDirectory }: ComparedPerson): number {
  const differs =
    difference === null ? peopleDifferences.length : peopleDifferences.indexOf(difference);
  return differs * 10 + recordedRoles.indexOf(recorded ?? inDirectory ?? 'member');
}

export interface NamedPerson extends ComparedPerson {
  /** Undefined: the directory no longer has such a person. */
  readonly person: Person | undefined;
}

export interface ComparedPeople {
  /** The people of the page. */
  readonly items: readonly NamedPerson[];
  readonly total: number;
  /** People who differ, in the whole group. */
  readonly differences: number;
}

export interface PeopleRecord extends RecordedIds {
  readonly state: GroupState;
  /** Undefined until the group exists. */
  readonly groupId: string | undefined;
}

/**
 * Reads the people of the group in the directory, and names those of the page.
 * @throws DomainError `group_not_active` unless the group exists; if the directory cannot be asked
 */
export async function readComparedPeople(
  directory: Pick<Directory, 'readPeople' | 'resolvePeople'>,
  group: PeopleRecord & { readonly teamId: string },
  page: { readonly offset: number; readonly limit: number },
  signal: AbortSignal,
): Promise<ComparedPeople> {
  const { groupId, state, teamId } = group;
  if (groupId === undefined || (state !== 'active' && state !== 'archived')) {
    throw new DomainError(
      'group_not_active',
      'The group is not in the directory, so its people cannot be read there.',
    );
  }
  const call = { signal, teamId, isBackground: false };
  try {
    const all = comparePeople(group, await directory.readPeople(groupId, call));
    const shown = all.slice(page.offset, page.offset + page.limit);
    const ids = shown.map(({ id }) => id);
    const found = ids.length === 0 ? [] : await directory.resolvePeople(ids, call);
    return {
      items: shown.map((one, at) => Object.assign({ person: found[at]?.person }, one)),
      total: all.length,
      differences: all.filter(({ difference }) => difference !== null).length,
    };
  } catch (error) {
    throw asDomainError(error);
  }
}
