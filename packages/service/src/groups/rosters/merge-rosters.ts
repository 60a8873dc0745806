// The places of people in a group by all its rosters: who is added, who leaves, and who stays. Nobody whom a hand added
// leaves, nor who another source names, nor who answers for the group.
import type { Brought } from '../../engine/creation.ts';
import { forEachInTurns, type Rest } from '../../ground/turns.ts';
import type { RosterRole } from './roster.ts';

export interface NamedPlace {
  readonly personId: string;
  readonly role: RosterRole;
}

export interface RosterMerge {
  readonly addOwnerIds: readonly string[];
  readonly addMemberIds: readonly string[];
  readonly removeOwnerIds: readonly string[];
  readonly removeMemberIds: readonly string[];
  /** The gifts of rosters once the additions and removals are done, of people for whom that differs from before. */
  readonly brought: readonly Brought[];
}

interface Present {
  readonly ownerIds: readonly string[];
  readonly memberIds: readonly string[];
}

type Given = Omit<Brought, 'personId'>;
const nothing: Given = { joined: false, owning: false };

/**
 * @param given.named the places that sources name now, also several of one person
 * @param given.brought what rosters gave so far
 * @param given.present the people of the group in the directory
 * @param given.answering those who answer for the group and the default owners of its template: they stay owners
 * @param given.staying the default members of the template
 * @param given.kept people whom someone decided to keep: from then on they are there by a hand
 */
export async function mergeRosters(given: {
  readonly named: readonly NamedPlace[];
  readonly brought: readonly Brought[];
  readonly present: Present;
  readonly answering: ReadonlySet<string>;
  readonly staying: ReadonlySet<string>;
  readonly kept?: ReadonlySet<string> | undefined;
  readonly rest: Rest;
}): Promise<RosterMerge> {
  const { named, present, answering, staying, kept, rest } = given;
  const roles = new Map<string, RosterRole>();
  await forEachInTurns(named, rest, ({ personId, role }) => {
    if (role === 'owner' || !roles.has(personId)) roles.set(personId, role);
  });
  const before = new Map<string, Brought>();
  await forEachInTurns(given.brought, rest, (one) => void before.set(one.personId, one));
  const owners = new Set(present.ownerIds);
  const members = new Set(present.memberIds);
  const merged = {
    addOwnerIds: [] as string[],
    addMemberIds: [] as string[],
    removeOwnerIds: [] as string[],
    removeMemberIds: [] as string[],
    brought: [] as Brought[],
  };
  await rest();
  const everyone = new Set([...roles.keys(), ...before.keys()]);
  await forEachInTurns(everyone, rest, (personId) => {
    const was = before.get(personId) ?? nothing;
    const place = owners.has(personId) ? 'owner' : members.has(personId) ? 'member' : 'none';
    const role = roles.get(personId) ?? 'none';
    const { action, gives } = placeOf({
      role,
      place,
      was,
      isAnswering:
        answering.has(personId) || (!roles.has(personId) && kept?.has(personId) === true),
      isStaying: staying.has(personId),
    });
    if (action !== null) merged[action].push(personId);
    if (gives.joined !== was.joined || gives.owning !== was.owning) {
      merged.brought.push({ personId, ...gives });
    }
  });
  return merged;
}

type Action = 'addOwnerIds' | 'addMemberIds' | 'removeOwnerIds' | 'removeMemberIds';

interface Decided {
  readonly action: Action | null;
  readonly gives: Given;
}

/** The one rule: the role that the sources name, beside the place in the group and the part of it that rosters gave. */
function placeOf(person: {
  readonly role: RosterRole | 'none';
  readonly place: RosterRole | 'none';
  readonly was: Given;
  readonly isAnswering: boolean;
  readonly isStaying: boolean;
}): Decided {
  const { role, place, was, isAnswering, isStaying } = person;
  // A person who is gone has nothing that rosters gave. An ownership that a hand gave keeps the person in the group.
  const gave: Given = {
    joined: place !== 'none' && was.joined,
    owning: place === 'owner' && was.owning,
  };
  const isOwnerByHand = place === 'owner' && !gave.owning;
  switch (role) {
    case 'owner':
      if (place === 'owner') return { action: null, gives: gave };
      return {
        action: 'addOwnerIds',
        gives: { joined: gave.joined || place === 'none', owning: true },
      };
    case 'member':
      if (place === 'none')
        return { action: 'addMemberIds', gives: { joined: true, owning: false } };
      if (gave.owning && !isAnswering) {
        return { action: 'removeOwnerIds', gives: { ...gave, owning: false } };
      }
      return { action: null, gives: { ...gave, owning: false } };
    case 'none':
      if (place === 'none' || isAnswering || isOwnerByHand) return { action: null, gives: nothing };
      if (gave.joined && !isStaying) return { action: 'removeMemberIds', gives: nothing };
      if (gave.owning) return { action: 'removeOwnerIds', gives: nothing };
      return { action: null, gives: nothing };
    default:
      throw new TypeError(`Unknown role: ${String(role satisfies never)}`);
  }
}

const fewRemovals = 10;
const maxShare = 0.2;

/** Whether so many people leave at once that someone has to confirm it. */
export function isLargeRemoval(given: {
  readonly leaving: number;
  /** People whom the roster brought or kept before. */
  readonly before: number;
  /** An empty list may be a mistake, whatever its size. */
  readonly isEmpty: boolean;
}): boolean {
  const { leaving, before, isEmpty } = given;
  if (leaving === 0) return false;
  return isEmpty || (leaving > fewRemovals && leaving > before * maxShare);
}
