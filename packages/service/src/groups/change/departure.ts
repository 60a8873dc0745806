// Decides about a group whose responsible or deputy leaves: the successor, and the place that stays vacant.
import type { PersonReference } from '../../directory/directory.ts';
import type { ResolvedPeople } from '../../engine/creation.ts';
import { personKey } from '../../directory/person-reference.ts';
import type { FormerRole, GroupChange, RecordWithPending } from './operation.ts';
import { isHolding, type RosterRole } from '../rosters/roster.ts';
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
  /** These people take over, as they were found. */
  readonly answering?: Partial<NonNullable<ResolvedPeople['answering']>>;
}

export interface GroupDeparture {
  /** The highest that the person has in the group. */
  readonly role: PersonRole;
  /** The people for whom this was decided. */
  readonly answering: AnsweringPeople;
  /** Undefined where there is no successor, or where rosters alone keep the person. */
  readonly change: GroupChange | undefined;
  /** Responsible and deputy after it. */
  readonly responsible: string | null;
  readonly deputy: string | null;
  /** Places that were held and will not be. */
  readonly vacant: readonly AnsweringRole[];
  /** The rosters that keep the person in the group after it, in a place that the person should give up. */
  readonly rosters: readonly KeepingRoster[];
}

export interface KeepingRoster {
  readonly source: string;
  readonly role: RosterRole;
  /** It names the person until then, in ISO 8601; null: without an end. */
  readonly until: string | null;
  /** It names the person no longer, and the removal waits until someone confirms it. */
  readonly isHeld: boolean;
  /** The open question about that. */
  readonly taskId: string | null;
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

/** The successor of an owner or a member becomes one, too, in a place by a hand: whom a roster names, its source decides. */
function otherPlaceOf(record: AnsweredGroup, departure: Departure): GroupDeparture | undefined {
  const { leaving, to } = departure;
  const role = record.heldRole;
  if (role === null || role === undefined) return undefined;
  const former = role === 'member' ? 'none' : (departure.former ?? 'member');
  const rosters = rostersKeeping(record, former);
  // An accepted operation removes the person already.
  const isRemoved = record.pending.some(({ change: { owners, members } }) =>
    [...(owners?.remove ?? []), ...(members?.remove ?? [])].some((one) =>
      leaving.keys.has(personKey(one)),
    ),
  );
  if (isRemoved || (rosters.length > 0 && !hasPlaceByHand(record, role, former))) {
    return isRemoved ? leftByNow(record, rosters) : leftTo(record, role, rosters);
  }
  const add = to === undefined ? [] : [to.reference];
  const remove = [leaving.reference];
  return {
    ...leftTo(record, role, rosters),
    change: {
      ...(role === 'member'
        ? { members: { add, remove } }
        : former === 'none'
          ? { owners: { add, remove }, members: { add: [], remove } }
          : { owners: { add, remove } }),
      leavesRosterPlaces: true,
    },
  };
}

/** These rosters give the person more than `former`. */
function rostersKeeping(
  { rosterEntries }: Pick<AnsweredGroup, 'rosterEntries'>,
  former: FormerRole,
): readonly KeepingRoster[] {
  if (former === 'owner') return [];
  return (rosterEntries ?? [])
    .filter((entry) => isHolding(entry) && (former === 'none' || entry.role === 'owner'))
    .map(({ source, role, until, isHeld, taskId }) => ({ source, role, until, isHeld, taskId }))
    .toSorted((one, other) => (one.source < other.source ? -1 : 1));
}

/** Whether the person has more than `former` by a hand. */
function hasPlaceByHand(
  { brought }: Pick<AnsweredGroup, 'brought'>,
  role: 'owner' | 'member',
  former: FormerRole,
): boolean {
  const { joined = false, owning = false } = brought ?? {};
  return (role === 'owner' && !owning) || (former === 'none' && !joined);
}

/** A departure after which rosters keep the person. Those who answer for the group stay, and nothing is handed over. */
function leftTo(
  record: AnsweredGroup,
  role: PersonRole,
  rosters: readonly KeepingRoster[],
): GroupDeparture {
  const answering = answeringPeople(record);
  return {
    role,
    answering,
    change: undefined,
    responsible: answering.responsible?.name ?? null,
    deputy: answering.deputy?.name ?? null,
    vacant: [],
    rosters,
  };
}

/** An accepted operation takes what a hand gave the person; undefined: then the person has no place. */
function leftByNow(
  record: AnsweredGroup,
  rosters: readonly KeepingRoster[],
): GroupDeparture | undefined {
  if (rosters.length === 0) return undefined;
  const role = rosters.some((roster) => roster.role === 'owner') ? 'owner' : 'member';
  return leftTo(record, role, rosters);
}

function placeOf(record: AnsweredGroup, departure: Departure): GroupDeparture | undefined {
  const { to, former } = departure;
  const rosters = rostersKeeping(record, former ?? 'member');
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
        rosters: [],
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
      rosters,
    };
  }
  if (deputy === null || !isSame(departure.leaving, deputy)) {
    // An accepted operation decides what becomes of a former responsible or deputy.
    const { people } = record;
    const answered = [people.responsible, people.deputy].some(
      (name) => name !== null && isSame(departure.leaving, name),
    );
    if (!answered) return otherPlaceOf(record, departure);
    const handover = record.pending.findLast(
      ({ change }) => change.responsible !== undefined || change.deputy !== undefined,
    );
    return handover?.change.former === 'none'
      ? leftByNow(record, rostersKeeping(record, 'none'))
      : undefined;
  }
  const next = to === undefined || isSame(to, responsible) ? fill(responsible) : to.reference;
  return {
    role: 'deputy',
    answering,
    change: withFormer({ deputy: next }),
    responsible,
    deputy: next,
    vacant: next === null ? ['deputy'] : [],
    rosters,
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
