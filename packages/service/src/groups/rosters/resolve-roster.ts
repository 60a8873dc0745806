// Brings the rosters of a group beside the directory: who is added, who leaves, and the result of each entry. The operation
// and its plan ask this one function. Thousands of people take many turns of the event loop, none of them long.
import type { CallContext } from '../../directory/call-context.ts';
import type { Directory } from '../../directory/directory.ts';
import { isGuid, personKey } from '../../directory/person-reference.ts';
import type { Person } from '../../directory/people-life.ts';
import {
  type ChangedPeople,
  type InvitationProgress,
  maxOwners,
  type RosterEntryResult,
  type RosterOutcome,
  type RosterResult,
  type RosterSummary,
} from '../../engine/creation.ts';
import { invitationFaults, stayFaults } from '../../settings/organisations/guests-policy.ts';
import { ineligibility, lookUpPeople } from '../../engine/resolve-people.step.ts';
import type { StepCall } from '../../engine/step.ts';
import { forEachInTurns } from '../../ground/turns.ts';
import { answeringIds, spellingOf } from '../../engine/recorded-people.ts';
import type { GroupRecord } from '../change/operation.ts';
import { invitingPolicy } from './check-roster.ts';
import {
  isLargeRemoval,
  mergeRosters,
  type NamedPlace,
  type RosterMerge,
} from './merge-rosters.ts';
import {
  type GroupRosters,
  hasBroughtIn,
  type RosterChange,
  type RosterEntry,
  type RosterRole,
  waitsForMs,
} from './roster.ts';

export type ResolvedEntry = RosterEntry & Pick<RosterEntryResult, 'result'>;

export interface ResolvedRoster {
  readonly changed: ChangedPeople;
  readonly summary: RosterSummary;
  /** Entries of the source of the operation, with their results. */
  readonly results: readonly ResolvedEntry[];
}

type RosterDirectory = Pick<Directory, 'resolvePeople' | 'readPeople' | 'limits'>;
type Call = CallContext & Pick<StepCall, 'rest' | 'now'>;

const nobody = { addOwnerIds: [], addMemberIds: [], removeOwnerIds: [], removeMemberIds: [] };
const noCounts: Readonly<Record<RosterResult, number>> = {
  added: 0,
  invited: 0,
  kept: 0,
  removed: 0,
  waiting: 0,
  refused: 0,
};

export const noInvitations: InvitationProgress = { missing: [], done: {} };

/** The rosters have the outcome of their invitations, or who would be invited. */
type InvitingRosters = GroupRosters & { readonly invitations: InvitationProgress | 'planned' };

