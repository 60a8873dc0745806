// The people who answered for a group on a day, from the entries of the audit log. Each answer names the entries that prove it, with
// their places in the hash chain.
import type { EntryProof } from '../../audit/chain.ts';
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
  /** The answer was awaited until then, by the governance clock. */
  readonly dueAt: Date | null;
  /** The id of the owner who took the group over, before the handover; null: the person who had the role was asked. */
  readonly takerId: string | null;
}

export interface GroupHistory {
  /** When the group began to exist; null if it never did. */
  readonly existsSince: Date | null;
  /** When it was deleted, or left the service; null: it is there. */
  readonly endedAt: Date | null;
  /** The record names this person now. */
  readonly responsible: string;
  readonly deputy: string | null;
  /** Oldest first. */
  readonly entries: readonly ResponsibilityEntry[];
  readonly acceptances: readonly AcceptanceEntry[];
}

export interface AnsweredBy {
  /** The record named this person then; null: nobody. */
  readonly person: string | null;
  /** The entry by which the person got the place; null: at the creation. */
  readonly from: ResponsibilityEntry | null;
  /** The entry by which the person lost it; null: the person still has it. */
  readonly until: ResponsibilityEntry | null;
  /** The entry by which the person had accepted the role; null: the person had not, or nobody asked. */
  readonly accepted: ResponsibilityEntry | null;
  /** The answer was awaited until then, by the governance clock; null: it was not. */
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
  if (!existsAt(history, end)) {
    return { exists: false, responsible: nobody, deputy: nobody };
  }
  return {
    exists: true,
    responsible: answeredBy(history, 'responsible', end),
    deputy: answeredBy(history, 'deputy', end),
  };
}

function existsAt({ existsSince, endedAt }: GroupHistory, at: Date): boolean {
  return existsSince !== null && existsSince <= at && (endedAt === null || endedAt > at);
}

type Period = Pick<AnsweredBy, 'person' | 'from' | 'until'>;

/** The people of a role one after the other, oldest first. */
function periodsOf(history: GroupHistory, role: AcceptanceRole): readonly Period[] {
  const changes = history.entries.filter(
    ({ before, after }) => Object.hasOwn(before, role) || Object.hasOwn(after, role),
  );
  const [first] = changes;
  const named = (person: unknown) => (typeof person === 'string' ? person : null);
  return [
    {
      person: first === undefined ? history[role] : named(first.before[role]),
      from: null,
      until: first ?? null,
    },
    ...changes.map((from, at) => ({
      person: named(from.after[role]),
      from,
      until: changes[at + 1] ?? null,
    })),
  ];
}

function answeredBy(history: GroupHistory, role: AcceptanceRole, end: Date): AnsweredBy {
  const period = periodsOf(history, role).findLast(
    ({ from }) => from === null || from.occurredAt <= end,
  );
  if (period === undefined || period.person === null) return { ...nobody, ...period };
  return { ...period, ...acceptanceOf(history, role, period.from, end) };
}

/** A role that a person has or had in a group. */
export interface HeldRole {
  readonly role: AcceptanceRole;
  readonly from: Date;
  /** Null: the person has it. */
  readonly until: Date | null;
}

/** The roles of a person in a group, now and before, newest first. */
export function rolesOf(
  history: GroupHistory,
  isPerson: (reference: string) => boolean,
): readonly HeldRole[] {
  const { existsSince, endedAt } = history;
  if (existsSince === null) return [];
  const held = (['responsible', 'deputy'] as const).flatMap((role) => {
    const roles: HeldRole[] = [];
    for (const { person, from, until } of periodsOf(history, role)) {
      if (person === null || !isPerson(person)) continue;
      const begin = from?.occurredAt ?? existsSince;
      const end = until?.occurredAt ?? endedAt;
      const last = roles.at(-1);
      // Another name of the same person.
      const goesOn = last?.until?.getTime() === begin.getTime();
      if (goesOn) roles.pop();
      roles.push({ role, from: goesOn ? last.from : begin, until: end });
    }
    return roles;
  });
  return held.toSorted(
    (one, other) =>
      (other.until?.getTime() ?? Infinity) - (one.until?.getTime() ?? Infinity) ||
      other.from.getTime() - one.from.getTime(),
  );
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
