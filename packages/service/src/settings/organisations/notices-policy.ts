// Which messages a template sends besides those of its lifecycle and its responsibility.

export const informedRoles = ['responsible', 'deputy'] as const;

export interface NoticesPolicy {
  /** People to inform of a new group. */
  readonly created: readonly (typeof informedRoles)[number][];
  /** People to inform of a creation that failed. Absent: nobody. */
  readonly failed?: readonly 'steward'[];
}

/** The members have one order. */
export function completeNotices({ created, failed }: Partial<NoticesPolicy>): NoticesPolicy {
  return { created: created ?? [], ...(failed !== undefined && { failed }) };
}
