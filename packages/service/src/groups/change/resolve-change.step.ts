// Finds the people of a change in the directory before anything is changed. If people are missing or not eligible, it
// lists all of them at once.
import { isGuid, isPersonReference, personKey } from '../../directory/person-reference.ts';
import type { FaultList, FieldError } from '../../ground/errors.ts';
import type { CallContext } from '../../directory/call-context.ts';
import type { Directory } from '../../directory/directory.ts';
import type { PeopleDirectory } from '../../directory/find-people.ts';
import type { ChangedPeople } from '../../engine/creation.ts';
import { answeringIds, type NamedPerson, spellingOf } from '../../engine/recorded-people.ts';
import {
  examineNamed,
  namedIn,
  type PeopleValidation,
  ineligibility,
  tooManyOwners,
  type Wanted,
} from '../../engine/resolve-people.step.ts';
import type { StepCall, StepResult } from '../../engine/step.ts';
import { maxOwners } from '../../engine/creation.ts';
import { tooFewOwners } from './check-change.ts';
import type { GroupChange, GroupRecord, Operation } from './operation.ts';
import type { OperationStep } from './operation-step.ts';
import { peopleProperties, repairedOwners, repairs } from './repair.ts';
import { noInvitations, resolveMissing, resolveRoster } from '../rosters/resolve-roster.ts';
import {
  type GroupRosters,
  heldFault,
  type Holders,
  holdersOf,
  type HoldingEntry,
} from '../rosters/roster.ts';

export interface ChangeOfPeople extends PeopleValidation {
  readonly changed: ChangedPeople;
  /** Number of guests who would be new in the group. */
  readonly guests: number;
  /** Names of people to remove whom neither the directory nor the record knows. */
  readonly unknown: readonly string[];
}

export const resolveChange: OperationStep = {
  name: 'resolve_people',
  writes: false,
  isNeeded: (change) =>
    change.responsible !== undefined ||
    change.deputy !== undefined ||
    change.owners !== undefined ||
    change.members !== undefined ||
    change.roster !== undefined ||
    repairs(change, peopleProperties),
  isSatisfied: () => false,
  async run({ change, group, approvalPolicy, rosters, facts }, directory, call) {
    if (change.roster !== undefined) {
      if (rosters === undefined) throw new Error('The operation has no rosters.');
      const asked = { ...call, isBackground: true };
      const { invitations = noInvitations } = facts;
      const given = { ...rosters, invitations };
      const found = await resolveRoster(change.roster, given, group, directory, asked);
      return { kind: 'done', facts: { changedPeople: found.changed, roster: found.summary } };
    }
    if (change.repair !== undefined) {
      return findRepairedPeople({ change, group, rosters }, directory, call);
    }
    const asked = { ...call, isBackground: true };
    const { failure, changed, guests, unknown } = await examineChange(
      change,
      group,
      directory,
      asked,
      rosters?.entries,
    );
    if (failure !== undefined) throw failure;
    const learnt = { changedPeople: changed, ...(approvalPolicy !== undefined && { guests }) };
    const warnings = unknown.map((reference) => ({
      code: 'person_not_found',
      detail: `${reference} is not in the directory, so this person was not removed.`,
    }));
    return { kind: 'done', facts: learnt, warnings };
  },
};

/** A person who can own no group does not keep the others from being added. */
async function findRepairedPeople(
  {
    change,
    group,
    rosters,
  }: Pick<Operation, 'change' | 'group'> & {
    readonly rosters: GroupRosters | undefined;
  },
  directory: Directory,
  call: StepCall,
): Promise<StepResult> {
  const asked = { ...call, isBackground: true };
  const { changed, failure } = await examineRepair(change, group, directory, asked);
  const missing =
    rosters !== undefined && repairs(change, ['rosters'])
      ? await resolveMissing(rosters, group, directory, asked)
      : undefined;
  const changedPeople = {
    ...changed,
    ...missing,
    addOwnerIds: unique([...changed.addOwnerIds, ...(missing?.addOwnerIds ?? [])]),
  };
  const isVain = changedPeople.addOwnerIds.length + changedPeople.addMemberIds.length === 0;
  if (isVain && failure !== undefined) throw failure;
  const warnings = failure?.faults.map(({ code, detail }) => ({ code, detail })) ?? [];
  return { kind: 'done', facts: { changedPeople }, warnings };
}

