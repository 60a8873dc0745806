// Finds every person in the directory before anything is created. If people are missing or not eligible, it lists all of
// them at once. It checks the group's names with the directory at the same time.
// Thousands of people take many turns of the event loop, none of them long.
import type { CallContext } from '../directory/call-context.ts';
import type { Directory, PersonReference } from '../directory/directory.ts';
import type { Person } from '../directory/people-life.ts';
import type { PeopleDirectory } from '../directory/find-people.ts';
import { isPersonReference, personKey } from '../directory/person-reference.ts';
import { counted } from '../ground/counted.ts';
import { type FaultCode, FaultList, type FieldError, maxFaults } from '../ground/errors.ts';
import { forEachInTurns } from '../ground/turns.ts';
import { mayRequireApproval } from '../settings/organisations/approval-policy.ts';
import { allowsGuests } from '../settings/organisations/settings-policy.ts';
import type { TemplatePolicy } from '../settings/organisations/template.ts';
import { type Creation, maxOwners, type RequestedPeople, type ResolvedPeople } from './creation.ts';
import { answeringCount, recordedPeople } from './recorded-people.ts';
import { findRefusedNames, withRefusedNames } from './refused-names.ts';
import { requireAdopted, type Step, type StepCall, StepFailure, type StepResult } from './step.ts';

const namesInSentence = 50;
/** People per call: one turn of the event loop handles the whole answer. */
const peoplePerLookup = 2000;

export interface Wanted {
  readonly reference: PersonReference;
  /** The same for every reference to the person. */
  readonly key: string;
  /** RFC 6901 pointer into the request, or into the template's policy. */
  readonly pointer: string;
  readonly role: 'owner' | 'member';
  /** The person's name in faults, unless the directory has an address. Absent: the reference. */
  readonly name?: string | undefined;
}

export interface PeopleValidation {
  readonly people: readonly (Wanted & { readonly person: Person | undefined })[];
  /** The reason for which the creation would fail; undefined if all people were found and may be in the group. */
  readonly failure: StepFailure | undefined;
  readonly resolved: ResolvedPeople;
}

export const resolvePeople: Step = {
  name: 'resolve_people',
  writes: false,
  isNeeded: () => true,
  isSatisfied: () => false,
  async run(creation, directory, call) {
    if (creation.facts.adoption !== undefined) return resolveAdopted(creation, directory, call);
    const { displayName, mailNickname, policy } = creation;
    const [people, refused] = await Promise.all([
      examinePeople(creation, directory, { ...call, isBackground: true }),
      findRefusedNames({ displayName, mailNickname }, directory, call),
    ]);
    const { resolved } = people;
    const failure = withRefusedNames(people.failure, refused);
    if (failure !== undefined) throw failure;
    return {
      kind: 'done',
      resolvedPeople: {
        ...resolved,
        answering: answeringOf(people),
        ...recordedOf(creation, people),
      },
      ...(mayRequireApproval(policy) && { facts: { guests: guestsOf(people) } }),
      detail: `Found ${counted(resolved.ownerIds.length, 'owner')} and ${counted(resolved.memberIds.length, 'member')}.`,
    };
  },
};

/**
 * The people who answer for an adopted group, beside those who are in it already. The group may have fewer owners than its
 * template asks for: a finding says so later.
 */
async function resolveAdopted(
  creation: Creation,
  directory: Directory,
  call: StepCall,
): Promise<StepResult> {
  const { groupId } = requireAdopted(creation);
  const background = { ...call, isBackground: true };
  const present = await directory.readPeople(groupId, background);
  let named = creation.people;
  let people = await examineAdopted(creation, directory, background);
  if (people.failure !== undefined && creation.facts.approval !== undefined) {
    // The responsible person was proposed before the approval, and may have left since.
    const { policy } = creation;
    const responsible = await findResponsible(present.ownerIds, policy, directory, background);
    named = { ...named, responsible };
    people = await examineAdopted({ people: named, policy }, directory, background);
  }
  if (people.failure !== undefined) throw people.failure;
  const owning = new Set(present.ownerIds);
  const wanted = people.resolved.ownerIds;
  const ownerIds = [...new Set([...wanted, ...present.ownerIds])];
  const owners = new Set(ownerIds);
  const memberIds = present.memberIds.filter((id) => !owners.has(id));
  const missingOwners = wanted.filter((id) => !owning.has(id));
  const { responsible, deputy } = recordedPeople(named, people.people);
  const answering = answeringCount(named);
  return {
    kind: 'done',
    facts: { missingOwners, membersAdded: memberIds.length },
    resolvedPeople: {
      ownerIds,
      memberIds,
      answering: answeringOf(people),
      recorded: { responsible, deputy, owners: ownerIds.slice(answering), members: memberIds },
    },
    detail: `Found ${counted(ownerIds.length, 'owner')} and ${counted(memberIds.length, 'member')}.`,
  };
}