export async function resolveRoster(
  { source, version, removals, refusesGuests = false }: RosterChange,
  rosters: InvitingRosters,
  group: GroupRecord,
  directory: RosterDirectory,
  call: Call,
): Promise<ResolvedRoster> {
  if (rosters.version !== version) {
    const summary: RosterSummary = { isSuperseded: true, counts: noCounts, held: 0 };
    return { changed: nobody, summary, results: [] };
  }
  const hasLeft = (entry: RosterEntry) => entry.source === source && entry.leftVersion !== null;
  const { present, uncertain } = await readPresent(group, rosters, directory, call);
  const invites = { ...group, policy: invitingPolicy(group, refusesGuests) };
  const found = await findPeople(rosters, invites, present, directory, call);
  await call.rest();
  const own = rosters.entries.filter((entry) => entry.source === source);
  // An operation that failed recorded no ids of those whom it brought in. A place whose time is over ends, whatever is held.
  const leavers = new Set(
    own.flatMap((entry) =>
      hasLeft(entry) && hasBroughtIn(entry) ? (found.places.get(entry)?.personId ?? []) : [],
    ),
  );
  const { rest } = call;
  const owners = new Set(present.ownerIds);
  const inGroup = new Set([...present.ownerIds, ...present.memberIds]);
  /** A list that names the person no longer holds whom the group has, and brings nobody in. */
  const isHolding = (entry: RosterEntry) =>
    hasBroughtIn(entry) && inGroup.has(found.places.get(entry)?.personId ?? '');
  const named: NamedPlace[] = [];
  const namedRoles = new Map<string, RosterRole>();
  const leftHere: NamedPlace[] = [];
  const leftElsewhere: NamedPlace[] = [];
  await forEachInTurns(found.places, rest, ([entry, { personId, code, isIn }]) => {
    if (personId === null) return;
    if (entry.leftVersion === null) {
      if (code !== null && isIn !== true) return;
      named.push({ personId, role: entry.role });
      if (namedRoles.get(personId) !== 'owner') namedRoles.set(personId, entry.role);
    } else if (isHolding(entry)) {
      const role = owners.has(personId) ? entry.role : 'member';
      (hasLeft(entry) ? leftHere : leftElsewhere).push({ personId, role });
    }
  });
  const merge = (isHeld: boolean) =>
    mergeRosters({
      named: [...named, ...leftElsewhere, ...(isHeld ? leftHere : [])],
      brought: rosters.brought,
      present,
      answering: found.answering,
      staying: found.staying,
      kept: removals === 'keep' ? leavers : undefined,
      rest,
    });
  const free = await merge(false);
  const leaving = [...free.removeMemberIds, ...free.removeOwnerIds].filter((id) => leavers.has(id));
  const isHeld =
    !rosters.allowsRemovals &&
    removals === undefined &&
    isLargeRemoval({
      leaving: leaving.length,
      before: own.filter(
        ({ personId, result, code }) =>
          personId !== null && result !== null && code !== 'duplicate',
      ).length,
      isEmpty: !rosters.isEnded && own.every(hasLeft),
    });
  const merged = isHeld ? await merge(true) : free;
  await rest();
  const limited = withinLimits(merged, present, group, directory.limits);
  const { addOwnerIds, addMemberIds, removeOwnerIds, removeMemberIds, staying } = limited;
  const added = new Set([...addOwnerIds, ...addMemberIds]);
  await rest();
  const broughtBefore = new Set(rosters.brought.map(({ personId }) => personId));
  const stateOf = (entry: RosterEntry): EntryState => {
    const place = found.places.get(entry);
    const { personId = entry.personId, code = null, detail = null } = place ?? {};
    const state = { personId, code, detail };
    if (place === undefined) return { ...state, result: 'removed' };
    const fault = limited.refused.get(personId ?? '');
    if (fault !== undefined) return { personId, result: 'refused', code: fault, detail: null };
    if (code !== null && place.isIn !== true) return { ...state, result: 'refused' };
    if (place.isInvited === true) return { ...state, result: 'invited' };
    if (personId === null) return { ...state, result: 'waiting' };
    const isBrought = entry.result === 'added' || entry.result === 'invited';
    const isAdded = added.has(personId) || (isBrought && broughtBefore.has(personId));
    return { ...state, result: isAdded ? 'added' : 'kept' };
  };
  const entries: RosterEntryResult[] = [];
  const results: ResolvedEntry[] = [];
  const counts: Record<RosterResult, number> = { ...noCounts };
  await forEachInTurns(rosters.entries, call.rest, (entry) => {
    if (entry.leftVersion !== null) {
      // Whom the group has not is not held, also if another source brings the person in later.
      const isOver = (isHeld || !hasLeft(entry)) && entry.result !== 'removed' && !isHolding(entry);
      const { source: of, key, personId } = entry;
      if (isOver) {
        entries.push({ source: of, key, personId, result: 'removed', code: null, detail: null });
      }
      return;
    }
    const state = stateOf(entry);
    const { personId, result } = state;
    if (differs(state, entry)) {
      entries.push({ source: entry.source, key: entry.key, ...state });
    }
    if (entry.source !== source) return;
    // An earlier operation may have added the person.
    const isKept = result === 'added' && !added.has(personId ?? '');
    results.push({ ...entry, ...state, result: isKept ? 'kept' : result });
    if (result !== 'removed') counts[isKept ? 'kept' : result] += 1;
  });
  counts.removed = removeMemberIds.length + removeOwnerIds.length;
  // The read may be right: a hand, or an operation that failed, may have removed them meanwhile.
  const repeatedOwners = uncertain.ownerIds.filter(
    (id) => namedRoles.get(id) === 'owner' && !added.has(id),
  );
  const repeated = new Set([...added, ...repeatedOwners]);
  const repeatedMembers = uncertain.memberIds.filter(
    (id) => namedRoles.has(id) && !repeated.has(id),
  );
  const spellings: Record<string, string> = {};
  await forEachInTurns([...repeated, ...repeatedMembers], rest, (id) => {
    const spelling = found.spellings.get(id);
    if (spelling !== undefined) spellings[id] = spelling;
  });
  const gone = limited.brought.flatMap(({ personId, joined, owning }) =>
    joined || owning || inGroup.has(personId) ? [] : [personId],
  );
  const leavingIds = [...removeOwnerIds, ...removeMemberIds, ...gone];
  const names = await namesOfLeaving(leavingIds, rosters.entries, group, directory, call);
  return {
    changed: {
      addOwnerIds: [...addOwnerIds, ...repeatedOwners],
      addMemberIds: [...addMemberIds, ...repeatedMembers],
      removeOwnerIds,
      removeMemberIds,
      names: { ...found.names, ...names },
      spellings,
      roster: { entries, brought: limited.brought, staying, gone },
    },
    summary: { counts, held: isHeld ? leaving.length : 0 },
    results,
  };
}