/** Looks up the owners whom a repair adds. */
export async function examineRepair(
  change: GroupChange,
  group: GroupRecord,
  directory: PeopleDirectory,
  call: CallContext & Pick<StepCall, 'rest'>,
): Promise<PeopleValidation & { readonly changed: ChangedPeople }> {
  const ids = group.resolvedPeople && answeringIds(group.people, group.resolvedPeople);
  const owners = repairedOwners(change, group, ids ?? {});
  const references = owners.map(({ reference }) => reference);
  const named = namedIn(
    references,
    'owner',
    (index) => `/${owners[index]?.property ?? 'owners'}`,
    (index) => owners[index]?.name,
  );
  const validation = await examineNamed(named, group.policy, directory, call, () => undefined);
  const addOwnerIds = unique(
    validation.people.flatMap(({ person, ...one }) =>
      person === undefined || ineligibility(one, person, group.policy).length > 0
        ? []
        : [person.id],
    ),
  );
  const changed = { addOwnerIds, addMemberIds: [], removeOwnerIds: [], removeMemberIds: [] };
  return { ...validation, changed };
}

/** Looks up the people whom a change names; the dry run shows the answer. */
export async function examineChange(
  change: GroupChange,
  group: GroupRecord,
  directory: PeopleDirectory,
  call: CallContext & Pick<StepCall, 'rest'>,
  entries?: readonly HoldingEntry[] | null,
): Promise<ChangeOfPeople> {
  // Those who leave: the directory may have removed them already, which is no fault.
  const leaving = await findLeaving(change, group, directory, call);
  const holders = holdersOf(entries, keyOfPeople(leaving.people));
  const owning = await findOwning(change, group, directory, call);
  let changed: ChangedPeople = {
    addOwnerIds: [],
    addMemberIds: [],
    removeOwnerIds: [],
    removeMemberIds: [],
  };
  const validation = await examineNamed(
    namedPeople(change),
    group.policy,
    directory,
    call,
    (faults, { people, resolved }) => {
      const idOf = (pointer: string) =>
        people.find((person) => person.pointer === pointer)?.person?.id;
      changed = changedPeople(change, group, {
        responsibleId: idOf('/responsible'),
        deputyId: change.deputy === null ? null : idOf('/deputy'),
        ownerIds: resolved.ownerIds,
        memberIds: resolved.memberIds,
        owning,
        ...leaving,
      });
      const named = change.leavesRosterPlaces === true ? nobodyNamed : leaving.pointers;
      changed = { ...changed, ...withoutHeld(changed, named, holders) };
      for (const fault of rosterFaults(named, holders)) faults.add(fault);
      addFaults(faults, change, changed, group, leaving.pointers);
    },
  );
  const { people: named, failure } = validation;
  if (failure === undefined) {
    const names = await findNames(group, { named, leaving: leaving.people }, directory, call);
    const spellings = spellingsOf([...named, ...leaving.people]);
    changed = {
      ...changed,
      ...(Object.keys(names).length > 0 && { names }),
      ...(Object.keys(spellings).length > 0 && { spellings }),
      answering: foundIn(change, named),
    };
  }
  return {
    ...validation,
    changed,
    guests: newGuests(validation, changed, group),
    unknown: leaving.unknown,
  };
}

/** A roster whose operation failed has names of people, and no ids of them. */
function keyOfPeople(people: readonly NamedPerson[]): (name: string) => string {
  const ids = new Map(
    people.flatMap(({ reference, person }) =>
      person === undefined
        ? []
        : [reference, person.email].map((name) => [personKey(name), personKey(person.id)] as const),
    ),
  );
  return (name) => ids.get(personKey(name)) ?? personKey(name);
}

/** The directory finds a person whom the change names otherwise than the roster does. */
function rosterFaults(pointers: Leaving['pointers'], holders: Holders): FieldError[] {
  return [...pointers].flatMap(([id, places]) =>
    places.flatMap((pointer) =>
      heldFault(
        holders.get(personKey(id)),
        pointer.startsWith('/owners') ? 'owners' : 'members',
        pointer,
      ),
    ),
  );
}

