// Decides whether an operation on a group may be accepted. Reports every fault at once that it can find without the
// directory. The same check serves the operation and its dry run.
import { isPersonReference, notAPerson, personKey } from '../../directory/person-reference.ts';
import { counted } from '../../ground/counted.ts';
import type { FieldError, ShapeFaults } from '../../ground/errors.ts';
import { inInputOrder } from '../../ground/input-order.ts';
import { type AllowedChanges } from '../../settings/organisations/allowed-changes.ts';
import { blockedWordFaults } from '../../settings/naming/blocked-words.ts';
import { checkNames } from '../../settings/naming/check-names.ts';
import type { TemplatePolicy } from '../../settings/organisations/template.ts';
import type { Tenant } from '../../settings/tenants/tenant.ts';
import { expiryFaults } from '../create/check-expiry.ts';
import type { NamingRules } from '../../settings/naming/compiled-names.ts';
import { displayNameFaults } from '../../settings/naming/display-name.ts';
import { maxMembers, maxOwners } from '../../engine/creation.ts';
import { changeFaults } from './check-allowed.ts';
import { heldFault, holdersOf } from '../rosters/roster.ts';
import { differingMembers, keyIn, type KnownIds } from './already-done.ts';
import {
  type GroupChange,
  type GroupRecord,
  type PeopleChange,
  propertiesAfter,
} from './operation.ts';
import type { GroupChangeBody } from './operations.schema.ts';

export interface ChangeValidation {
  /** The group's record as it is, or as it will be when the operations that are accepted already have run. */
  readonly group: GroupRecord;
  readonly idOf?: KnownIds;
  /** The patterns of the group's template; undefined once the template is deleted: then names are free. */
  readonly template: (NamingRules & { readonly policy?: TemplatePolicy }) | undefined;
  readonly organisation: { readonly identifier: string };
  /** Words that no name of the tenant's groups may contain. */
  readonly blockedWords: readonly string[];
  /** The changes that the actor may make: check-allowed.ts. */
  readonly allowed: AllowedChanges;
  /** It omits the members that `shape` names. */
  readonly change: GroupChange;
  /** The display name that follows from changed properties. */
  readonly rendered?: string | undefined;
  /** Where properties have faults, it has those that have none, by which a name is judged. */
  readonly sound?: GroupRecord['properties'] | undefined;
  /** The body as it was sent, whose order the faults follow. */
  readonly body: unknown;
  readonly shape: ShapeFaults;
  readonly maxFaults: number;
  /** Days and times are those of the tenant; undefined: those of UTC. */
  readonly tenant?: Tenant | undefined;
  readonly now?: number;
}

/** Checks everything at once that needs no query of the directory. */
export function validateChange(validation: ChangeValidation): {
  readonly faults: readonly FieldError[];
  readonly unlisted: number;
} {
  const { body, shape, maxFaults } = validation;
  if (shape.hasWrongType) return { faults: shape.listed, unlisted: shape.unlisted };
  const isValid = (member: string) => !shape.members.has(member);
  const { change, group, allowed, rendered } = validation;
  const { sound = propertiesAfter(group, change) } = validation;
  const differing = differingMembers(change, group, validation.idOf);
  const faults: FieldError[] = [
    ...shape.listed.map(explainedFault),
    ...changeFaults(change, group, { allowed, differing, rendered }),
    ...(change.displayName === undefined || !isValid('displayName')
      ? []
      : nameFaults(change.displayName, { ...validation, properties: sound })),
    ...peopleFaults(validation, isValid),
    ...changedExpiryFaults(validation),
  ];
  if (faults.length === 0 && !namesMembers(validation)) {
    faults.push({
      pointer: '',
      code: 'nothing_to_change',
      detail:
        'The request names nothing to change: send at least one member, for example displayName.',
    });
  }
  return {
    faults: inInputOrder(faults, body).slice(0, maxFaults),
    unlisted: shape.unlisted + Math.max(0, faults.length - maxFaults),
  };
}

/** Callers who know the creation's request may try to change the alias. */
function explainedFault(fault: FieldError): FieldError {
  if (fault.pointer !== '/mailNickName') return fault;
  return {
    pointer: fault.pointer,
    code: 'mail_nickname_fixed',
    detail:
      'The mailNickName of a group cannot be changed: the directory would keep the e-mail address.',
  };
}