/** The ids of people who leave, by the keys of the addresses that the record has for them. */
async function namesOfLeaving(
  leavingIds: readonly string[],
  entries: readonly RosterEntry[],
  { people }: Pick<GroupRecord, 'people'>,
  directory: RosterDirectory,
  call: Call,
): Promise<Readonly<Record<string, string>>> {
  const names: Record<string, string> = {};
  const unnamed = new Set(leavingIds);
  if (unnamed.size === 0) return names;
  const recorded = recordedKeys(people);
  const note = (name: string, id: string) => {
    if (recorded.has(name)) names[name] = id;
    return recorded.has(name);
  };
  for (const id of leavingIds) if (recorded.has(id)) unnamed.delete(id);
  await forEachInTurns(entries, call.rest, ({ key, personId }) => {
    if (personId !== null && unnamed.has(personId) && note(key, personId)) unnamed.delete(personId);
  });
  // The directory has another address of the person than the sources.
  const found = await lookUpPeople([...unnamed].map(referenceOf), directory, call);
  for (const [id, person] of found) if (person !== undefined) note(personKey(person.email), id);
  return names;
}

function recordedKeys({ owners, members }: GroupRecord['people']): ReadonlySet<string> {
  return new Set([...owners, ...members].map(personKey));
}

type EntryState = Pick<RosterEntryResult, 'personId' | 'result' | 'code' | 'detail'>;

function differs(one: EntryState, other: RosterEntry): boolean {
  return (['personId', 'result', 'code', 'detail'] as const).some(
    (name) => one[name] !== other[name],
  );
}

/** The people whom rosters name and brought or found in the group, and whom the directory has in it no longer. */
export async function resolveMissing(
  rosters: GroupRosters,
  group: GroupRecord,
  directory: RosterDirectory,
  call: Call,
): Promise<ChangedPeople> {
  const wasIn = ({ leftVersion, result }: RosterEntry) =>
    leftVersion === null && (result === 'added' || result === 'invited' || result === 'kept');
  const entries = rosters.entries.filter(wasIn);
  const given = { ...rosters, entries, invitations: noInvitations };
  // No source has this name: each entry counts, and none leaves.
  const asked = { source: '', version: rosters.version };
  const { changed } = await resolveRoster(asked, given, group, directory, call);
  const { addOwnerIds, addMemberIds, roster } = changed;
  const added = new Set([...addOwnerIds, ...addMemberIds]);
  const brought = roster?.brought.filter(({ personId }) => added.has(personId)) ?? [];
  return {
    ...nobody,
    addOwnerIds,
    addMemberIds,
    roster: { entries: [], brought, staying: [], gone: [] },
  };
}

interface Present {
  readonly ownerIds: readonly string[];
  readonly memberIds: readonly string[];
}