const nobodyNamed: Leaving['pointers'] = new Map();

/**
 * A former responsible whom a roster names keeps the place that the roster gives, and so does everyone who departs. What a hand
 * gave the person ends: once no source names the person, the person leaves.
 */
function withoutHeld(
  { removeOwnerIds, removeMemberIds }: ChangedPeople,
  pointers: Leaving['pointers'],
  holders: Holders,
): Pick<ChangedPeople, 'removeOwnerIds' | 'removeMemberIds' | 'leftToRosters'> {
  const roleOf = (id: string) => (pointers.has(id) ? undefined : holders.get(personKey(id))?.role);
  const isOwnerStill = (id: string) => roleOf(id) === 'owner';
  const isStill = (id: string) => roleOf(id) !== undefined;
  const staying = new Set([
    ...removeOwnerIds.filter(isOwnerStill),
    ...removeMemberIds.filter(isStill),
  ]);
  const leftToRosters = [...staying].map((id) => ({
    personId: id,
    joined: removeMemberIds.includes(id),
    owning: isOwnerStill(id),
  }));
  return {
    removeOwnerIds: removeOwnerIds.filter((id) => !isOwnerStill(id)),
    removeMemberIds: removeMemberIds.filter((id) => !isStill(id)),
    ...(leftToRosters.length > 0 && { leftToRosters }),
  };
}

function newGuests(
  { people }: PeopleValidation,
  { addOwnerIds, addMemberIds }: ChangedPeople,
  { resolvedPeople }: GroupRecord,
): number {
  const present = new Set(resolvedPeople?.memberIds);
  const added = new Set([...addOwnerIds, ...addMemberIds].filter((id) => !present.has(id)));
  const guests = people.flatMap(({ person }) =>
    person?.kind === 'guest' && added.has(person.id) ? [person.id] : [],
  );
  return new Set(guests).size;
}

function* namedPeople({ responsible, deputy, owners, members }: GroupChange): Generator<Wanted> {
  if (responsible !== undefined) yield* namedIn([responsible], 'owner', () => '/responsible');
  if (deputy != null) yield* namedIn([deputy], 'owner', () => '/deputy');
  yield* namedIn(owners?.add ?? [], 'owner', (index) => `/owners/add/${index}`);
  yield* namedIn(members?.add ?? [], 'member', (index) => `/members/add/${index}`);
}

interface Leaving {
  readonly removeOwnerIds: readonly string[];
  readonly removeMemberIds: readonly string[];
  /** Where the change names each of them. */
  readonly pointers: ReadonlyMap<string, readonly string[]>;
  readonly people: readonly NamedPerson[];
  readonly unknown: readonly string[];
}

async function findLeaving(
  { owners, members }: GroupChange,
  { resolvedPeople, people: record }: GroupRecord,
  directory: PeopleDirectory,
  call: CallContext,
): Promise<Leaving> {
  const references = [...(owners?.remove ?? []), ...(members?.remove ?? [])].filter(
    isPersonReference,
  );
  if (references.length === 0) {
    return {
      removeOwnerIds: [],
      removeMemberIds: [],
      pointers: new Map(),
      people: [],
      unknown: [],
    };
  }
  const people = await directory.resolvePeople(references, call);
  const found = new Map(people.map(({ reference, person }) => [personKey(reference), person?.id]));
  const present = new Set([
    ...(resolvedPeople?.ownerIds ?? []),
    ...(resolvedPeople?.memberIds ?? []),
  ]);
  // A person whom the directory does not know any more may be named by the id that we know.
  const idOf = (reference: string): string | undefined =>
    found.get(personKey(reference)) ??
    (present.has(personKey(reference)) ? personKey(reference) : undefined);
  // The record may have a person whom nobody could look up when the group was created.
  const recorded = new Set([...record.owners, ...record.members].map(personKey));
  const isKnown = (reference: string) =>
    idOf(reference) !== undefined || recorded.has(personKey(reference));
  const pointers = new Map<string, string[]>();
  const idsIn = (list: 'owners' | 'members', removed: readonly string[] = []): string[] =>
    removed.flatMap((reference, index) => {
      const id = idOf(reference);
      if (id === undefined) return [];
      pointers.set(id, [...(pointers.get(id) ?? []), `/${list}/remove/${index}`]);
      return [id];
    });
  return {
    removeOwnerIds: idsIn('owners', owners?.remove),
    removeMemberIds: idsIn('members', members?.remove),
    pointers,
    people,
    unknown: [...new Set(references.filter((reference) => !isKnown(reference)))],
  };
}

