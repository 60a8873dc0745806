// The change that makes a group what a file says. Members that the file does not name stay as they are. The lists of
// owners and members are whole: people who are not in them leave.
import type { GroupChange, Team } from '@groupwright/client';
import type { GroupEntry } from '../groups-file/group-entry.ts';

/** The members of a group that a file can change. */
type ComparedTeam = Pick<
  Team,
  'displayName' | 'description' | 'responsible' | 'deputy' | 'owners' | 'members'
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
  const wantedOwners = named.has('owners') ? request.owners : team.owners;
  const owners = new People(wantedOwners);
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
  const wantedMembers = named.has('members') ? request.members : team.members;
  const members = new People(wantedMembers);
  const addedMembers = new People(team.members).missing(members, demoted);
  const leaving = named.has('members') ? [...team.members, ...demoted.all] : [];
  const removedMembers = new People(leaving).all.filter(
    (person) => !members.has(person) && !answering.has(person) && !owners.has(person),
  );

  const change: GroupChange = {
    ...(displayName !== undefined &&
      named.has('displayName') &&
      displayName !== team.displayName && { displayName }),
    ...(named.has('description') && description !== team.description && { description }),
    ...(isHandedOver && { responsible }),
    ...(hasOtherDeputy && { deputy }),
    ...(formerOwners.length > 0 && (isHandedOver || hasOtherDeputy) && { former: 'owner' }),
    ...listChange('owners', addedOwners, removedOwners),
    ...listChange('members', addedMembers, removedMembers),
  };
  return Object.keys(change).length === 0 ? undefined : change;
}

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
