// A person whose availability decides about the responsibility for groups.
import type { PersonState } from '../../directory/people-life.ts';

export const unavailableReasons = ['disabled', 'deleted', 'guest', 'unlicensed'] as const;
export type UnavailableReason = (typeof unavailableReasons)[number];

export interface WatchedPerson {
  /** The directory's id. People are matched by nothing else: an address may become another person's. */
  readonly personId: string;
  readonly email: string | null;
  readonly displayName: string | null;
  readonly language: string | null;
  readonly managerId: string | null;
  readonly leavesOn: Date | null;
  /** Null while the person is available. */
  readonly unavailableReason: UnavailableReason | null;
  /** It is a time of the governance clock; null while the person is available. */
  readonly unavailableSince: Date | null;
  /** Left among many at once, and no administrator has released it. */
  readonly isHeld: boolean;
}

/** Why the person cannot answer for a group; null for a person who can. A deleted account counts even if restorable. */
export function unavailabilityOf(state: PersonState): UnavailableReason | null {
  if (state.state === 'deleted') return 'deleted';
  if (!state.enabled) return 'disabled';
  // Guests cannot own groups, so a person who was converted to one cannot answer for them.
  if (state.kind === 'guest') return 'guest';
  return state.licensed === false ? 'unlicensed' : null;
}

/** Whether the person cannot answer for a group of the kind: a plain group needs no licence. */
export function isUnavailableFor(
  kind: 'team' | 'group',
  reason: UnavailableReason | null,
): boolean {
  return reason !== null && (reason !== 'unlicensed' || kind === 'team');
}
