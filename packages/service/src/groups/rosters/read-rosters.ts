// The rosters of a group as callers see them.
import type { RosterResult } from '../../engine/creation.ts';
import type { RosterState } from '../read/roster-summary.schema.ts';
import type { RosterEntry } from './roster.ts';

export interface SummarizedRoster {
  readonly source: string;
  readonly version: number;
  /** Number of people whom the source names. */
  readonly count: number;
  readonly state: RosterState;
  /** When the group was brought in line with a version of the roster; null: never. */
  readonly appliedAt: Date | null;
  /** Number of removals that wait until someone confirms them. */
  readonly held: number;
  readonly isEnded: boolean;
}

export type ListedRoster = SummarizedRoster & Readonly<Record<RosterResult, number>>;

type EntryTime = 'until' | 'waitingSince' | 'invitedAt';
export type ListedMember = Omit<RosterEntry, EntryTime> & Readonly<Record<EntryTime, Date | null>>;

/** The rosters of a group that name each of the people, by their ids in lower case. */
export type RostersNaming = (
  tenantId: string,
  teamId: string,
  people: readonly { readonly id: string }[],
) => Promise<ReadonlyMap<string, readonly NamingRoster[]>>;

export interface NamingRoster extends Pick<RosterEntry, 'source' | 'role' | 'isHeld'> {
  /** A guest who has not accepted the invitation. */
  readonly isPending: boolean;
  readonly until: Date | null;
}

export interface ReadRosters {
  /** They are in the order of their sources. A roster that was given up is absent once its people have left. */
  list(
    this: void,
    tenantId: string,
    teamId: string,
    source?: string,
  ): Promise<readonly ListedRoster[]>;
  members(
    this: void,
    tenantId: string,
    teamId: string,
    source: string,
    page: {
      readonly offset: number;
      readonly limit: number;
      readonly result?: RosterResult | undefined;
    },
  ): Promise<readonly ListedMember[]>;
}

export function rosterSummary({ source, count, state, appliedAt }: SummarizedRoster) {
  return { source, count, state, appliedAt };
}

export function listedRoster(roster: ListedRoster) {
  const { added, invited, kept, removed, waiting, refused, held } = roster;
  return { ...rosterSummary(roster), added, invited, kept, removed, waiting, refused, held };
}
