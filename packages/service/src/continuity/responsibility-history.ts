// The people who answered for a group on a day, from the entries of the audit log. Each answer names the entries that prove it, with
// their places in the hash chain.

/** An entry that changed who answers for the group, or may have. */
export interface ResponsibilityEntry {
  readonly occurredAt: Date;
  readonly action: string;
  readonly actor: { readonly kind: string; readonly id: string };
  /** The members of the record that it changed. */
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
  /** Its place in the chain; null until the entry is sealed, within a second. */
  readonly proof: EntryProof | null;
}

export interface EntryProof {
  readonly position: number;
  /** Hexadecimal. */
  readonly hash: string;
  /** Whether the entry and the hash before it give this hash. */
  readonly isIntact: boolean;
}

export interface GroupHistory {
  /** When the group began to exist; null if it never did. */
  readonly existsSince: Date | null;
  /** As the record names them now. */
  readonly responsible: string;
  readonly deputy: string | null;
  /** Oldest first. */
  readonly entries: readonly ResponsibilityEntry[];
}

export interface AnsweredBy {
  /** As the record named the person then; null: nobody. */
  readonly person: string | null;
  /** The entry by which the person got the place; null: at the creation. */
  readonly from: ResponsibilityEntry | null;
  /** The entry by which the person lost it; null: the person still has it. */
  readonly until: ResponsibilityEntry | null;
}

export interface ResponsibilityOnDay {
  readonly exists: boolean;
  readonly responsible: AnsweredBy;
  readonly deputy: AnsweredBy;
}

const nobody: AnsweredBy = { person: null, from: null, until: null };

/** @param end of the day */
export function responsibilityAt(history: GroupHistory, end: Date): ResponsibilityOnDay {
  const { existsSince } = history;
  if (existsSince === null || existsSince > end) {
    return { exists: false, responsible: nobody, deputy: nobody };
  }
  return {
    exists: true,
    responsible: answeredBy(history, 'responsible', end),
    deputy: answeredBy(history, 'deputy', end),
  };
}

function answeredBy(history: GroupHistory, role: 'responsible' | 'deputy', end: Date): AnsweredBy {
  const changes = history.entries.filter(
    ({ before, after }) => Object.hasOwn(before, role) || Object.hasOwn(after, role),
  );
  const from = changes.findLast(({ occurredAt }) => occurredAt <= end) ?? null;
  const until = changes.find(({ occurredAt }) => occurredAt > end) ?? null;
  const person = from?.after[role] ?? (from === null ? until?.before[role] : null);
  const present = from === null && until === null ? history[role] : person;
  return { person: typeof present === 'string' ? present : null, from, until };
}