/** The first owner of a group who can be responsible for it; null: nobody. */
export async function findResponsible(
  ownerIds: readonly string[],
  { kind }: Pick<TemplatePolicy, 'kind'>,
  directory: PeopleDirectory,
  call: CallContext,
): Promise<PersonReference | null> {
  const found = await directory.resolvePeople(ownerIds, call);
  const first = found.find(
    ({ reference, person }) =>
      ownerFaults(reference, '/responsible', person).length === 0 &&
      (person?.licensed !== false || kind !== 'team'),
  );
  return first?.reference ?? null;
}

/** Looks up the people who are to answer for an adopted group, and the template's owners. */
export function examineAdopted(
  request: { readonly people: RequestedPeople; readonly policy: TemplatePolicy },
  directory: PeopleDirectory,
  call: CallContext & Pick<StepCall, 'rest'>,
): Promise<PeopleValidation> {
  const { people, policy } = request;
  const named = namedPeople({
    people: { ...people, owners: [], members: [] },
    policy: { ...policy, defaultMembers: [] },
  });
  return examineNamed(named, policy, directory, call, (faults, { people: found }) =>
    addDeputyFault(faults, found),
  );
}

function recordedOf(
  { people: requested }: Pick<Creation, 'people'>,
  { people }: PeopleValidation,
): Pick<ResolvedPeople, 'recorded'> {
  const recorded = recordedPeople(requested, people);
  return JSON.stringify(recorded) === JSON.stringify(requestedPeople(requested))
    ? {}
    : { recorded };
}

/** The result has no other members, and the order of the recorded ones. */
function requestedPeople({ responsible, deputy, owners, members }: RequestedPeople) {
  return { responsible, deputy, owners, members };
}

function answeringOf({ people }: PeopleValidation): NonNullable<ResolvedPeople['answering']> {
  // They come first.
  const first = people.slice(0, 2);
  const at = (wanted: string) => {
    const person = first.find(({ pointer }) => pointer === wanted)?.person;
    return person === undefined ? null : { email: person.email, displayName: person.displayName };
  };
  return { responsible: at('/responsible'), deputy: at('/deputy') };
}

export function guestsOf({ people }: PeopleValidation): number {
  const guests = people.filter(({ person }) => person?.kind === 'guest');
  return new Set(guests.map(({ person }) => person?.id)).size;
}

/** Looks up all people whom the request and the template name, and reports those who cannot be in the group. */
export async function examinePeople(
  request: { readonly people: RequestedPeople; readonly policy: TemplatePolicy },
  directory: Directory,
  call: CallContext & Pick<StepCall, 'rest'>,
): Promise<PeopleValidation> {
  const { policy } = request;
  return examineNamed(
    namedPeople(request),
    policy,
    directory,
    call,
    (faults, { people, resolved }) =>
      addGroupFaults(faults, people, resolved, policy, directory.limits),
  );
}

/**
 * Looks up the named people, and reports those who cannot be in a group of the policy.
 * @param examineGroup adds the faults of all the people together, once each of them was found
 */
export async function examineNamed(
  named: Iterable<Wanted>,
  policy: TemplatePolicy,
  directory: PeopleDirectory,
  call: CallContext & Pick<StepCall, 'rest'>,
  examineGroup: (faults: FaultList, found: Omit<PeopleValidation, 'failure'>) => void,
): Promise<PeopleValidation> {
  const wanted: Wanted[] = [];
  await forEachInTurns(named, call.rest, (one) => wanted.push(one));
  const found = await lookUpPeople(wanted, directory, call);

  const people: PeopleValidation['people'][number][] = [];
  const ownerIds = new Set<string>();
  const memberIds = new Set<string>();
  const missing = new FaultList();
  const missingNames = new Map<string, string>();
  const ineligible = new FaultList();
  // Owners come first, and the two lists are disjoint.
  await forEachInTurns(wanted, call.rest, (one) => {
    const { reference, key, role, name = reference } = one;
    const person = found.get(key);
    people.push({ ...one, person });
    if (person === undefined) {
      missingNames.set(key, missingNames.get(key) ?? name);
      missing.add(personMissing(one));
      return;
    }
    if (role === 'owner') ownerIds.add(person.id);
    else if (!ownerIds.has(person.id)) memberIds.add(person.id);
    for (const fault of ineligibility(one, person, policy)) ineligible.add(fault);
  });
  const resolved = { ownerIds: [...ownerIds], memberIds: [...memberIds] };
  if (missing.count > 0) {
    return { people, failure: notFound(missing, missingNames, ineligible), resolved };
  }
  examineGroup(ineligible, { people, resolved });
  return { people, failure: notEligible(ineligible), resolved };
}

