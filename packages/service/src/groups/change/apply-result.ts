// The record of a group after an operation: only what the operation's steps have done becomes part of it, so that the
// record of a failed operation is still true.
import {
  type GroupSettings,
  namesIn,
  partOf,
  pickSettings,
} from '../../directory/group-settings.ts';
import { isGuid, personKey } from '../../directory/person-reference.ts';
import {
  type DriftProperty,
  isSettingProperty,
  labelProperty,
  settingOf,
  type SettingProperty,
} from '../../engine/observed-state.ts';
import type {
  ChangedPeople,
  Facts,
  RequestedPeople,
  ResolvedPeople,
  StepName,
} from '../../engine/creation.ts';
import {
  type GroupChange,
  type GroupRecord,
  type Operation,
  type OperationKind,
  type PeopleChange,
  propertiesAfter,
  type Repair,
} from './operation.ts';
import { answeringIds } from '../../engine/recorded-people.ts';
import { type AcceptedSettings, settingsOf } from '../../settings/organisations/settings-policy.ts';
import { repairedDifference } from './repair.ts';

/** The members of a record that operations change. */
export interface RecordChange {
  readonly displayName: string;
  readonly description: string | null;
  readonly visibility: GroupRecord['policy']['visibility'];
  readonly people: RequestedPeople;
  readonly resolvedPeople: ResolvedPeople | undefined;
  readonly properties: GroupRecord['properties'];
  readonly requestedExpiry: Date | null;
  /** Present after an acceptance of settings. */
  readonly acceptedSettings?: AcceptedSettings;
}

