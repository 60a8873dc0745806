// The people who answered for a group on a day, from the entries of the audit log. Each answer names the entries that prove it, with
// their places in the hash chain.
import type { AcceptanceRole } from '../../messages/tasks/task.ts';

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

/** An entry about the question whether a person accepts a role. */
export interface AcceptanceEntry extends ResponsibilityEntry {
  readonly role: AcceptanceRole;
  readonly result: 'asked' | 'accepted' | 'ended';
  /** Until when the answer was awaited, by the governance clock. */
  readonly dueAt: Date | null;
  /** The id of the owner who took the group over, before the handover; null: the person who had the role was asked. */
  readonly takerId: string | null;
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
  readonly acceptances: readonly AcceptanceEntry[];
}

export interface AnsweredBy {
  /** As the record named the person then; null: nobody. */
  readonly person: string | null;
  /** The entry by which the person got the place; null: at the creation. */
  readonly from: ResponsibilityEntry | null;
  /** The entry by which the person lost it; null: the person still has it. */
  readonly until: ResponsibilityEntry | null;
  /** The entry by which the person had accepted the role; null: the person had not, or nobody asked. */
  readonly accepted: ResponsibilityEntry | null;
  /** Until when the answer was awaited, by the governance clock; null: it was not. */
  readonly acceptanceDueAt: Date | null;
}

export interface ResponsibilityOnDay {
  readonly exists: boolean;
  readonly responsible: AnsweredBy;
  readonly deputy: AnsweredBy;
}

const unanswered = { accepted: null, acceptanceDueAt: null } as const;
const nobody: AnsweredBy = { person: null, from: null, until: null, ...unanswered };

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

function answeredBy(history: GroupHistory, role: AcceptanceRole, end: Date): AnsweredBy {
  const changes = history.entries.filter(
    ({ before, after }) => Object.hasOwn(before, role) || Object.hasOwn(after, role),
  );
  const from = changes.findLast(({ occurredAt }) => occurredAt <= end) ?? null;
  const until = changes.find(({ occurredAt }) => occurredAt > end) ?? null;
  const person = from?.after[role] ?? (from === null ? until?.before[role] : null);
  const present = from === null && until === null ? history[role] : person;
  if (typeof present !== 'string') return { ...nobody, from, until };
  return { person: present, from, until, ...acceptanceOf(history, role, from, end) };
}

/** @param from the entry by which the person got the role */
function acceptanceOf(
  { acceptances }: GroupHistory,
  role: AcceptanceRole,
  from: ResponsibilityEntry | null,
  end: Date,
): Pick<AnsweredBy, 'accepted' | 'acceptanceDueAt'> {
  const ofPerson = acceptances.filter(
    (entry) =>
      entry.role === role &&
      entry.occurredAt <= end &&
      (entry.takerId === null
        ? from === null || entry.occurredAt >= from.occurredAt
        : from !== null && entry.takerId === from.after[role]),
  );
  const last = ofPerson.at(-1);
  if (last?.result === 'accepted') return { ...unanswered, accepted: last };
  return last?.result === 'asked' ? { ...unanswered, acceptanceDueAt: last.dueAt } : unanswered;
}
