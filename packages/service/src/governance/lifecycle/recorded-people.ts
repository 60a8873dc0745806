// The people whom the record of a group named at each time: those of today, with each later change undone. Pure.
import { personKey } from '../../directory/person-reference.ts';
import type { Assignee } from '../../messages/tasks/task.ts';
import type { Answering } from './people-to-ask.ts';
import type { LifeStep, RecordedFact } from './life-step.ts';

/** The record names each by id or by address. */
export interface NamedPeople {
  readonly responsible: string | null;
  readonly deputy: string | null;
  /** These two are not among them. */
  readonly owners: readonly string[];
}

/** An entry of the log whose operation changed these people: lists have who came and who left. */
export interface ChangeOfPeople {
  readonly at: Date;
  readonly before: Partial<NamedPeople>;
  readonly after: Partial<NamedPeople>;
  /** Addresses of those whom it named by their ids, by these in lower case; null: none is known. */
  readonly emails: Readonly<Record<string, string>> | null;
}

export interface PastPeople {
  /** The group with those of its beginning. */
  begin(this: void, step: LifeStep): LifeStep;
  readonly facts: readonly RecordedFact[];
}

/** The people of a group today. */
export interface PresentPeople {
  readonly named: NamedPeople;
  readonly answering: Pick<Answering, 'responsible' | 'deputy'>;
  /** Owners whom the last comparison saw and whom the record does not name. */
  readonly othersSeen: readonly string[];
}

/** @param changes the oldest first; those of before the life of the group are omitted */
export function pastPeople(present: PresentPeople, changes: readonly ChangeOfPeople[]): PastPeople {
  // One name for each person: the record may have both, for two places of one person.
  const emails = new Map(changes.flatMap((change) => Object.entries(change.emails ?? {})));
  const spell = (reference: string) => emails.get(personKey(reference)) ?? reference;
  let named = spelled(present.named, spell);
  const today = { ...present, named };
  const facts: RecordedFact[] = [];
  for (const { at, before, after } of changes.toReversed()) {
    const then = named;
    facts.unshift({ at, change: (step) => withPeople(step, then, today) });
    named = undone(named, spelled(before, spell), spelled(after, spell));
  }
  const first = named;
  return { begin: (step) => withPeople(step, first, today), facts };
}

function spelled<People extends Partial<NamedPeople>>(
  people: People,
  spell: (reference: string) => string,
): People {
  const { responsible, deputy, owners } = people;
  return {
    ...people,
    ...(responsible != null && { responsible: spell(responsible) }),
    ...(deputy != null && { deputy: spell(deputy) }),
    ...(owners !== undefined && { owners: owners.map(spell) }),
  };
}

function undone(
  { responsible, deputy, owners }: NamedPeople,
  before: Partial<NamedPeople>,
  after: Partial<NamedPeople>,
): NamedPeople {
  const came = new Set(after.owners?.map(personKey));
  return {
    responsible: before.responsible === undefined ? responsible : before.responsible,
    deputy: before.deputy === undefined ? deputy : before.deputy,
    owners: [...owners.filter((owner) => !came.has(personKey(owner))), ...(before.owners ?? [])],
  };
}

/** The step of a group whose record names these people. Nobody knows whose account was closed then. */
function withPeople(step: LifeStep, named: NamedPeople, present: PresentPeople): LifeStep {
  const { responsible, deputy, owners } = named;
  const ownerIds = [...[responsible, deputy].flatMap((one) => one ?? []), ...owners];
  const answering = {
    responsible: contactOf(responsible, present.named.responsible, present.answering.responsible),
    deputy: contactOf(deputy, present.named.deputy, present.answering.deputy),
  };
  return {
    ...step,
    group: { ...step.group, responsibleId: responsible, deputyId: deputy, ownerIds },
    lifecycle: { ...step.lifecycle, ...answering },
    review: step.review && {
      ...step.review,
      ...answering,
      inGroup: { ...step.review.inGroup, ownerIds: [...ownerIds, ...present.othersSeen] },
    },
  };
}

function contactOf(
  reference: string | null,
  today: string | null,
  contact: Assignee | undefined,
): Assignee | undefined {
  if (reference === null) return undefined;
  if (today !== null && personKey(today) === personKey(reference)) return contact;
  return { personId: reference, email: reference, displayName: null, language: null };
}
