// Rules of Microsoft that a tenant can play altered, one for each assumption that `operator connection probe` checks: the
// probe has to name the altered one. Without them, the simulator plays what the connection assumes.
export const alteredRules = [
  /** A group cannot be created with a unique name. */
  'marker_on_new_group',
  /** New groups are shown after 25 minutes. */
  'group_shown',
  /** New groups are found by their alias after 25 minutes. */
  'group_listed',
  /** The repeated creation makes another group. */
  'creation_repeated',
  'marker_kept',
  'alias_checked',
  'changes_followed',
  /** A change is accepted, and not carried out. */
  'change_shown',
  /** The owners that a creation names are ignored. */
  'owner_at_creation',
  'team_of_group',
  /** Owners who are added to a team are accepted, and not added. */
  'owner_in_team',
  'guest_by_application',
  'team_settings',
  'guest_setting',
  'hidden_group',
  /** Microsoft Graph takes a label from an application. */
  'label_by_graph',
  'label_by_sharepoint',
  'deletion_kept',
  'deletion_completed',
  /** The alias of a deleted group is free after ten minutes. */
  'alias_freed',
  'marker_on_existing_group',
  'team_needs_owner',
  /** The share of a limit is announced from the beginning. */
  'limit_headers',
] as const;

export type AlteredRule = (typeof alteredRules)[number];

export function isAltered(
  { altered }: { readonly altered: readonly AlteredRule[] },
  rule: AlteredRule,
): boolean {
  return altered.includes(rule);
}

/** Longer than the connection expects. */
export const lateMs = 25 * 60_000;
export const aliasHeldMs = 10 * 60_000;