/** The record after the operation, and the members that differ. */
export interface ChangedRecord {
  readonly record: RecordChange;
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

export function changedRecord(operation: Operation): ChangedRecord {
  const { group, facts } = operation;
  if (operation.change.repair !== undefined)
    return repairedRecord(operation, operation.change.repair);
  const named = operation.change.roster === undefined ? operation.change : changeOfRoster(facts);
  const change = respelled(named, facts.changedPeople?.spellings ?? {});
  const isDone = (name: StepName): boolean =>
    operation.steps.some((step) => step.name === name && step.status === 'succeeded');
  const isNamed = isDone('update_group') || isDone('accept_difference');
  const names = isNamed ? change : {};
  const settings = isDone('accept_difference') ? change.settings : writtenSettings(operation);
  // The record alone has these. A name that is rendered from properties comes with them.
  const own = isNamed || operation.status === 'succeeded' ? change : {};
  const { leftToRosters = [] } = facts.changedPeople ?? {};
  const kept = (part: 'joined' | 'owning') =>
    leftToRosters.flatMap((one) => (one[part] ? [one.personId] : []));
  const done: DonePeople = {
    owners: isDone('add_owners'),
    members: isDone('add_members'),
    ownersRemoved: isDone('remove_owners'),
    membersRemoved: isDone('remove_members'),
    stayed: new Set([...(facts.stayed ?? []), ...kept('owning')]),
    membersStayed: new Set([...(facts.membersStayed ?? []), ...kept('joined')]),
  };
  const record: RecordChange = {
    displayName: names.displayName ?? group.displayName,
    description: names.description === undefined ? group.description : names.description,
    visibility: names.visibility ?? group.policy.visibility,
    people: peopleAfter(group, change, done, facts.changedPeople),
    resolvedPeople: resolvedAfter(group.people, group.resolvedPeople, facts, done),
    properties: propertiesAfter(group, own),
    requestedExpiry: expiryAfter(group, own),
    ...(settings !== undefined && { acceptedSettings: acceptedAfter(group, settings) }),
  };
  const isArchived = archivedBy(operation) ?? group.isArchived;
  return {
    record,
    ...differenceOf(
      {
        ...publicRecord(beforeOf(group)),
        archived: group.isArchived,
        ...byProperty(group.settings),
      },
      {
        ...publicRecord(record),
        archived: isArchived,
        ...byProperty({ ...group.settings, ...settings }),
      },
    ),
  };
}

/** The settings of a change that the directory took. */
function writtenSettings({ change, steps, facts }: Operation): GroupSettings | undefined {
  if (change.settings === undefined) return undefined;
  const isDone = (name: StepName) =>
    steps.some((step) => step.name === name && step.status === 'succeeded');
  const refused = new Set([facts.settings, facts.label].flatMap((one) => one?.refused ?? []));
  const names = namesIn(change.settings).filter(
    (name) =>
      isDone(partOf(name) === 'label' ? 'apply_label' : 'apply_settings') && !refused.has(name),
  );
  return names.length === 0 ? undefined : pickSettings(change.settings, names);
}

/** Whether the steps of the operation archived the team or made it writable; undefined: neither. */
export function archivedBy({ kind, change, steps }: Operation): boolean | undefined {
  const isDone = (name: StepName) =>
    steps.some((step) => step.name === name && step.status === 'succeeded');
  if (kind === 'accept_drift') return isDone('accept_difference') ? change.archived : undefined;
  if (kind !== 'change') return undefined;
  return isDone('archive_group') ? true : isDone('unarchive_group') ? false : undefined;
}

function expiryAfter(
  { requestedExpiry }: Pick<GroupRecord, 'requestedExpiry'>,
  { expiresAt }: GroupChange,
): Date | null {
  if (expiresAt === undefined) return requestedExpiry;
  return expiresAt === null ? null : new Date(expiresAt);
}

/** An accepted value that the template has anyway needs no mention. */
function acceptedAfter(
  { policy, acceptedSettings = {} }: Pick<GroupRecord, 'policy' | 'acceptedSettings'>,
  settings: GroupSettings,
): AcceptedSettings {
  const wanted = settingsOf(policy);
  const after: Record<string, unknown> = { ...acceptedSettings };
  for (const name of namesIn(settings)) {
    if (settings[name] === wanted[name]) delete after[name];
    else after[name] = { value: settings[name], instead: wanted[name] };
  }
  return after;
}

function byProperty(settings: GroupSettings = {}): Record<string, unknown> {
  return Object.fromEntries(namesIn(settings).map((name) => [`settings.${name}`, settings[name]]));
}

/**
 * The difference is what the repair wrote into the directory. The record stays as it is, but for the visibility that a
 * label decided.
 */
function repairedRecord({ group, steps, facts }: Operation, repair: Repair): ChangedRecord {
  const isDone = (name: StepName) =>
    steps.some((step) => step.name === name && step.status === 'succeeded');
  const refused = new Set([facts.settings, facts.label].flatMap((one) => one?.refused ?? []));
  const properties = repair.properties.filter((property) => {
    if (!isSettingProperty(property)) {
      return property !== 'settings' && property !== 'rosters' && isDone(stepOfProperty[property]);
    }
    const step = property === labelProperty ? 'apply_label' : 'apply_settings';
    return isDone(step) && !refused.has(settingOf(property));
  });
  const { before, after } = repairedDifference({ ...repair, properties }, group);
  const record = beforeOf(group);
  const visibility = isDone('apply_label') ? facts.label?.visibility : undefined;
  if (visibility === undefined) return { record, before, after };
  return {
    record: { ...record, visibility },
    before: { ...before, visibility: record.visibility },
    after: { ...after, visibility },
  };
}

const stepOfProperty: Readonly<Record<Exclude<DriftProperty, SettingProperty>, StepName>> = {
  displayName: 'update_group',
  description: 'update_group',
  visibility: 'update_group',
  archived: 'restore_archived',
  responsible: 'add_owners',
  deputy: 'add_owners',
  owners: 'add_owners',
};

/** The people of a roster, by their ids. */
function changeOfRoster({ changedPeople, refusedPeople = [] }: Facts): GroupChange {
  if (changedPeople === undefined) return {};
  const { addOwnerIds, addMemberIds, removeOwnerIds, removeMemberIds, roster } = changedPeople;
  const refused = new Set(refusedPeople);
  const added = (ids: readonly string[]) => ids.filter((id) => !refused.has(id));
  return {
    owners: { add: added(addOwnerIds), remove: removeOwnerIds },
    members: {
      add: added(addMemberIds),
      remove: [...removeMemberIds, ...(roster?.gone ?? [])],
    },
  };
}

/** The change with people as the record calls them. */
function respelled(change: GroupChange, spellings: Readonly<Record<string, string>>): GroupChange {
  const spell = (reference: string) => spellings[personKey(reference)] ?? reference;
  const spellAll = (list: PeopleChange) => ({
    add: list.add.map(spell),
    remove: list.remove.map(spell),
  });
  const { responsible, deputy, owners, members } = change;
  return {
    ...change,
    ...(responsible !== undefined && { responsible: spell(responsible) }),
    ...(deputy != null && { deputy: spell(deputy) }),
    ...(owners !== undefined && { owners: spellAll(owners) }),
    ...(members !== undefined && { members: spellAll(members) }),
  };
}

type Pending = readonly { readonly kind: OperationKind; readonly change: GroupChange }[];

/** The record as it will be when operations that are accepted already have run. */
export function projectedRecord(group: GroupRecord, pending: Pending): GroupRecord {
  return projectedRecords(group, pending).at(-1) ?? group;
}

/** The record as it is, and as each operation that is accepted already leaves it. */
export function projectedRecords(group: GroupRecord, pending: Pending): readonly GroupRecord[] {
  const records = [group];
  let record = group;
  for (const { kind, change } of pending) {
    record = projectedAfter(record, kind, change);
    records.push(record);
  }
  return records;
}

function projectedAfter(
  record: GroupRecord,
  kind: OperationKind,
  change: GroupChange,
): GroupRecord {
  const { displayName, description, visibility } = change;
  return {
    ...record,
    ...stateAfter(kind, record, change),
    displayName: displayName ?? record.displayName,
    description: description === undefined ? record.description : description,
    policy: { ...record.policy, visibility: visibility ?? record.policy.visibility },
    people: peopleAfter(record, change, allDone, undefined),
    properties: propertiesAfter(record, change),
    requestedExpiry: expiryAfter(record, change),
    ...(change.settings !== undefined && { settings: { ...record.settings, ...change.settings } }),
  };
}

/** The state of the group after an operation that succeeded. */
export function stateAfter(
  kind: OperationKind,
  { state, isArchived }: Pick<GroupRecord, 'state' | 'isArchived'>,
  { archived }: Pick<GroupChange, 'archived'> = {},
): Pick<GroupRecord, 'state' | 'isArchived'> {
  switch (kind) {
    case 'handover':
    case 'repair':
    case 'roster':
      return { state, isArchived };
    case 'change':
    case 'accept_drift':
      if (archived === undefined) return { state, isArchived };
      return { state: archived ? 'archived' : 'active', isArchived: archived };
    case 'archive':
      return { state: 'archived', isArchived: true };
    case 'unarchive':
      return { state: 'active', isArchived: false };
    case 'delete':
      return { state: 'deleted', isArchived };
    case 'restore':
      return { state: isArchived ? 'archived' : 'active', isArchived };
    default:
      throw new TypeError(`Unknown kind: ${String(kind satisfies never)}`);
  }
}

const allDone: DonePeople = {
  owners: true,
  members: true,
  ownersRemoved: true,
  membersRemoved: true,
  stayed: new Set(),
  membersStayed: new Set(),
};

interface DonePeople {
  readonly owners: boolean;
  readonly members: boolean;
  readonly ownersRemoved: boolean;
  readonly membersRemoved: boolean;
  /** Ids of owners whom the directory refused to demote, and of people whom it refused to remove; a roster may keep them. */
  readonly stayed: ReadonlySet<string>;
  readonly membersStayed: ReadonlySet<string>;
}

function beforeOf({
  displayName,
  description,
  policy,
  people,
  resolvedPeople,
  properties,
  requestedExpiry,
}: GroupRecord): RecordChange {
  const record = { displayName, description, people, resolvedPeople, properties, requestedExpiry };
  return { ...record, visibility: policy.visibility };
}

/** Callers and the audit log see this form. */
function publicRecord({ people, requestedExpiry, ...others }: RecordChange) {
  const { displayName, description, visibility, properties } = others;
  const { responsible, deputy, owners, members } = people;
  const expiresAt = requestedExpiry?.toISOString() ?? null;
  const record = { displayName, description, visibility, properties, expiresAt };
  return { ...record, responsible, deputy, owners, members };
}

/** Lists in audit entries, events and answers are cut here. */
const maxListed = 1_000;

/**
 * Lists are given as what was added and what was removed. A group may have 25,000 members: a longer list is cut, and
 * `membersCount` beside it tells its length. The operation keeps the whole request.
 */
function differenceOf<T extends Record<string, unknown>>(before: T, after: T) {
  const was: Record<string, unknown> = {};
  const is: Record<string, unknown> = {};
  for (const name of Object.keys(after)) {
    const [one, other] = [before[name], after[name]];
    if (Array.isArray(one) && Array.isArray(other)) {
      const [kept, keptNow] = [new Set(one.map(String)), new Set(other.map(String))];
      const removed = one.filter((item) => !keptNow.has(String(item)));
      const added = other.filter((item) => !kept.has(String(item)));
      Object.assign(was, listed(name, removed));
      Object.assign(is, listed(name, added));
    } else if (one !== other) {
      was[name] = one;
      is[name] = other;
    }
  }
  return { before: was, after: is };
}

function listed(name: string, items: readonly unknown[]): Record<string, unknown> {
  if (items.length === 0) return {};
  if (items.length <= maxListed) return { [name]: items };
  return { [name]: items.slice(0, maxListed), [`${name}Count`]: items.length };
}

/** The same for all names of a person, as far as these are known. */
type KeyOf = (reference: string) => string;

function peopleAfter(
  { people, resolvedPeople }: Pick<GroupRecord, 'people' | 'resolvedPeople'>,
  change: GroupChange,
  done: DonePeople,
  resolved: ChangedPeople | undefined,
): RequestedPeople {
  let { responsible, deputy, owners, members } = people;
  const ids = resolvedPeople && answeringIds(people, resolvedPeople);
  const former = [
    { reference: people.responsible, id: ids?.responsibleId },
    { reference: people.deputy, id: ids?.deputyId },
  ];
  const names = new Map(Object.entries(resolved?.names ?? {}));
  for (const [key, spelling] of Object.entries(resolved?.spellings ?? {})) {
    if (isGuid(key)) names.set(personKey(spelling), key);
  }
  for (const { reference, id } of former) {
    if (reference !== null && id != null) names.set(personKey(reference), id);
  }
  const keyOf: KeyOf = (reference) => personKey(names.get(personKey(reference)) ?? reference);
  if (done.owners) {
    // A person who stays keeps the name that the record has, by whichever address the change names the person.
    const isSame = (one: string, other: string | null) =>
      other !== null && keyOf(one) === keyOf(other);
    const { responsible: named } = change;
    if (named !== undefined && !isSame(named, responsible)) responsible = named;
    const { deputy: other } = change;
    if (other !== undefined && (other === null || !isSame(other, deputy))) deputy = other;
    owners = withPeople(owners, change.owners?.add ?? [], keyOf);
  }
  const answering = new Set([responsible, deputy].filter((one) => one !== null).map(keyOf));
  if (done.members) {
    // An owner who is added as a member stays an owner.
    const owning = new Set([...answering, ...owners.map(keyOf)]);
    const added = (change.members?.add ?? []).filter((reference) => !owning.has(keyOf(reference)));
    members = withPeople(members, added, keyOf);
  }
  if (done.owners) members = withoutPeople(members, madeOwners(change, resolved, keyOf), keyOf);
  const goneOwners = removedPeople(
    change.owners?.remove ?? [],
    resolved?.removeOwnerIds,
    done.stayed,
    keyOf,
  );
  if (done.ownersRemoved) {
    const demoted = owners.filter((reference) => goneOwners.has(keyOf(reference)));
    owners = withoutPeople(owners, goneOwners, keyOf);
    members = withPeople(members, demoted, keyOf);
  }
  if (done.owners) {
    for (const { reference, id } of former) {
      if (reference === null || answering.has(keyOf(reference))) continue;
      // An owner for another reason stays one.
      if (owners.some((owner) => keyOf(owner) === keyOf(reference))) continue;
      // A person who could not be removed is still an owner.
      const isOut =
        change.former === 'none' && done.membersRemoved && !done.membersStayed.has(id ?? '');
      if (isOut) {
        members = withoutPeople(members, new Set([keyOf(reference)]), keyOf);
        continue;
      }
      const isKept = change.former === 'owner' && !goneOwners.has(keyOf(reference));
      const stays = isKept || !done.ownersRemoved || done.stayed.has(id ?? '');
      if (stays) owners = withPeople(owners, [reference], keyOf);
      else members = withPeople(members, [reference], keyOf);
    }
  }
  if (done.membersRemoved) {
    const gone = removedPeople(
      change.members?.remove ?? [],
      resolved?.removeMemberIds,
      done.membersStayed,
      keyOf,
    );
    members = withoutPeople(members, gone, keyOf);
    owners = withoutPeople(owners, gone, keyOf);
  }
  return { responsible, deputy, owners, members };
}

function withPeople(
  list: readonly string[],
  added: readonly string[],
  keyOf: KeyOf,
): readonly string[] {
  const known = new Set(list.map(keyOf));
  const more = added.filter((reference) => {
    const isNew = !known.has(keyOf(reference));
    known.add(keyOf(reference));
    return isNew;
  });
  return more.length === 0 ? list : [...list, ...more];
}

function withoutPeople(
  list: readonly string[],
  gone: ReadonlySet<string>,
  keyOf: KeyOf,
): readonly string[] {
  return list.filter((reference) => !gone.has(keyOf(reference)));
}

/** A member who becomes an owner has that place only: an owner needs no other one to be in the group. */
function madeOwners(
  { responsible, deputy, owners }: GroupChange,
  resolved: ChangedPeople | undefined,
  keyOf: KeyOf,
): ReadonlySet<string> {
  const named = [responsible, deputy, ...(owners?.add ?? [])];
  const ids = [resolved?.responsibleId, resolved?.deputyId, ...(resolved?.addOwnerIds ?? [])];
  return new Set([...named, ...ids].filter((one) => one != null).map(keyOf));
}

/** A person in the record may be named by id and in the change by address, or the other way round. */
function removedPeople(
  references: readonly string[],
  ids: readonly string[] | undefined,
  stayed: ReadonlySet<string>,
  keyOf: KeyOf,
): ReadonlySet<string> {
  const removed = (ids ?? []).filter((id) => !stayed.has(id)).map(personKey);
  return new Set([...references.map(keyOf).filter((key) => !stayed.has(key)), ...removed]);
}

function resolvedAfter(
  people: RequestedPeople,
  present: ResolvedPeople | undefined,
  facts: Facts,
  done: DonePeople,
): ResolvedPeople | undefined {
  const change = facts.changedPeople;
  if (present === undefined || change === undefined) return present;
  const owners = new Set(present.ownerIds);
  const members = new Set(present.memberIds);
  // The batches before the failure of a step are done.
  const batches = (ids: readonly string[], isDone: boolean, count = 0) =>
    isDone ? ids : ids.slice(0, count);
  for (const id of batches(change.addOwnerIds, done.owners, facts.ownersAdded)) owners.add(id);
  for (const id of batches(change.addMemberIds, done.members, facts.membersAdded)) members.add(id);
  if (change.roster !== undefined) {
    for (const id of facts.refusedPeople ?? []) if (!owners.delete(id)) members.delete(id);
  }
  for (const id of batches(change.removeOwnerIds, done.ownersRemoved, facts.ownersRemoved)) {
    if (!done.stayed.has(id) && owners.delete(id)) members.add(id);
  }
  for (const id of batches(change.removeMemberIds, done.membersRemoved, facts.membersRemoved)) {
    if (done.membersStayed.has(id)) continue;
    members.delete(id);
    owners.delete(id);
  }
  for (const id of done.membersRemoved ? (change.roster?.gone ?? []) : []) {
    members.delete(id);
    owners.delete(id);
  }
  for (const id of owners) members.delete(id);
  // The responsible first, then the deputy: the search for who answers for a group reads them there.
  const answering = answeringIds(people, present);
  const responsibleId = (done.owners ? change.responsibleId : undefined) ?? answering.responsibleId;
  const deputyId =
    done.owners && change.deputyId !== undefined ? change.deputyId : answering.deputyId;
  const first = [responsibleId, deputyId].filter((id) => id != null);
  const found = { ...present.answering, ...(done.owners ? change.answering : {}) };
  const { responsible = null, deputy = null } = found;
  return {
    ownerIds: [...new Set([...first, ...owners])],
    memberIds: [...members],
    ...(Object.keys(found).length > 0 && { answering: { responsible, deputy } }),
  };
}

/** The ids of the people who answer for the group, by the keys of the names that are known for them. */
export function answeringKeys({
  people,
  resolvedPeople,
  answeringEmails,
}: Pick<GroupRecord, 'people' | 'resolvedPeople' | 'answeringEmails'>): ReadonlyMap<
  string,
  string
> {
  const ids = new Map<string, string>();
  if (resolvedPeople === undefined) return ids;
  const { responsibleId, deputyId } = answeringIds(people, resolvedPeople);
  const add = (id: string | null | undefined, names: readonly (string | null | undefined)[]) => {
    if (id == null) return;
    for (const name of names) if (name != null && name !== '') ids.set(personKey(name), id);
  };
  add(responsibleId, [people.responsible, answeringEmails?.responsible]);
  add(deputyId, [people.deputy, answeringEmails?.deputy]);
  return ids;
}
