// The state that a caller's own system wants for a group, and the change that leads to it. Members that it leaves out are
// not managed; the lists of owners and members are whole: people of the record who are not in them leave, but for those
// whom a roster names. People whom nobody but the directory knows in the group are in no record, and stay.
import { personKey } from '../../directory/person-reference.ts';
import type { FieldError } from '../../ground/errors.ts';
import type { NamingRules } from '../../settings/naming/compiled-names.ts';
import { changedProperties, type GivenProperties } from '../../settings/naming/resolve-names.ts';
import { holdersOf } from '../rosters/roster.ts';
import { keyIn, type KnownIds } from './already-done.ts';
import type { GroupChange, GroupRecord, OperationKind } from './operation.ts';

export interface DesiredState {
  readonly displayName?: string;
  readonly description?: string | null;
  readonly visibility?: GroupRecord['policy']['visibility'];
  readonly responsible?: string;
  readonly deputy?: string | null;
  readonly owners?: readonly string[];
  readonly members?: readonly string[];
  /** Null and a blank text clear a property. */
  readonly properties?: GivenProperties;
  readonly expiresAt?: Date | null;
  readonly archived?: boolean;
  /** A group keeps them for ever. */
  readonly mailNickName?: string;
  readonly organisationIdOrIdentifier?: string;
  readonly templateIdOrIdentifier?: string;
  readonly requestedBy?: string;
}

interface Context {
  readonly template: (NamingRules & { readonly identifier: string }) | undefined;
  readonly organisation: { readonly identifier: string };
  /** The ids of people, as far as they are known. */
  readonly idOf: KnownIds;
}

export interface DesiredChange {
  readonly kind: OperationKind;
  /** Empty: the group is as it should be. */
  readonly change: GroupChange;
  readonly faults: readonly FieldError[];
  /** The display name that follows from changed properties. */
  readonly rendered?: string | undefined;
  /** Where properties have faults, it has those that have none. */
  readonly sound?: GroupRecord['properties'] | undefined;
}

/** @param group the record, or as the operations that are accepted already leave it */
export function desiredChange(
  desired: DesiredState,
  group: GroupRecord,
  context: Context,
): DesiredChange {
  const { displayName, description, visibility, properties, expiresAt, archived } = desired;
  const hasOtherName = displayName !== undefined && displayName !== group.displayName;
  const named = withProperties(
    {
      ...(hasOtherName && { displayName }),
      ...(properties !== undefined && { setProperties: properties }),
    },
    group,
    context,
  );
  const isJudged = displayName !== undefined && named.change.properties !== undefined;
  const change: GroupChange = {
    ...named.change,
    ...(isJudged && { displayName }),
    ...(description !== undefined && description !== group.description && { description }),
    ...(visibility !== undefined && visibility !== group.policy.visibility && { visibility }),
    ...(expiresAt !== undefined &&
      expiresAt?.getTime() !== group.requestedExpiry?.getTime() && {
        expiresAt: expiresAt?.toISOString() ?? null,
      }),
    ...peopleAfter(desired, group, context.idOf),
    ...(archived !== undefined && archived !== group.isArchived && { archived }),
  };
  const faults = [...fixedFaults(desired, group, context), ...named.faults];
  const isAlone = change.archived !== undefined && Object.keys(change).length === 1;
  if (!isAlone) return { ...named, kind: 'change', change, faults };
  return { kind: change.archived ? 'archive' : 'unarchive', change: {}, faults };
}

/** The change with the properties that differ as they are stored, and with the display name that follows from them. */
export function withProperties(
  { setProperties: given, ...change }: GroupChange,
  group: GroupRecord,
  { template, organisation }: Omit<Context, 'idOf'>,
): Omit<DesiredChange, 'kind'> {
  if (given === undefined) return { change, faults: [] };
  if (template === undefined) {
    const detail = 'The template of the group is deleted, so its properties cannot change.';
    const isSame = Object.entries(given).every(
      ([name, value]) => `${value ?? ''}` === (group.properties[name] ?? ''),
    );
    if (isSame) return { change, faults: [] };
    return { change, faults: [{ pointer: '/properties', code: 'template_not_found', detail }] };
  }
  const { properties, displayName, sound, faults } = changedProperties({
    template,
    organisation,
    // {{year}} and {{month}} are those of the creation.
    now: group.createdAt.getTime(),
    present: group.properties,
    given,
  });
  if (properties === undefined) return { change, sound, faults };
  const names = Object.keys({ ...group.properties, ...properties });
  const differing = names.filter((name) => properties[name] !== group.properties[name]);
  const made = Object.fromEntries(differing.map((name) => [name, properties[name] ?? null]));
  const follows = displayName === undefined ? {} : { displayName };
  return { change: { ...follows, ...change, properties: made }, rendered: displayName, faults };
}

/** The faults of members that differ and never change. */
function fixedFaults(
  desired: DesiredState,
  group: GroupRecord,
  { template, organisation }: Context,
): FieldError[] {
  const { mailNickName, organisationIdOrIdentifier, templateIdOrIdentifier, requestedBy } = desired;
  const differs = (wanted: string | undefined, ...names: readonly (string | undefined)[]) =>
    wanted !== undefined && !names.includes(wanted.toLowerCase());
  return [
    ...(differs(mailNickName, group.mailNickname.toLowerCase())
      ? [
          {
            pointer: '/mailNickName',
            code: 'mail_nickname_fixed' as const,
            detail: `The mailNickName of the group is ${group.mailNickname}, and cannot be changed: the directory would keep the e-mail address.`,
          },
        ]
      : []),
    ...(differs(organisationIdOrIdentifier, group.organisationId, organisation.identifier)
      ? [templateFixed('/organisationIdOrIdentifier', 'organisation', organisation.identifier)]
      : []),
    ...(differs(templateIdOrIdentifier, group.templateId, template?.identifier)
      ? [templateFixed('/templateIdOrIdentifier', 'template', template?.identifier ?? '')]
      : []),
    ...(requestedBy !== undefined && personKey(requestedBy) !== personKey(group.requestedBy ?? '')
      ? [requesterFixed(group.requestedBy)]
      : []),
  ];
}