/**
 * The people of the group, with the latest writes of the service, which a read may not show yet. Where the read and the writes
 * differ, a place is uncertain: the operation gives it once more to whom a list names.
 */
async function readPresent(
  { groupId, resolvedPeople }: GroupRecord,
  { lately }: GroupRosters,
  directory: RosterDirectory,
  call: Call,
): Promise<{ readonly present: Present; readonly uncertain: Present }> {
  if (groupId === undefined) {
    return {
      present: resolvedPeople ?? { ownerIds: [], memberIds: [] },
      uncertain: { ownerIds: [], memberIds: [] },
    };
  }
  const read = await directory.readPeople(groupId, call);
  const owners = new Set(read.ownerIds.map(personKey));
  const members = new Set(read.memberIds.map(personKey));
  const shown = { owners: new Set(owners), members: new Set(members) };
  const isShown = (id: string) => shown.owners.has(id) || shown.members.has(id);
  /** They were removed and are shown again: by an old read, or because they are back. */
  const doubtful = new Set<string>();
  for (const write of lately) {
    if (call.now - Date.parse(write.at) > directory.limits.staleReadsMs) continue;
    for (const id of write.addOwnerIds.map(personKey)) owners.add(id);
    for (const id of write.addMemberIds.map(personKey)) members.add(id);
    for (const id of write.removeOwnerIds.map(personKey)) {
      if (shown.owners.has(id)) doubtful.add(id);
      else if (owners.delete(id)) members.add(id);
    }
    for (const id of write.removeMemberIds.map(personKey)) {
      owners.delete(id);
      members.delete(id);
      if (shown.owners.has(id)) owners.add(id);
      if (shown.members.has(id)) members.add(id);
      if (isShown(id)) doubtful.add(id);
    }
  }
  const uncertain = {
    ownerIds: [...owners].filter((id) => !shown.owners.has(id) || doubtful.has(id)),
    memberIds: [...new Set([...owners, ...members])].filter(
      (id) => !isShown(id) || doubtful.has(id),
    ),
  };
  return { present: { ownerIds: [...owners], memberIds: [...members] }, uncertain };
}

/** Neither an id nor a fault: the directory does not know the person yet. */
interface FoundPlace {
  readonly personId: string | null;
  readonly code: string | null;
  /** A sentence about the person; absent: there is nothing to say. */
  readonly detail?: string | null;
  /** The person has the place already, which a fault does not take away. */
  readonly isIn?: boolean;
  /** A guest who has not accepted the invitation, or who would be invited. */
  readonly isInvited?: boolean;
}

interface FoundPeople {
  /** The entries that name a person at this time. */
  readonly places: ReadonlyMap<RosterEntry, FoundPlace>;
  /** They are the people who answer for the group and the default owners of its template, and its default members. */
  readonly answering: ReadonlySet<string>;
  readonly staying: ReadonlySet<string>;
  readonly names: Readonly<Record<string, string>>;
  /** How the record calls people whom sources name by an address, by their ids. */
  readonly spellings: ReadonlyMap<string, string>;
}

