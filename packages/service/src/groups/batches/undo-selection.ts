// The acts that an undo takes back in place of a batch: those of one rule, one person or one API key in a span of time.
import type { GroupLimit } from '../../ground/group-limit.ts';

/** No more groups fit into a batch. */
export const mostUndone = 10_000;

export interface UndoSelection {
  /** A rule of a policy, such as lifecycle.expires, or its first part, such as lifecycle. */
  readonly rule: string | null;
  /** E-mail address of an administrator, or of a person who decided. */
  readonly person: string | null;
  readonly apiKeyId: string | null;
  /** Only groups of it; null: of each. */
  readonly organisationId: string | null;
  readonly templateId: string | null;
  /** ISO 8601, by the times of the audit log; `until` itself is outside. */
  readonly from: string;
  readonly until: string;
}

export interface SelectedGroups {
  readonly tenantId: string;
  readonly selection: UndoSelection;
  readonly within: GroupLimit;
}
