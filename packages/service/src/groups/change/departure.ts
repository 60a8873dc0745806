// Decides about a group whose responsible or deputy leaves: the successor, and the place that stays vacant.
import type { PersonReference } from '../../directory/directory.ts';
import type { ResolvedPeople } from '../../engine/creation.ts';
import { personKey } from '../../directory/person-reference.ts';
import type { FormerRole, GroupChange, RecordWithPending } from './operation.ts';
import { answeringKeys, projectedRecord } from './apply-result.ts';
import type { AnsweredGroup, PersonRole } from './person-groups.ts';

export const answeringRoles = ['responsible', 'deputy'] as const;
export type AnsweringRole = (typeof answeringRoles)[number];

/** A person with every name that a record may have for them. */
export interface NamedPerson {
  /** The name that new records get. */
  readonly reference: string;
  /** Keys of the person's id and addresses. */
  readonly keys: ReadonlySet<string>;
}

export interface Departure {
  readonly leaving: NamedPerson;
  /** Takes over the person's place in every group; without one, deputies become responsible. */
  readonly to: NamedPerson | undefined;
  /** Fills the places of deputies that the departure would leave vacant. */
  readonly deputy: NamedPerson | undefined;
  readonly former: FormerRole | undefined;
  /** The highest roles that the person gives up. */
  readonly roles: readonly PersonRole[];
  /** The present name of a deputy by id: an address in the record may have become another person's. */
  readonly nameOf: (id: string) => string;
}

/** The people who answer for a group when its accepted operations have run. */
export interface AnsweringPeople {
  readonly responsible: AnsweringPerson | null;
  readonly deputy: AnsweringPerson | null;
}

interface AnsweringPerson {
  readonly name: PersonReference;
  /** Null where the record has none yet. */
  readonly id: string | null;
}

/** The directory's ids of those who take over. */
export interface SuccessorIds {
  readonly responsible?: string | undefined;
  readonly deputy?: string | null | undefined;
  /** Those who take over, as they were found. */
  readonly answering?: Partial<NonNullable<ResolvedPeople['answering']>>;
}

export interface GroupDeparture {
  /** The highest that the person has in the group. */
  readonly role: PersonRole;
  /** The people for whom this was decided. */
  readonly answering: AnsweringPeople;
  /** Undefined where there is no successor. */
  readonly change: GroupChange | undefined;
  /** Responsible and deputy after it. */
  readonly responsible: string | null;
  readonly deputy: string | null;
  /** Places that were held and will not be. */
  readonly vacant: readonly AnsweringRole[];
}

/**
 * Undefined where the person will answer for the group no more when its accepted operations have run, and where nobody
 * will: the group has no responsible person, or is deleted.
 */
export function departureOf(
  record: AnsweredGroup,
  departure: Departure,
): GroupDeparture | undefined {
  const found = isAnswered(record) ? placeOf(record, departure) : undefined;
  return found !== undefined && departure.roles.includes(found.role) ? found : undefined;
}

/** The successor of an owner or a member becomes one, too. */
function otherPlaceOf(record: AnsweredGroup, departure: Departure): GroupDeparture | undefined {
  const { leaving, to, former = 'member' } = departure;
  const role = record.heldRole;
  if (role === null || role === undefined) return undefined;
  // An accepted operation removes the person already.
  const isRemoved = record.pending.some(({ change: { owners, members } }) =>
    [...(owners?.remove ?? []), ...(members?.remove ?? [])].some((one) =>
      leaving.keys.has(personKey(one)),
    ),
  );
  if (isRemoved) return undefined;
  const add = to === undefined ? [] : [to.reference];
  const remove = [leaving.reference];
  const answering = answeringPeople(record);
  return {
    role,
    answering,
    change:
      role === 'member'
        ? { members: { add, remove } }
        : former === 'none'
          ? { owners: { add, remove: [] }, members: { add: [], remove } }
          : { owners: { add, remove } },
    responsible: answering.responsible?.name ?? null,
    deputy: answering.deputy?.name ?? null,
    vacant: [],
  };
}

function placeOf(record: AnsweredGroup, departure: Departure): GroupDeparture | undefined {
  const { to, former } = departure;
  const answering = answeringPeople(record);
  if (answering.responsible === null) return otherPlaceOf(record, departure);
  const responsible = answering.responsible.name;
  const deputy = answering.deputy?.name ?? null;
  const ids = answeringKeys(record);
  // A name in the record is that of the person whose id the record has with it.
  const isSame = ({ keys }: NamedPerson, reference: string): boolean => {
    const key = personKey(reference);
    return keys.has(ids.get(key) ?? key);
  };
  const withFormer = (change: GroupChange): GroupChange => ({
    ...change,
    ...(former !== undefined && { former }),
  });
  const fill = (answering: string): string | null =>
    departure.deputy === undefined || isSame(departure.deputy, answering)
      ? null
      : departure.deputy.reference;

  const presentName = (reference: string): string => {
    const id = ids.get(personKey(reference));
    return id === undefined ? reference : departure.nameOf(id);
  };

  if (isSame(departure.leaving, responsible)) {
    const successor = to?.reference ?? (deputy === null ? null : presentName(deputy));
    if (successor === null) {
      const vacant = ['responsible'] as const;
      return {
        role: 'responsible',
        answering,
        change: undefined,
        responsible: null,
        deputy: null,
        vacant,
      };
    }
    const movesUp = deputy !== null && (to === undefined || isSame(to, deputy));
    const next = movesUp ? fill(deputy) : deputy;
    return {
      role: 'responsible',
      answering,
      change: withFormer({ responsible: successor, ...(movesUp && { deputy: next }) }),
      responsible: successor,
      deputy: next,
      vacant: movesUp && next === null ? ['deputy'] : [],
    };
  }
  if (deputy === null || !isSame(departure.leaving, deputy)) {
    // An accepted operation decides what becomes of a former responsible or deputy.
    const { people } = record;
    const answered = [people.responsible, people.deputy].some(
      (name) => name !== null && isSame(departure.leaving, name),
    );
    return answered ? undefined : otherPlaceOf(record, departure);
  }
  const next = to === undefined || isSame(to, responsible) ? fill(responsible) : to.reference;
  return {
    role: 'deputy',
    answering,
    change: withFormer({ deputy: next }),
    responsible,
    deputy: next,
    vacant: next === null ? ['deputy'] : [],
  };
}

function isAnswered(record: RecordWithPending): boolean {
  const { state } = projectedRecord(record, record.pending);
  return state === 'being_created' || state === 'active' || state === 'archived';
}

export function answeringPeople(record: RecordWithPending): AnsweringPeople {
  const { responsible, deputy } = projectedRecord(record, record.pending).people;
  const ids = answeringKeys(record);
  const personOf = (name: string): AnsweringPerson => ({
    name,
    id: ids.get(personKey(name)) ?? null,
  });
  return {
    responsible: responsible === null ? null : personOf(responsible),
    deputy: deputy === null ? null : personOf(deputy),
  };
}

export function isAnsweredBy(record: RecordWithPending, people: AnsweringPeople): boolean {
  const now = answeringPeople(record);
  return answeringRoles.every((role) => isSamePerson(now[role], people[role]));
}

/** An address may have become another person's, so ids decide where both are known. */
function isSamePerson(one: AnsweringPerson | null, other: AnsweringPerson | null): boolean {
  if (one === null || other === null) return one === other;
  if (one.id !== null && other.id !== null) return one.id === other.id;
  return personKey(one.name) === personKey(other.name);
}
