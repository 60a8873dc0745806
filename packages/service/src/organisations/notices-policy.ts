// Which messages a template sends besides those of its lifecycle and its responsibility.

export const informedRoles = ['responsible', 'deputy'] as const;

export interface NoticesPolicy {
  /** People to inform of a new group. */
  readonly created: readonly (typeof informedRoles)[number][];
}