/** Whether a request names anything to change: in its body, or without one in the change. */
export function namesMembers({
  body,
  change,
}: {
  readonly body?: unknown;
  readonly change: GroupChange;
}): boolean {
  const {
    kind: _,
    former: __,
    reason: ___,
    ...members
  } = (body ?? change) as GroupChangeBody & {
    readonly kind?: string;
  };
  return Object.keys(members).length > 0;
}

/** An expiry that stays is not judged again. */
function changedExpiryFaults({ change, group, template, tenant, now }: ChangeValidation) {
  const { expiresAt } = change;
  if (now === undefined || (expiresAt === undefined && change.properties === undefined)) return [];
  const lifecycle = (template?.policy ?? group.policy).lifecycle;
  const values = propertiesAfter(group, change);
  const isOwn = expiresAt === undefined && group.requestedExpiry !== null;
  return isOwn ? [] : expiryFaults(expiresAt, values, lifecycle, tenant, now);
}

const nobody: PeopleChange = { add: [], remove: [] };

/** It belongs to another display name for the group. */
export function nameFaults(
  displayName: string,
  {
    group,
    properties = group.properties,
    template,
    organisation,
    blockedWords,
  }: Pick<ChangeValidation, 'group' | 'template' | 'organisation' | 'blockedWords'> & {
    readonly properties?: GroupRecord['properties'] | undefined;
  },
): FieldError[] {
  const faults = [
    ...displayNameFaults(displayName),
    ...blockedWordFaults({ displayName }, blockedWords),
  ];
  if (template === undefined) return faults;
  const names = checkNames({
    template,
    organisation,
    mailNickName: group.mailNickname,
    displayName: displayName.trim(),
    // The name may write the properties in another case.
    properties,
    caseInsensitive: true,
    // {{year}} and {{month}} are those of the creation.
    now: group.createdAt.getTime(),
  });
  // The alias cannot be changed: where it fits a changed pattern no longer, the display name alone is judged.
  const mismatches = names.faults?.filter(({ field }) => field === 'displayName') ?? [];
  return [...faults, ...mismatches];
}

function peopleFaults(
  { change, group, idOf }: ChangeValidation,
  isValid: (member: string) => boolean,
): FieldError[] {
  const faults: FieldError[] = [];
  const { people, policy } = group;
  const keyOf = (reference: string) => keyIn(idOf, reference);
  const responsible = isValid('responsible')
    ? (change.responsible ?? people.responsible)
    : people.responsible;
  const deputy = isValid('deputy') && change.deputy !== undefined ? change.deputy : people.deputy;
  const check = (reference: string, pointer: string): void => {
    if (!isPersonReference(reference)) faults.push(notAPerson(pointer));
  };
  if (isValid('responsible') && change.responsible !== undefined)
    check(change.responsible, '/responsible');
  if (isValid('deputy') && change.deputy != null) check(change.deputy, '/deputy');
  if (deputy !== null && responsible === null) {
    faults.push({
      pointer: '/responsible',
      code: 'required',
      detail:
        'Nobody is responsible for the group, so it has no deputy. Name the responsible person, too.',
      values: { name: 'responsible' },
    });
  } else if (
    (change.responsible !== undefined || change.deputy !== undefined) &&
    deputy !== null &&
    responsible !== null &&
    keyOf(deputy) === keyOf(responsible)
  ) {
    faults.push({
      pointer: change.deputy == null ? '/responsible' : '/deputy',
      code: 'deputy_is_responsible',
      detail: 'The deputy must be another person than the responsible.',
    });
  }
  const kept = new Set([responsible, deputy].filter((one) => one !== null).map(keyOf));
  // To remove a member takes the ownership too.
  const defaults = {
    owners: new Set(policy.defaultOwners.map(personKey)),
    members: new Set([...policy.defaultMembers, ...policy.defaultOwners].map(personKey)),
  };
  const removes = [change.owners, change.members].some((list) => (list?.remove.length ?? 0) > 0);
  const holders = holdersOf(removes ? group.rosterEntries : undefined, keyOf);
  for (const list of ['owners', 'members'] as const) {
    const listed = change[list];
    if (listed === undefined || !isValid(list)) continue;
    for (const [index, reference] of listed.add.entries())
      check(reference, `/${list}/add/${index}`);
    for (const [index, reference] of listed.remove.entries()) {
      const pointer = `/${list}/remove/${index}`;
      check(reference, pointer);
      if (kept.has(keyOf(reference))) {
        faults.push({
          pointer,
          code: 'is_responsible',
          detail: `${reference} answers for the group. Name another responsible or deputy first, or in the same request.`,
          values: { person: reference },
        });
      } else if (defaults[list].has(personKey(reference))) {
        faults.push({
          pointer,
          code: 'default_person',
          detail: `The template makes ${reference} one of the ${list} of each of its groups. An administrator can change the template.`,
          values: { person: reference },
        });
      }
      if (change.leavesRosterPlaces !== true) {
        faults.push(...heldFault(holders.get(keyOf(reference)), list, pointer));
      }
    }
    faults.push(...addedAndRemoved(listed, list));
  }
  if (isValid('owners') && isValid('members')) {
    const isKept = (reference: string) => holders.get(keyOf(reference))?.role === 'owner';
    faults.push(...ownerCountFaults(change, group, { responsible, deputy, isKept }));
  }
  if (
    isValid('members') &&
    (change.members?.add.length ?? 0) + people.members.length > maxMembers
  ) {
    const count = new Set([...people.members, ...(change.members?.add ?? [])].map(personKey)).size;
    if (count > maxMembers) {
      faults.push({
        pointer: '/members/add',
        code: 'too_many_members',
        detail: `A group has at most 25,000 members; these would be ${count.toLocaleString('en')}.`,
        values: { maximum: maxMembers, actual: count },
      });
    }
  }
  return faults;
}