/** Looks up those alone whom the group does not have with their role: the directory knows the others. */
async function findPeople(
  { entries, now, invitations }: InvitingRosters,
  { policy, people, resolvedPeople }: GroupRecord,
  { ownerIds, memberIds }: Present,
  directory: RosterDirectory,
  call: Call,
): Promise<FoundPeople> {
  const at = Date.parse(now);
  const owners = new Set(ownerIds);
  const inGroup = new Set([...ownerIds, ...memberIds]);
  const isIn = (personId: string | null, role: RosterRole) =>
    personId !== null && (role === 'owner' ? owners : inGroup).has(personId);
  const wanted = [...policy.defaultOwners, ...policy.defaultMembers].map(referenceOf);
  const naming: RosterEntry[] = [];
  await forEachInTurns(entries, call.rest, (entry) => {
    if (entry.until !== null && Date.parse(entry.until) <= at) return;
    naming.push(entry);
    if (isIn(entry.personId, entry.role) && entry.guest === null) return;
    wanted.push(referenceOf(entry.personId ?? entry.person));
  });
  const found = await lookUpPeople(wanted, directory, call);
  const recorded = recordedKeys(people);
  const names: Record<string, string> = {};
  const spellings = new Map<string, string>();
  const placeOf = (entry: RosterEntry): FoundPlace => {
    const { person, personId, key, role, guest, waitingSince } = entry;
    const isThere = isIn(personId, role);
    if (isThere && guest === null) return { personId, code: null };
    const one = found.get(personId ?? key);
    if (one === undefined) {
      if (isThere) return { personId, code: null, isInvited: entry.result === 'invited' };
      const isGivenUp = waitingSince !== null && at - Date.parse(waitingSince) >= waitsForMs;
      const unknown = { personId: null, code: isGivenUp ? 'person_not_found' : null };
      const asGuest = guestPlace(entry, { invitations, policy, at, limits: directory.limits });
      return asGuest ?? unknown;
    }
    const id = personKey(one.id);
    for (const name of [key, personKey(one.email)]) if (recorded.has(name)) names[name] = id;
    const isInGroup = isIn(id, role);
    if (isInGroup && guest === null) return { personId: id, code: null };
    const named = { reference: person, pointer: '', role };
    const faults = [
      ...guestFaults(person, one),
      ...(isInGroup ? [] : ineligibility(named, one, policy)),
      ...(isInGroup || one.kind !== 'guest' ? [] : stayFaults(entry, policy, new Date(at))),
    ];
    const isInvited = guest !== null && one.kind === 'guest' && one.isPending === true;
    const [fault] = faults;
    const detail = fault?.detail ?? (isInvited ? pendingDetail(person) : null);
    return { personId: id, code: fault?.code ?? null, detail, isIn: isInGroup, isInvited };
  };
  const places = new Map<RosterEntry, FoundPlace>();
  const named = new Map<string, RosterEntry>();
  const nameOf = ({ source }: RosterEntry, personId: string) => `${source} ${personId}`;
  await forEachInTurns(naming, call.rest, (entry) => {
    const place = placeOf(entry);
    places.set(entry, place);
    const { personId } = place;
    if (personId === null || entry.leftVersion !== null) return;
    const { person, key } = entry;
    if (!isGuid(person)) {
      const one = found.get(entry.personId ?? key);
      spellings.set(personId, one === undefined ? person : spellingOf(person, one));
    }
    const name = nameOf(entry, personId);
    const other = named.get(name);
    if (other === undefined || byPrecedence(entry, other) < 0) named.set(name, entry);
  });
  await forEachInTurns(places, call.rest, ([entry, { personId }]) => {
    if (personId === null || entry.leftVersion !== null) return;
    const first = named.get(nameOf(entry, personId));
    if (first === undefined || first === entry) return;
    const detail = `${entry.person} and ${first.person} are the same person. Name each person once.`;
    places.set(entry, { personId, code: 'duplicate', detail });
  });
  const answers = resolvedPeople === undefined ? undefined : answeringIds(people, resolvedPeople);
  const idsOf = (references: readonly string[]) =>
    references.flatMap((reference) => found.get(personKey(reference))?.id ?? []);
  const answering = [
    answers?.responsibleId ?? [],
    answers?.deputyId ?? [],
    idsOf(policy.defaultOwners),
  ].flat();
  return {
    places,
    answering: new Set(answering.map(personKey)),
    staying: new Set(idsOf(policy.defaultMembers).map(personKey)),
    names,
    spellings,
  };
}

/** The entry by which the person came in counts, where another one names the same person by id or by address. */
function byPrecedence(one: RosterEntry, other: RosterEntry): number {
  const rank = ({ result, code }: RosterEntry) => (result === null || code === 'duplicate' ? 1 : 0);
  return rank(one) - rank(other) || (one.key < other.key ? -1 : 1);
}

const pendingDetail = (person: string) =>
  `${person} was invited and has not accepted the invitation yet.`;

