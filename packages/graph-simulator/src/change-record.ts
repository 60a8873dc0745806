// Changes of groups in the order in which they were carried out, for tests that assert an order.

export interface GroupChange {
  readonly at: number;
  readonly groupId: string;
  readonly kind:
    | 'created'
    | 'updated'
    | 'settings_changed'
    | 'labelled'
    | 'owners_added'
    | 'members_added'
    | 'owners_removed'
    | 'members_removed'
    | 'archiving'
    | 'unarchiving'
    | 'deleted'
    | 'restored'
    | 'renewed';
  /** They were added or removed; empty for other kinds. */
  readonly personIds: readonly string[];
}
