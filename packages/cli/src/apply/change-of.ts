// The change that makes a group what a file says. Members that the file does not name stay as they are. The lists of
// owners and members are whole: people who are not in them leave.
import type { GroupChange, Team } from '@groupwright/client';
import type { GroupEntry } from '../groups-file/group-entry.ts';

/** The members of a group that a file can change. */
type ComparedTeam = Pick<
  Team,
  'displayName' | 'description' | 'responsible' | 'deputy' | 'owners' | 'members' | 'properties'
>;

/** Undefined if the group already is what the file says. People are compared as they are named, in any case. */
export function changeOf(
  { request, named }: GroupEntry,
  team: ComparedTeam,
): GroupChange | undefined {
  const description = orNull(request.description);
  const deputy = named.has('deputy') ? orNull(request.deputy) : team.deputy;
  const { displayName, responsible } = request;
  const isHandedOver = keyOf(responsible) !== keyOf(team.responsible);
  const hasOtherDeputy = keyOf(deputy) !== keyOf(team.deputy);

  const answering = new People([responsible, deputy]);
  const wanted = (name: 'owners' | 'members') =>
    (named.has(name) ? request[name] : undefined) ?? team[name];
  const owners = new People(wanted('owners'));
  const former = [team.responsible, team.deputy]
    .filter((person) => person !== null)
    .filter((person) => !answering.has(person));
  const formerOwners = former.filter((person) => owners.has(person));
  const removedOwners = team.owners.filter(
    (person) => !owners.has(person) && !answering.has(person),
  );
  const addedOwners = new People(team.owners).missing(owners, new People(formerOwners));

  // People who stop being owners become members by themselves.
  const demoted = new People([...former, ...removedOwners]);
  const members = new People(wanted('members'));
  const addedMembers = new People(team.members).missing(members, demoted);
  const leaving = named.has('members') ? [...team.members, ...demoted.all] : [];
  const removedMembers = new People(leaving).all.filter(
    (person) => !members.has(person) && !answering.has(person) && !owners.has(person),
  );

  const ofProperties = propertiesChange(request.properties ?? {}, team.properties);
  // Beside changed properties, the name is sent, too: it has to be the one that follows from them.
  const isJudged = displayName !== team.displayName || ofProperties.properties !== undefined;
  const change: GroupChange = {
    ...(displayName !== undefined && named.has('displayName') && isJudged && { displayName }),
    ...(named.has('description') && description !== team.description && { description }),
    ...ofProperties,
    ...(isHandedOver && { responsible }),
    ...(hasOtherDeputy && { deputy }),
    ...(formerOwners.length > 0 && (isHandedOver || hasOtherDeputy) && { former: 'owner' }),
    ...listChange('owners', addedOwners, removedOwners),
    ...listChange('members', addedMembers, removedMembers),
  };
  if (Object.keys(change).length === 0) return undefined;
  return request.reason == null ? change : { ...change, reason: request.reason };
}

/** The faults of members that never change: the file would mean another group. */
export function fixedMembers(
  { request }: GroupEntry,
  placed: Record<'organisation' | 'template', { readonly id: string; readonly identifier: string }>,
): readonly { readonly pointer: string; readonly detail: string }[] {
  const { organisationIdOrIdentifier, templateIdOrIdentifier } = request;
  return [
    ['organisation', organisationIdOrIdentifier] as const,
    ['template', templateIdOrIdentifier] as const,
  ].flatMap(([noun, wanted]) => {
    const { id, identifier } = placed[noun];
    if ([id, identifier].some((name) => keyOf(name) === keyOf(wanted))) return [];
    const detail = `The ${noun} of the group is ${identifier}, and cannot be changed.`;
    return [{ pointer: `/${noun}IdOrIdentifier`, detail }];
  });
}

/** A file sets the expiry of the groups that it creates. Afterwards people renew them, and the file does not undo that. */
export function keptExpiry(
  { request: { expiresAt } }: GroupEntry,
  { lifecycle }: Pick<Team, 'lifecycle'>,
): readonly string[] {
  const present = lifecycle?.expiresAt ?? null;
  if (expiresAt == null || Date.parse(expiresAt) === Date.parse(present ?? '')) return [];
  const until = present === null ? 'without an end' : `until ${present}`;
  return [
    `expiresAt counts for new groups, so this one stays ${until}. Change it with “groupwright team renew”, or apply the file with --source.`,
  ];
}

/** The properties of the file that differ; the others stay. */
function propertiesChange(
  wanted: NonNullable<GroupEntry['request']['properties']>,
  present: ComparedTeam['properties'],
): GroupChange {
  const differing = Object.entries(wanted).filter(
    ([name, value]) => String(value ?? '') !== (present[name] ?? ''),
  );
  return differing.length === 0 ? {} : { properties: Object.fromEntries(differing) };
}

/**
 * The change without the removals that the service refuses because a roster holds the person: the source of the roster
 * alone takes the person out, as with a desired state. Undefined: nothing is left.
 */
export function withoutHeld(
  change: GroupChange,
  faults: readonly { readonly pointer?: string; readonly code: string }[],
): GroupChange | undefined {
  const held = new Set(faults.flatMap(({ code, pointer }) => (isHeld(code) ? [pointer] : [])));
  const { owners, members, ...others } = change;
  const left = (name: 'owners' | 'members', list: GroupChange['members']) =>
    listChange(
      name,
      list?.add ?? [],
      (list?.remove ?? []).filter((_, at) => !held.has(`/${name}/remove/${at}`)),
    );
  const rest = { ...others, ...left('owners', owners), ...left('members', members) };
  return Object.keys(rest).length === 0 ? undefined : rest;
}

const isHeld = (code: string) => code === 'named_by_roster' || code === 'removal_held';

function listChange(
  name: 'owners' | 'members',
  add: readonly string[],
  remove: readonly string[],
): GroupChange {
  return add.length + remove.length === 0 ? {} : { [name]: { add, remove } };
}

function orNull(text: string | null | undefined): string | null {
  return text === undefined || text === '' ? null : text;
}

/** Two references with the same key name the same person. */
function keyOf(person: string | null): string | null {
  return person === null ? null : person.toLowerCase();
}

/** People by their keys, each once, in the order in which they were named. */
class People {
  readonly #byKey = new Map<string, string>();

  constructor(people: readonly (string | null)[]) {
    for (const person of people) {
      const key = keyOf(person);
      if (person !== null && key !== null && !this.#byKey.has(key)) this.#byKey.set(key, person);
    }
  }

  get all(): readonly string[] {
    return [...this.#byKey.values()];
  }

  has(person: string): boolean {
    return this.#byKey.has(keyOf(person) ?? '');
  }

  /** The people of `wanted` who are not here, nor among the excepted. */
  missing(wanted: People, excepted: People): readonly string[] {
    return wanted.all.filter((person) => !this.has(person) && !excepted.has(person));
  }
}
