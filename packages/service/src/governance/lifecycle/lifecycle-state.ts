// The place of a group in its lifecycle. All times are by the governance clock.

export interface LifecycleState {
  /** Null: it does not expire. */
  readonly expiresAt: Date | null;
  /** The expiry was given as grace, because the group existed when its policy came or became shorter. */
  readonly isGrace: boolean;
  /** It expires because nobody uses it or needs it. */
  readonly isIdle: boolean;
  /** The version of the template whose policy was applied last. */
  readonly policyVersion: number;
  /** They count since the group exists. */
  readonly renewals: number;
  /** Reminders of this cycle that were given. */
  readonly reminders: number;
  /** A cycle begins with the group, with each renewal and when it is unarchived or restored. */
  readonly cycleStartedAt: Date;
  /** A person said that the group may end, so reminders end. */
  readonly isEnding: boolean;
  /** Null until it expires. */
  readonly outcome: 'archive_requested' | 'kept' | 'cannot_archive' | null;
  readonly archivedSince: Date | null;
  readonly deletesAt: Date | null;
  /** Warnings of the deletion that were given. */
  readonly warnings: number;
  readonly deletionRequestedAt: Date | null;
}

export function newCycle(
  expiresAt: Date | null,
  now: Date,
  {
    policyVersion,
    renewals,
    isGrace = false,
  }: Pick<LifecycleState, 'policyVersion' | 'renewals'> & { readonly isGrace?: boolean },
): LifecycleState {
  return {
    expiresAt,
    isGrace,
    isIdle: false,
    policyVersion,
    renewals,
    reminders: 0,
    cycleStartedAt: now,
    isEnding: false,
    outcome: null,
    archivedSince: null,
    deletesAt: null,
    warnings: 0,
    deletionRequestedAt: null,
  };
}

/** It omits what was promised to the people of an archived group. */
export function beforeArchiving(state: LifecycleState): LifecycleState {
  return { ...state, archivedSince: null, deletesAt: null, warnings: 0 };
}
