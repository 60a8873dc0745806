// A roster: the people of a group whom one source names, such as an HR system. A source owns its entries alone. The service
// keeps who each source names and whom rosters brought into the group; who is in the group, the directory knows.

import { personKey } from '../../directory/person-reference.ts';
import type { Brought, ChangedPeople, RosterResult } from '../../engine/creation.ts';
import type { FieldError } from '../../ground/errors.ts';

export const rosterRoles = ['member', 'owner'] as const;
export type RosterRole = (typeof rosterRoles)[number];

/** `removed`: the time of the entry is over. Null before the group was brought in line with the roster. */
/** A person as a source names the person. */
export interface RosterMember {
  /** `personKey` of the reference. */
  readonly key: string;
  readonly person: string;
  readonly role: RosterRole;
  /** The source names the person until then: ISO 8601, by the governance clock. */
  readonly until: string | null;
  /** The name with which a person is invited whom the directory does not know; null: nobody is invited. */
  readonly guest: string | null;
}

/** A person whom a source names, or named until its roster was last sent. */
export interface RosterEntry extends RosterMember {
  readonly source: string;
  /** The directory's id in lower case; null until the directory knew the person. */
  readonly personId: string | null;
  readonly result: RosterResult | null;
  /** Why the person is refused. */
  readonly code: string | null;
  /** A sentence about the result; null: there is nothing to say. */
  readonly detail: string | null;
  /** The person is looked up daily since then. */
  readonly waitingSince: string | null;
  /** When the person was invited. Without an id of the person, the outcome is unknown. */
  readonly invitedAt: string | null;
  /** The version of the roster that names the person no longer; null while it does. */
  readonly leftVersion: number | null;
  /** The source names the person no longer, and the removal waits until someone confirms it. */
  readonly isHeld: boolean;
}

/** The entries that hold people in a group, by all names of the people that are known. */
export type Holders = ReadonlyMap<string, HoldingEntry>;
export type HoldingEntry = Pick<
  RosterEntry,
  'source' | 'key' | 'person' | 'personId' | 'role' | 'result' | 'leftVersion' | 'isHeld'
> & {
  /** The source names the person no longer, and the operation that takes the person out has not run. */
  readonly isLeaving?: boolean;
};

/** Whether the person may be in the group by the entry. Null: the roster was accepted, and its operation has not succeeded. */
export function hasBroughtIn({ result }: Pick<RosterEntry, 'result'>): boolean {
  return result !== 'removed' && result !== 'waiting' && result !== 'refused';
}

/** @param withLeaving also while an accepted operation of the roster takes the person out */
export function isHolding(
  { result, leftVersion, isHeld, isLeaving = false }: HoldingEntry,
  withLeaving = false,
): boolean {
  const hasPlace = leftVersion === null || isHeld || (withLeaving && isLeaving);
  return hasPlace && hasBroughtIn({ result });
}

/**
 * The source alone takes a person out whom it names, and a removal that is held takes someone who confirms it. A list of a
 * caller that lacks the person leaves the person's place, and a change that removes the person by name is refused.
 * @param keyOf the same for all names of a person that are known
 * @param withLeaving also those whom an accepted operation of the roster takes out, so that no other change does
 */
export function holdersOf(
  entries: readonly HoldingEntry[] | null | undefined,
  keyOf: (reference: string) => string = personKey,
  withLeaving = false,
): Holders {
  const holders = new Map<string, HoldingEntry>();
  for (const entry of entries ?? []) {
    if (!isHolding(entry, withLeaving)) continue;
    const { key, personId, role } = entry;
    for (const name of [keyOf(key), personId ?? []].flat()) {
      if (role === 'owner' || !holders.has(name)) holders.set(name, entry);
    }
  }
  return holders;
}

/** The fault of a change that removes a person from a list, although a roster gives the person that place. */
export function heldFault(
  holder: HoldingEntry | undefined,
  list: 'owners' | 'members',
  pointer: string,
): FieldError[] {
  if (holder === undefined || (list === 'owners' && holder.role !== 'owner')) return [];
  const { source, person, isHeld } = holder;
  const values = { person, name: source };
  if (isHeld) {
    const detail = `The roster of ${source} names ${person} no longer, and the removal waits until someone confirms it. Decide the task about it first.`;
    return [{ pointer, code: 'removal_held', detail, values }];
  }
  const detail = `The roster of ${source} names ${person}. Take the person off that roster first.`;
  return [{ pointer, code: 'named_by_roster', detail, values }];
}

/** All rosters of a group, as the run of an operation begins. */
export interface GroupRosters {
  /** The present version of the roster that the operation is about. */
  readonly version: number;
  readonly allowsRemovals: boolean;
  /** The source gave its roster up. */
  readonly isEnded: boolean;
  /** The number of removals that wait already. */
  readonly held: number;
  readonly entries: readonly RosterEntry[];
  readonly brought: readonly Brought[];
  /** The latest writes of the service, oldest first: a read of the directory may not show them yet. */
  readonly lately: readonly RecentWrite[];
  /** It is a time of the governance clock. */
  readonly now: string;
}

/** The operation of a roster: it brings the group in line with what the sources name when it runs. */
export interface RosterChange {
  readonly source: string;
  /** The version of the roster that it was asked for. */
  readonly version: number;
  /** Its template asks people about guests: the roster brings none. */
  readonly refusesGuests?: boolean;
  /** A person decided about removals that are held: the people leave, or they stay as if a hand had added them. */
  readonly removals?: 'allow' | 'keep';
  /** A hash of the request, which tells one request from another. */
  readonly hash?: string;
}

/** People whom an operation, or the creation, added and removed; also by an operation that failed later. */
export interface RecentWrite extends Pick<
  ChangedPeople,
  'addOwnerIds' | 'addMemberIds' | 'removeOwnerIds' | 'removeMemberIds'
> {
  /** ISO 8601. */
  readonly at: string;
}

export const maxRosterMembers = 25_000;
/** How long a person is looked up whom the directory does not know, or who cannot come in yet. */
export const waitsForMs = 30 * 86_400_000;
/** Reasons that pass by themselves or by an administrator: the person is looked at again daily. */
export const passingCodes = [
  'invitation_permission_missing',
  'invitation_refused',
  'domain_refused',
  'guest_disabled',
] as const;