/** Keys and ids of the people who stay owners when they answer for the group no longer. */
async function findOwning(
  { responsible, deputy, former }: GroupChange,
  { people, policy }: GroupRecord,
  directory: PeopleDirectory,
  call: CallContext,
): Promise<ReadonlySet<string>> {
  const references = [...people.owners, ...policy.defaultOwners].filter(isPersonReference);
  const isHandover = responsible !== undefined || deputy !== undefined;
  if (!isHandover || former === 'owner' || references.length === 0) return new Set();
  const found = await directory.resolvePeople(references, call);
  return new Set(
    found.flatMap(({ reference, person }) => [reference, person?.id ?? []].flat().map(personKey)),
  );
}

/** Names of the record that are looked up: those of a larger group beyond them are taken as they are. */
const maxNamesLookedUp = 1_000;

async function findNames(
  { people, resolvedPeople }: GroupRecord,
  { named, leaving }: Record<'named' | 'leaving', readonly NamedPerson[]>,
  directory: PeopleDirectory,
  call: CallContext,
): Promise<Readonly<Record<string, string>>> {
  const present = new Set(
    [...(resolvedPeople?.ownerIds ?? []), ...(resolvedPeople?.memberIds ?? [])].map(personKey),
  );
  const listed = [...people.owners, ...people.members];
  const recorded = new Set(
    [people.responsible ?? '', people.deputy ?? '', ...listed].map(personKey),
  );
  const names: Record<string, string> = {};
  const seen = new Map<string, string>();
  const unlisted = new Set<string>();
  for (const { reference, person } of [...named, ...leaving]) {
    if (person === undefined) continue;
    if (!present.has(personKey(person.id))) {
      // A new person who is named twice has one place.
      const first = seen.get(person.id) ?? reference;
      seen.set(person.id, first);
      if (personKey(first) === personKey(reference)) continue;
      for (const name of [first, reference, person.email]) names[personKey(name)] = person.id;
      continue;
    }
    const keys = [reference, person.email, person.id].map(personKey);
    if (!keys.some((key) => recorded.has(key))) unlisted.add(person.id);
    for (const key of keys) if (key !== '' && !isGuid(key)) names[key] = person.id;
  }
  if (unlisted.size === 0) return names;
  // People have several addresses, and the record may have another one.
  const asked = listed.filter((name) => isPersonReference(name) && !isGuid(name));
  const found = await directory.resolvePeople(asked.slice(0, maxNamesLookedUp), call);
  for (const { reference, person } of found) {
    if (person !== undefined && unlisted.has(person.id)) names[personKey(reference)] = person.id;
  }
  return names;
}

function foundIn(
  { responsible, deputy }: GroupChange,
  named: PeopleValidation['people'],
): NonNullable<ChangedPeople['answering']> {
  const at = (place: string) => {
    const person = named.find(({ pointer }) => pointer === place)?.person;
    return person === undefined ? null : { email: person.email, displayName: person.displayName };
  };
  return {
    ...(responsible !== undefined && { responsible: at('/responsible') }),
    ...(deputy !== undefined && { deputy: at('/deputy') }),
  };
}

/** The names that the record has for people whom the change names otherwise. */
function spellingsOf(people: readonly NamedPerson[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    people.flatMap(({ reference, person }) => {
      const spelling = person === undefined ? reference : spellingOf(reference, person);
      return spelling === reference ? [] : [[personKey(reference), spelling]];
    }),
  );
}

