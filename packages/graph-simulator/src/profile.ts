// The faults that the simulator plays. `hostile` plays the documented and reported ones; `calm` answers at once and
// never fails, but stays strict and enforces the limits.

export interface Profile {
  readonly name: string;
  /** Chance that a call meets a fault at all, per attempt; how it is spent: faults.ts. */
  readonly faultChance: number;
  /** After this many faults on the same call, it is left in peace. */
  readonly faultsPerCall: number;
  /** Chance that a new group stays invisible for a while, and for how long at most. */
  readonly lagChance: number;
  readonly lagMaxMs: number;
  /** Minimum and maximum duration of the creation of a team. */
  readonly teamMakingMs: readonly [number, number];
  /** Chance that the creation of a team fails and has to be requested again. */
  readonly teamFailureChance: number;
  /** Chance that an operation has an unknown status, and that an archiving in progress is answered 404. */
  readonly oddStatusChance: number;
  /** Chance that one person of `members/add` is refused for the moment. */
  readonly memberRefusalChance: number;
  /** Whether teams refuse guests whom an application adds; their groups take them. */
  readonly refusesGuests: boolean;
  /** Chance that the removal of one of two owners is refused as if that owner were the last. */
  readonly ownerRefusalChance: number;
  /** Chance that a user creates a group that imitates a new one: forgery.ts. */
  readonly forgeryChance: number;
  /** Chance that a repeated creation of a group that is not visible yet is refused permanently. */
  readonly lateRefusalChance: number;
  /** Answer times, at least and at most. */
  readonly latencyMs: readonly [number, number];
}

export const hostile: Profile = {
  name: 'hostile',
  faultChance: 0.12,
  faultsPerCall: 4,
  lagChance: 0.45,
  lagMaxMs: 15 * 60 * 1000,
  teamMakingMs: [2000, 90_000],
  teamFailureChance: 0.03,
  oddStatusChance: 0.05,
  memberRefusalChance: 0.01,
  refusesGuests: true,
  ownerRefusalChance: 0.3,
  forgeryChance: 0,
  lateRefusalChance: 0,
  latencyMs: [0, 0],
};

/** Hostile, with users who forge markers, and an administrator who blocks words of group names meanwhile. */
export const hostileTenant: Profile = {
  ...hostile,
  name: 'hostile tenant',
  forgeryChance: 0.05,
  lateRefusalChance: 0.7,
};

export const calm: Profile = {
  name: 'calm',
  faultChance: 0,
  faultsPerCall: 0,
  lagChance: 0,
  lagMaxMs: 0,
  teamMakingMs: [0, 0],
  teamFailureChance: 0,
  oddStatusChance: 0,
  memberRefusalChance: 0,
  refusesGuests: false,
  ownerRefusalChance: 0,
  forgeryChance: 0,
  lateRefusalChance: 0,
  latencyMs: [0, 0],
};
