// A roster: the people of a group whom one source names, such as an HR system. A source owns its entries alone. The service
// keeps who each source names and whom rosters brought into the group; who is in the group, the directory knows.

import type { Brought, ChangedPeople, RosterResult } from '../../engine/creation.ts';

export const rosterRoles = ['member', 'owner'] as const;
export type RosterRole = (typeof rosterRoles)[number];

/** `removed`: the time of the entry is over. Null before the group was brought in line with the roster. */
/** A person as a source names the person. */
export interface RosterMember {
  /** `personKey` of the reference. */
  readonly key: string;
  readonly person: string;
  readonly role: RosterRole;
  /** Until when the source names the person: ISO 8601, by the governance clock. */
  readonly until: string | null;
}

/** A person whom a source names, or named until its roster was last sent. */
export interface RosterEntry extends RosterMember {
  readonly source: string;
  /** The directory's id in lower case; null until the directory knew the person. */
  readonly personId: string | null;
  readonly result: RosterResult | null;
  /** Why the person is refused. */
  readonly code: string | null;
  /** Since when the directory does not know the person. */
  readonly waitingSince: string | null;
  /** The version of the roster that names the person no longer; null while it does. */
  readonly leftVersion: number | null;
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
  /** By the governance clock. */
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

/** People whom an operation, or the creation, added and removed. */
export interface RecentWrite extends Pick<
  ChangedPeople,
  'addOwnerIds' | 'addMemberIds' | 'removeOwnerIds' | 'removeMemberIds'
> {
  /** ISO 8601. */
  readonly at: string;
}

export const maxRosterMembers = 25_000;
/** How long a person is looked up whom the directory does not know. */
export const waitsForMs = 30 * 86_400_000;