function changedPeople(
  change: GroupChange,
  group: GroupRecord,
  found: Leaving & {
    readonly responsibleId: string | undefined;
    readonly deputyId: string | null | undefined;
    readonly ownerIds: readonly string[];
    readonly memberIds: readonly string[];
    readonly owning: ReadonlySet<string>;
  },
): ChangedPeople {
  const { responsibleId, deputyId, owning } = found;
  const present = group.resolvedPeople ?? { ownerIds: [], memberIds: [] };
  const answering = answeringIds(group.people, present);
  const stillAnswering = new Set([
    responsibleId ?? answering.responsibleId,
    deputyId === undefined ? answering.deputyId : deputyId,
  ]);
  const former = [
    { id: answering.responsibleId, reference: group.people.responsible },
    { id: answering.deputyId ?? undefined, reference: group.people.deputy },
  ].flatMap(({ id, reference }) =>
    // An owner for another reason stays one.
    id === undefined ||
    reference === null ||
    stillAnswering.has(id) ||
    found.ownerIds.includes(id) ||
    owning.has(personKey(reference)) ||
    owning.has(id)
      ? []
      : [id],
  );
  const { former: role = 'member' } = change;
  return {
    ...(responsibleId !== undefined && { responsibleId }),
    ...(deputyId !== undefined && { deputyId }),
    addOwnerIds: found.ownerIds,
    // People of the record, too: a hand may have removed them. The directory keeps an owner who is there.
    addMemberIds: found.memberIds,
    removeOwnerIds: unique([...found.removeOwnerIds, ...(role === 'owner' ? [] : former)]),
    removeMemberIds: unique([...found.removeMemberIds, ...(role === 'none' ? former : [])]),
  };
}

function unique(ids: readonly string[]): readonly string[] {
  return [...new Set(ids)];
}

/** Each fault has the pointer that the check of the request gives it, so that a plan lists it once. */
function addFaults(
  faults: FaultList,
  change: GroupChange,
  changed: ChangedPeople,
  group: GroupRecord,
  pointers: Leaving['pointers'],
): void {
  const { policy, people } = group;
  const present = group.resolvedPeople ?? { ownerIds: [], memberIds: [] };
  const answering = answeringIds(people, present);
  const responsibleId = changed.responsibleId ?? answering.responsibleId;
  const deputyId = changed.deputyId === undefined ? answering.deputyId : changed.deputyId;
  if (responsibleId !== undefined && deputyId === responsibleId) {
    faults.add({
      pointer: changed.deputyId == null ? '/responsible' : '/deputy',
      code: 'deputy_is_responsible',
      detail: 'The deputy must be another person than the responsible.',
    });
  }
  // Named by id once and by address once.
  const removed = new Set([...changed.removeOwnerIds, ...changed.removeMemberIds]);
  for (const id of [responsibleId, deputyId, ...changed.addOwnerIds, ...changed.addMemberIds]) {
    if (id == null || !removed.has(id)) continue;
    const answers = id === responsibleId || id === deputyId;
    const named = pointers.get(id);
    // A former responsible or deputy stays a member, and the change names that person as one by another name.
    if (named === undefined && !answers && !changed.removeMemberIds.includes(id)) continue;
    for (const pointer of named ?? ['/owners/remove']) {
      faults.add({
        pointer,
        code: answers ? 'is_responsible' : 'added_and_removed',
        detail: answers
          ? `${id} answers for the group. Name another responsible or deputy first, or in the same request.`
          : `${id} is in both lists. Name each person once.`,
        values: { person: id },
      });
    }
    removed.delete(id);
  }
  if (group.resolvedPeople === undefined) return;
  const owners = new Set([...present.ownerIds, ...changed.addOwnerIds]);
  for (const id of changed.removeOwnerIds) owners.delete(id);
  for (const id of changed.removeMemberIds) owners.delete(id);
  // Their removal is a fault already.
  for (const id of [responsibleId, deputyId]) if (id != null) owners.add(id);
  // A group that was adopted may have too few, and a change that leaves as many is welcome.
  if (owners.size < Math.min(policy.minimumOwners, present.ownerIds.length)) {
    faults.add(tooFewOwners(change, policy.minimumOwners, owners.size));
  }
  if (owners.size > maxOwners) {
    faults.add(tooManyOwners(owners.size, '/owners/add'));
  }
}
