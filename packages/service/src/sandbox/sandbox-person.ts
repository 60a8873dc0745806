// A person of the sandbox, and what keeps the people.
import type { RecordStore } from '../ground/record-store.ts';

export interface SandboxPerson {
  readonly personId: string;
  readonly email: string;
  readonly displayName: string;
  readonly kind: 'member' | 'guest';
  readonly enabled: boolean;
  readonly managerEmail: string | null;
  readonly language: string | null;
  /** YYYY-MM-DD. */
  readonly leavesOn: string | null;
}

export type StoredPerson = SandboxPerson & { readonly tenantId: string };

/** A taken id or address is `validation_failed`. */
export interface SandboxPeopleStore extends RecordStore<StoredPerson> {
  list(tenantId: string): Promise<SandboxPerson[]>;
  /** No other transaction adds people until this one ends. */
  lockAndCount(tenantId: string): Promise<number>;
  delete(person: StoredPerson): Promise<void>;
}
