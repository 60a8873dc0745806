// Finds every person in the directory before anything is created, and refuses with all of them at once
// whom it cannot find or may not take. The directory is asked about the group's names at the same time.
import type { CallContext, Directory, Person, PersonReference } from '../directory/directory.ts';
import { isPersonReference, personKey, unique } from '../directory/person-reference.ts';
import type { Fault } from '../foundation/errors.ts';
import type { TemplatePolicy } from '../organisations/template.ts';
import { maxOwners, type RequestedPeople, type ResolvedPeople } from './creation.ts';
import { findRefusedNames, withRefusedNames } from './refused-names.ts';
import { type Step, StepFailure } from './step.ts';

const namesInSentence = 50;

export interface Wanted {
  readonly reference: PersonReference;
  /** The same for every reference to the person. */
  readonly key: string;
  /** RFC 6901 pointer into the request, or into the template's policy. */
  readonly pointer: string;
  readonly role: 'owner' | 'member';
}

export interface PeopleValidation {
  readonly people: readonly (Wanted & { readonly person: Person | undefined })[];
  /** Why the creation would fail; undefined when everybody was found and may be taken. */
  readonly failure: StepFailure | undefined;
  readonly resolved: ResolvedPeople;
}

export const resolvePeople: Step = {
  name: 'resolve_people',
  writes: false,
  isNeeded: () => true,
  isSatisfied: () => false,
  async run(creation, directory, call) {
    const { displayName, mailNickname } = creation;
    const [people, refused] = await Promise.all([
      examinePeople(creation, directory, { ...call, isBackground: true }),
      findRefusedNames({ displayName, mailNickname }, directory, call),
    ]);
    const { resolved } = people;
    const failure = withRefusedNames(people.failure, refused);
    if (failure !== undefined) throw failure;
    return {
      kind: 'done',
      resolvedPeople: resolved,
      detail: `${resolved.ownerIds.length} owners and ${resolved.memberIds.length} further members found.`,
    };
  },
};

/** Looks up everybody whom the request and the template name, and says who stands in the way. */
export async function examinePeople(
  request: { readonly people: RequestedPeople; readonly policy: TemplatePolicy },
  directory: Directory,
  call: CallContext,
): Promise<PeopleValidation> {
  const { policy } = request;
  const wanted = wantedPeople(request);
  const people = await lookUp(wanted, directory, call);
  const ownerIds = distinct(wanted, 'owner', people);
  const owners = new Set(ownerIds);
  const memberIds = distinct(wanted, 'member', people).filter((id) => !owners.has(id));
  return {
    people: wanted.map((one) => ({ ...one, person: people.get(one.key) })),
    failure: failureOf({
      wanted,
      people,
      resolved: { ownerIds, memberIds },
      policy,
      maxTeamMembers: directory.limits.maxTeamMembers,
    }),
    resolved: { ownerIds, memberIds },
  };
}

function failureOf({
  wanted,
  people,
  resolved: { ownerIds, memberIds },
  policy,
  maxTeamMembers,
}: {
  wanted: readonly Wanted[];
  people: ReadonlyMap<string, Person | undefined>;
  resolved: ResolvedPeople;
  policy: TemplatePolicy;
  maxTeamMembers: number;
}): StepFailure | undefined {
  const memberCount = ownerIds.length + memberIds.length;
  const missing = wanted.filter(({ key }) => people.get(key) === undefined);
  const faults = wanted.flatMap((one) => {
    const person = people.get(one.key);
    return person === undefined ? [] : ineligibility(one, person, policy);
  });
  if (missing.length > 0) {
    const unknown = `The directory does not know ${enumerate(missing)}. Correct or remove them and create the group anew.`;
    // Whoever is known and cannot be taken is named too, so that one correction does.
    return new StepFailure(
      'people_not_found',
      faults.length === 0 ? unknown : `${unknown} ${faultsInSentence(faults)}`,
      [
        ...missing.map(({ reference, pointer }) => ({
          pointer,
          code: 'person_not_found',
          detail: `${reference} is not in the directory.`,
        })),
        ...faults,
      ],
    );
  }
  const [responsible, deputy] = ['/responsible', '/deputy'].map((place) => {
    const named = wanted.find(({ pointer }) => pointer === place);
    return named && people.get(named.key)?.id;
  });
  // Named once by id and once by address, or by two addresses.
  if (deputy !== undefined && deputy === responsible) {
    faults.push({
      pointer: '/deputy',
      code: 'deputy_is_responsible',
      detail: 'The deputy must be another person than the responsible.',
    });
  }
  if (ownerIds.length < policy.minimumOwners) {
    faults.push({
      pointer: '/owners',
      code: 'too_few_owners',
      detail: `The template asks for at least ${policy.minimumOwners} different owners, responsible and deputy included; these are ${ownerIds.length}.`,
    });
  }
  if (ownerIds.length > maxOwners) {
    const detail = tooManyOwners(ownerIds.length);
    faults.push({ pointer: '/owners', code: 'too_many_owners', detail });
  }
  if (policy.kind === 'team' && memberCount > maxTeamMembers) {
    faults.push({
      pointer: '/members',
      code: 'too_many_members',
      detail: `A team has at most ${maxTeamMembers.toLocaleString('en')} people, its owners included; these are ${memberCount.toLocaleString('en')}.`,
    });
  }
  if (faults.length === 0) return undefined;
  return new StepFailure('people_not_eligible', faultsInSentence(faults), faults);
}