/** Microsoft Entra disables guests by its own policy. */
function guestFaults(
  person: string,
  { kind, enabled }: Person,
): readonly { readonly code: string; readonly detail: string }[] {
  if (kind !== 'guest' || enabled) return [];
  const detail = `The account of the guest ${person} is disabled, as the lifecycle policy of Microsoft Entra does with guests. An administrator can enable it in the Entra admin center, and the guest comes in within a day.`;
  return [{ code: 'guest_disabled', detail }];
}

/** The place of a guest whom searches do not find. Undefined: the person is not to be invited. */
function guestPlace(
  entry: RosterEntry,
  {
    invitations,
    policy,
    at,
    limits,
  }: Pick<InvitingRosters, 'invitations'> &
    Pick<GroupRecord, 'policy'> & { readonly at: number; readonly limits: Directory['limits'] },
): FoundPlace | undefined {
  const { person, personId, key, guest, invitedAt, leftVersion } = entry;
  const planned = invitations === 'planned';
  const outcome = planned ? undefined : invitations.done[key];
  if (outcome !== undefined) {
    if ('code' in outcome) return { personId: null, ...outcome };
    const detail = pendingDetail(person);
    return { personId: outcome.personId, code: null, detail, isInvited: true };
  }
  if (guest === null || leftVersion !== null) return undefined;
  if (personId !== null) {
    const isNew = invitedAt !== null && at - Date.parse(invitedAt) < limits.replicationMs;
    if (isNew) return { personId, code: null, detail: pendingDetail(person), isInvited: true };
    const detail = `The account of ${person} was deleted in the directory, so nobody invites the guest again. Take the person off the roster, then name the person again to send another invitation.`;
    return { personId, code: 'guest_deleted', detail };
  }
  const [fault] = invitationFaults(entry, policy, new Date(at));
  if (fault !== undefined) return { personId, code: fault.code, detail: fault.detail };
  if (planned) return { personId, code: null, isInvited: true };
  return invitations.refusal && { personId, ...invitations.refusal };
}

function referenceOf(reference: string) {
  return { reference, key: personKey(reference) };
}

interface Limited extends Omit<RosterMerge, 'brought'>, Pick<RosterOutcome, 'brought' | 'staying'> {
  /** Codes by the ids of people who are not added. */
  readonly refused: ReadonlyMap<string, string>;
}

/** A group keeps the owners that its template asks for, and takes no more people than the suite permits. */
function withinLimits(
  merged: RosterMerge,
  present: Present,
  { policy }: Pick<GroupRecord, 'policy'>,
  { maxTeamMembers }: Directory['limits'],
): Limited {
  const owners = new Set(present.ownerIds);
  const isOwner = (id: string) => owners.has(id);
  const inGroup = new Set([...present.ownerIds, ...present.memberIds]).size;
  const leavingOwners = [...merged.removeOwnerIds, ...merged.removeMemberIds].filter(isOwner);
  const room = maxOwners - owners.size;
  const addOwnerIds = merged.addOwnerIds.slice(0, Math.max(0, room));
  const least = Math.max(1, policy.minimumOwners);
  const tooFew = least - (owners.size + addOwnerIds.length - leavingOwners.length);
  const staying = new Set(tooFew > 0 ? leavingOwners.slice(0, tooFew) : []);
  const members = new Set(present.memberIds);
  const joining = addOwnerIds.filter((id) => !members.has(id)).length;
  const places =
    policy.kind === 'team' ? Math.max(0, maxTeamMembers - inGroup - joining) : Infinity;
  const addMemberIds = merged.addMemberIds.slice(0, places);
  const refused = new Map([
    ...merged.addOwnerIds.slice(addOwnerIds.length).map((id) => [id, 'too_many_owners'] as const),
    ...merged.addMemberIds
      .slice(addMemberIds.length)
      .map((id) => [id, 'too_many_members'] as const),
  ]);
  return {
    addOwnerIds,
    addMemberIds,
    removeOwnerIds: merged.removeOwnerIds.filter((id) => !staying.has(id)),
    removeMemberIds: merged.removeMemberIds.filter((id) => !staying.has(id)),
    brought: merged.brought.filter(
      ({ personId }) => !refused.has(personId) && !staying.has(personId),
    ),
    staying: [...staying],
    refused,
  };
}