function notFound(
  missing: FaultList,
  names: ReadonlyMap<string, string>,
  ineligible: FaultList,
): StepFailure {
  const count = missing.count + ineligible.count;
  const unknown = `The directory does not know ${enumerate([...names.values()], count)}. Correct or remove them, then send the request again.`;
  // Known people who cannot be in the group are also listed, so that one correction is enough.
  const detail =
    ineligible.count === 0
      ? unknown + unlistedInSentence(count)
      : `${unknown} ${faultsInSentence(ineligible, count)}`;
  const faults = [...missing.listed, ...ineligible.listed].slice(0, maxFaults);
  return new StepFailure('people_not_found', detail, faults);
}

function notEligible({ listed, count }: FaultList): StepFailure | undefined {
  if (count === 0) return undefined;
  return new StepFailure('people_not_eligible', faultsInSentence({ listed, count }, count), listed);
}

/** Checks people who were all found against the rules for members and owners. */
function addGroupFaults(
  faults: FaultList,
  people: PeopleValidation['people'],
  { ownerIds, memberIds }: ResolvedPeople,
  policy: TemplatePolicy,
  { maxTeamMembers }: Directory['limits'],
): void {
  const memberCount = ownerIds.length + memberIds.length;
  addDeputyFault(faults, people);
  if (ownerIds.length < policy.minimumOwners) {
    faults.add({
      pointer: '/owners',
      code: 'too_few_owners',
      detail: `The template requires at least ${counted(policy.minimumOwners, 'different owner')}, including responsible and deputy; this group has ${ownerIds.length}.`,
      values: { minimum: policy.minimumOwners, actual: ownerIds.length },
    });
  }
  if (ownerIds.length > maxOwners) {
    faults.add(tooManyOwners(ownerIds.length));
  }
  if (policy.kind === 'team' && memberCount > maxTeamMembers) {
    faults.add({
      pointer: '/members',
      code: 'too_many_members',
      detail: `A team can have at most ${maxTeamMembers.toLocaleString('en')} people, including owners; this one has ${memberCount.toLocaleString('en')}.`,
      values: { maximum: maxTeamMembers, actual: memberCount },
    });
  }
}

/** Named once by id and once by address, or by two addresses. */
function addDeputyFault(faults: FaultList, people: PeopleValidation['people']): void {
  // They come first.
  const [responsible, deputy] = ['/responsible', '/deputy'].map(
    (place) => people.slice(0, 2).find(({ pointer }) => pointer === place)?.person?.id,
  );
  if (deputy === undefined || deputy !== responsible) return;
  faults.add({
    pointer: '/deputy',
    code: 'deputy_is_responsible',
    detail: 'The deputy and the responsible must be different people.',
  });
}

export function tooManyOwners(count: number, pointer = '/owners'): FieldError {
  return {
    pointer,
    code: 'too_many_owners',
    detail: `A group can have at most ${maxOwners} owners, including responsible, deputy and the template's default owners; this one has ${count}.`,
    values: { maximum: maxOwners, actual: count },
  };
}

/** All people whom the request and the template name, each with the first place of the name. */
function* namedPeople({
  people: { responsible, deputy, owners, members },
  policy,
}: {
  people: RequestedPeople;
  policy: TemplatePolicy;
}): Generator<Wanted> {
  const ofTemplate = () => '/templateIdOrIdentifier';
  if (responsible !== null) yield* namedIn([responsible], 'owner', () => '/responsible');
  if (deputy !== null) yield* namedIn([deputy], 'owner', () => '/deputy');
  yield* namedIn(owners, 'owner', (index) => `/owners/${index}`);
  yield* namedIn(policy.defaultOwners, 'owner', ofTemplate);
  yield* namedIn(members, 'member', (index) => `/members/${index}`);
  yield* namedIn(policy.defaultMembers, 'member', ofTemplate);
}