function addedAndRemoved({ add, remove }: PeopleChange, list: 'owners' | 'members'): FieldError[] {
  const added = new Set(add.map(personKey));
  return remove.flatMap((reference, index) =>
    added.has(personKey(reference))
      ? [
          {
            pointer: `/${list}/remove/${index}`,
            code: 'added_and_removed',
            detail: `${reference} is in both lists. Name each person once.`,
            values: { person: reference },
          },
        ]
      : [],
  );
}

/** Counts the owners by their names; the people are counted again once the directory has resolved them. */
function ownerCountFaults(
  { owners = nobody, members = nobody }: GroupChange,
  { people, policy }: GroupRecord,
  {
    responsible,
    deputy,
    isKept,
  }: Pick<GroupRecord['people'], 'responsible' | 'deputy'> & {
    /** A roster keeps the person an owner. */
    readonly isKept: (reference: string) => boolean;
  },
): FieldError[] {
  const leaving = [...owners.remove, ...members.remove].filter((reference) => !isKept(reference));
  const removed = new Set(leaving.map(personKey));
  if (removed.size + owners.add.length === 0) return [];
  const ownersWith = (others: readonly string[], ...answering: readonly (string | null)[]) =>
    new Set(
      [...others, ...policy.defaultOwners, ...answering.filter((one) => one !== null)].map(
        personKey,
      ),
    );
  const kept = people.owners.filter((reference) => !removed.has(personKey(reference)));
  const all = ownersWith([...kept, ...owners.add], responsible, deputy);
  const before = ownersWith(people.owners, people.responsible, people.deputy);
  // A group that was adopted may have too few, and a change that leaves as many is welcome.
  if (all.size < Math.min(policy.minimumOwners, before.size)) {
    return [tooFewOwners({ owners, members }, policy.minimumOwners, all.size)];
  }
  if (all.size <= maxOwners) return [];
  const detail = `A group has at most ${maxOwners} owners, responsible, deputy and the template's default owners included; these would be ${all.size}.`;
  const values = { maximum: maxOwners, actual: all.size };
  return [{ pointer: '/owners/add', code: 'too_many_owners', detail, values }];
}

/** The fault of a change that leaves too few owners. */
export function tooFewOwners(
  { owners = nobody, members = nobody }: Pick<GroupChange, 'owners' | 'members'>,
  minimum: number,
  count: number,
): FieldError {
  const list = owners.remove.length === 0 && members.remove.length > 0 ? 'members' : 'owners';
  return {
    pointer: `/${list}/remove`,
    code: 'too_few_owners',
    detail: `The template asks for at least ${counted(minimum, 'different owner')}, responsible and deputy included; ${count} would remain.`,
    values: { minimum, actual: count },
  };
}
