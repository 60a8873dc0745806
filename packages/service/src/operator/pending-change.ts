// One difference between a tenant and its file, and how to remove it.
import type { Changes } from '../settings/configuration/changes.postgres.ts';
import type { MemberChange } from './member-changes.ts';

export interface PendingChange {
  readonly kind: 'create' | 'change' | 'delete';
  /** An example is "template energy/project". */
  readonly what: string;
  readonly members: readonly MemberChange[];
  execute(changes: Changes): Promise<unknown>;
}