export function tooManyOwners(count: number): string {
  return `A group has at most ${maxOwners} owners, responsible, deputy and the template's standing owners included; these are ${count}.`;
}

/**
 * Everybody the request and the template name, each with the place that names them first. What is no reference
 * to a person cannot be looked up; an accepted request has none.
 */
function wantedPeople({
  people,
  policy,
}: {
  people: RequestedPeople;
  policy: TemplatePolicy;
}): Wanted[] {
  const owner = (reference: string, pointer: string): Wanted => ({
    reference,
    key: personKey(reference),
    pointer,
    role: 'owner',
  });
  const member = (reference: string, pointer: string): Wanted => ({
    reference,
    key: personKey(reference),
    pointer,
    role: 'member',
  });
  return [
    owner(people.responsible, '/responsible'),
    ...(people.deputy === null ? [] : [owner(people.deputy, '/deputy')]),
    ...uniqueWithIndex(people.owners).map(([reference, index]) =>
      owner(reference, `/owners/${index}`),
    ),
    ...policy.standingOwners.map((reference) => owner(reference, '/templateIdOrIdentifier')),
    ...uniqueWithIndex(people.members).map(([reference, index]) =>
      member(reference, `/members/${index}`),
    ),
    ...policy.standingMembers.map((reference) => member(reference, '/templateIdOrIdentifier')),
  ].filter(({ reference }) => isPersonReference(reference));
}

/** Each reference with the first place where it stands. */
function uniqueWithIndex(references: readonly string[]): [string, number][] {
  const places = new Map<string, [string, number]>();
  for (const [index, reference] of references.entries()) {
    const key = personKey(reference);
    if (!places.has(key)) places.set(key, [reference, index]);
  }
  return [...places.values()];
}

/** Names in a sentence: of very many the first ones, since each stands among the faults. */
function enumerate(people: readonly Wanted[]): string {
  const names = unique(people.map(({ reference }) => reference));
  const unsaid = names.length - namesInSentence;
  const said = names.slice(0, namesInSentence).join(', ');
  return unsaid > 0 ? `${said} and ${unsaid} more, who are listed in errors` : said;
}

function faultsInSentence(faults: readonly Fault[]): string {
  const unsaid = faults.length - namesInSentence;
  const said = faults.slice(0, namesInSentence).map(({ detail }) => detail);
  return [...said, ...(unsaid > 0 ? [`${unsaid} more are listed in errors.`] : [])].join(' ');
}

async function lookUp(
  wanted: readonly Wanted[],
  directory: Directory,
  call: CallContext,
): Promise<Map<string, Person | undefined>> {
  const references = new Map(wanted.map(({ key, reference }) => [key, reference]));
  const lookups = await directory.resolvePeople([...references.values()], call);
  return new Map(lookups.map(({ reference, person }) => [personKey(reference), person]));
}

function ineligibility(
  { reference, pointer, role }: Wanted,
  person: Person,
  policy: TemplatePolicy,
): Fault[] {
  const faults: Fault[] = [];
  const refuse = (code: string, detail: string) => faults.push({ pointer, code, detail });
  if (!person.enabled) refuse('person_disabled', `The account of ${reference} is disabled.`);
  if (person.kind === 'guest' && role === 'owner') {
    refuse('guest_owner', `${reference} is a guest, and a guest cannot own a group.`);
  } else if (person.kind === 'guest' && !policy.guestsAllowed) {
    refuse('guest_not_allowed', `${reference} is a guest, and the template does not allow guests.`);
  }
  if (policy.kind === 'team' && role === 'owner' && person.licensed === false) {
    refuse('person_not_licensed', `${reference} has no licence for teams and so cannot own one.`);
  }
  return faults;
}

function distinct(
  wanted: readonly Wanted[],
  role: Wanted['role'],
  people: ReadonlyMap<string, Person | undefined>,
): string[] {
  const ids = new Set<string>();
  for (const one of wanted) {
    const person = one.role === role ? people.get(one.key) : undefined;
    if (person !== undefined) ids.add(person.id);
  }
  return [...ids];
}