/** Each person of a list once. An invalid reference cannot be looked up; an accepted request has none. */
export function* namedIn(
  references: readonly string[],
  role: Wanted['role'],
  pointerOf: (index: number) => string,
  nameOf: (index: number) => string | undefined = () => undefined,
): Generator<Wanted> {
  const named = new Set<string>();
  for (const [index, reference] of references.entries()) {
    const key = personKey(reference);
    if (named.has(key) || !isPersonReference(reference)) continue;
    named.add(key);
    yield { reference, key, pointer: pointerOf(index), role, name: nameOf(index) };
  }
}

/** Lists names in a sentence: if there are very many, only the first ones, because the faults list each. */
function enumerate(names: readonly string[], faults: number): string {
  const unsaid = names.length - namesInSentence;
  const said = names.slice(0, namesInSentence).join(', ');
  if (unsaid <= 0) return said;
  return faults > maxFaults
    ? `${said} and ${unsaid} more`
    : `${said} and ${unsaid} more, who are listed in errors`;
}

/** @param all how many faults there are, these and others */
function faultsInSentence(
  { listed, count }: Pick<FaultList, 'listed' | 'count'>,
  all: number,
): string {
  const said = listed.slice(0, namesInSentence).map(({ detail }) => detail);
  const unsaid = count - said.length;
  if (unsaid > 0 && all <= maxFaults) said.push(`${unsaid} more are listed in errors.`);
  return said.join(' ') + unlistedInSentence(all);
}

function unlistedInSentence(all: number): string {
  if (all <= maxFaults) return '';
  return ` Of ${all} faults, errors lists the first ${maxFaults}.`;
}

/** The people by the keys of their references. */
export async function lookUpPeople(
  wanted: readonly Pick<Wanted, 'key' | 'reference'>[],
  directory: PeopleDirectory,
  call: CallContext & Pick<StepCall, 'rest'>,
): Promise<Map<string, Person | undefined>> {
  const references = new Map<string, string>();
  await forEachInTurns(wanted, call.rest, ({ key, reference }) => references.set(key, reference));
  const all = [...references.values()];
  const people = new Map<string, Person | undefined>();
  for (let start = 0; start < all.length; start += peoplePerLookup) {
    if (start > 0) await call.rest();
    const asked = all.slice(start, start + peoplePerLookup);
    for (const { reference, person } of await directory.resolvePeople(asked, call)) {
      people.set(personKey(reference), person);
    }
  }
  return people;
}

/** The faults for which a person cannot own any group. */
export function ownerFaults(
  reference: PersonReference,
  pointer: string,
  person: Person | undefined,
): readonly FieldError[] {
  const owner = { reference, pointer, role: 'owner' } as const;
  return person === undefined
    ? [personMissing(owner)]
    : ineligibility(owner, person, { kind: 'group', guestsAllowed: true });
}

type Named = Pick<Wanted, 'reference' | 'pointer' | 'role' | 'name'>;

function personMissing({ reference, pointer, name = reference }: Named): FieldError {
  const detail = `${name} is not in the directory.`;
  return { pointer, code: 'person_not_found', detail, values: { person: name } };
}

/** The faults for which a person cannot be in a group of the policy. */
export function ineligibility(
  { reference, pointer, role, name }: Named,
  person: Person,
  policy: Pick<TemplatePolicy, 'kind' | 'guestsAllowed' | 'settings'>,
): FieldError[] {
  const faults: FieldError[] = [];
  const named = name === undefined ? reference : person.email || name;
  const values = { person: named };
  const refuse = (code: FaultCode, detail: string) =>
    faults.push({ pointer, code, detail, values });
  if (!person.enabled) refuse('person_disabled', `The account of ${named} is disabled.`);
  if (person.kind === 'guest' && role === 'owner') {
    refuse('guest_owner', `${named} is a guest, and guests cannot own groups.`);
  } else if (person.kind === 'guest' && !allowsGuests(policy)) {
    refuse('guest_not_allowed', `${named} is a guest, and the template does not allow guests.`);
  }
  if (policy.kind === 'team' && role === 'owner' && person.licensed === false) {
    refuse('person_not_licensed', `${named} has no Teams licence and cannot own a team.`);
  }
  return faults;
}