function requesterFixed(requestedBy: string | null): FieldError {
  const pointer = '/requestedBy';
  const [detail, values] =
    requestedBy === null
      ? [
          'The group was requested for nobody, and that cannot be changed. Leave requestedBy out.',
          {},
        ]
      : [
          `The group was requested for ${requestedBy}, and that cannot be changed. Leave requestedBy out.`,
          { values: { person: requestedBy } },
        ];
  return { pointer, code: 'requested_by_fixed', detail, ...values };
}

function templateFixed(pointer: string, noun: string, identifier: string): FieldError {
  const detail = `The ${noun} of the group is ${identifier}, and cannot be changed.`;
  return { pointer, code: 'template_fixed', detail, values: { name: identifier } };
}

/** Undefined members stay as they are. */
function peopleAfter(
  desired: DesiredState,
  { people, rosterEntries }: GroupRecord,
  idOf: KnownIds,
): GroupChange {
  const keyOf = (reference: string) => keyIn(idOf, reference);
  const isListed = desired.owners !== undefined || desired.members !== undefined;
  const holders = holdersOf(isListed ? rosterEntries : undefined, keyOf, true);
  const held = new Set(holders.keys());
  const owning = new Set([...held].filter((name) => holders.get(name)?.role === 'owner'));
  const setOf = (references: readonly (string | null)[]) =>
    new Set(references.flatMap((one) => (one === null ? [] : [keyOf(one)])));
  const without = (references: readonly string[], ...sets: readonly ReadonlySet<string>[]) => {
    const seen = new Set<string>();
    return references.filter((reference) => {
      const key = keyOf(reference);
      if (seen.has(key) || sets.some((set) => set.has(key))) return false;
      seen.add(key);
      return true;
    });
  };
  const { responsible = people.responsible, deputy = people.deputy } = desired;
  const { owners: wantedOwners = people.owners, members: wantedMembers = people.members } = desired;
  const differs = (one: string | null, other: string | null) =>
    (one && keyOf(one)) !== (other && keyOf(other));
  const isHandedOver = differs(responsible, people.responsible);
  const hasOtherDeputy = differs(deputy, people.deputy);
  const answering = setOf([responsible, deputy]);
  const heldOwners = people.owners.filter((one) => owning.has(keyOf(one)));
  const owners = setOf([...wantedOwners, ...heldOwners]);
  const members = setOf(wantedMembers);
  const former = without(
    [people.responsible, people.deputy].filter((one) => one !== null),
    answering,
  );
  const formerOwners = former.filter((one) => owners.has(keyOf(one)));
  const staysOwner = formerOwners.length > 0 && (isHandedOver || hasOtherDeputy);
  const removedOwners = without(people.owners, owners, answering);
  const addedOwners = without(wantedOwners, setOf(people.owners), setOf(formerOwners));
  // People who stop being owners become members by themselves.
  const demoted = [...former, ...removedOwners];
  const addedMembers = without(
    wantedMembers,
    setOf([...people.members, ...demoted]),
    answering,
    owners,
  );
  const leaving = desired.members === undefined ? [] : [...people.members, ...demoted];
  const removedMembers = without(leaving, members, answering, owners, held);
  return {
    ...(isHandedOver && responsible !== null && { responsible }),
    ...(hasOtherDeputy && { deputy }),
    ...(staysOwner && { former: 'owner' }),
    ...(addedOwners.length + removedOwners.length > 0 && {
      owners: { add: addedOwners, remove: removedOwners },
    }),
    ...(addedMembers.length + removedMembers.length > 0 && {
      members: { add: addedMembers, remove: removedMembers },
    }),
  };
}

export function isAsDesired({ kind, change, faults }: DesiredChange): boolean {
  return kind === 'change' && faults.length === 0 && Object.keys(change).length === 0;
}

/** Everyone whom a change names. */
export function namedIn({ responsible, deputy, owners, members }: GroupChange): readonly string[] {
  const lists = [owners?.add, owners?.remove, members?.add, members?.remove];
  return [responsible, deputy, ...lists.flatMap((list) => list ?? [])].filter((one) => one != null);
}

/** Faults and people with the places of a change, at the members of the state. Those of its form are there already. */
export function atDesired<Placed extends { readonly pointer?: string }>(
  faults: readonly Placed[],
  change: GroupChange,
  desired: DesiredState,
): Placed[] {
  return faults.map((fault) => {
    const [, list, act, index] = fault.pointer?.split('/') ?? [];
    if (fault.pointer === undefined) return fault;
    if (fault.pointer === '/archived' || fault.pointer === '')
      return { ...fault, pointer: '/state' };
    if ((list !== 'owners' && list !== 'members') || (act !== 'add' && act !== 'remove')) {
      return fault;
    }
    const named = change[list]?.[act][Number(index)];
    const at = named === undefined ? -1 : (desired[list]?.indexOf(named) ?? -1);
    return { ...fault, pointer: at < 0 ? `/${list}` : `/${list}/${at}` };
  });
}
