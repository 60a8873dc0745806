// Refuses changes that the template of a group does not allow API keys to make. The template as it is now counts, also for
// groups that are older than its setting.
import type { Actor } from '../../audit/activity.ts';
import type { FieldError } from '../../ground/errors.ts';
import { personKey } from '../../directory/person-reference.ts';
import {
  type AllowedChangeName,
  type AllowedChanges,
  everyChange,
} from '../../settings/organisations/allowed-changes.ts';
import type { GroupChange, GroupRecord, OperationKind } from './operation.ts';

/** @param template undefined once it is deleted: then the scopes of API keys are the only limit */
export function allowedFor(
  actor: Pick<Actor, 'kind'>,
  template: { readonly changes: AllowedChanges } | undefined,
): AllowedChanges {
  return actor.kind === 'api_key' && template !== undefined ? template.changes : everyChange;
}

type Action = Exclude<OperationKind, 'change' | 'handover' | 'repair' | 'accept_drift' | 'roster'>;

const actions: Readonly<Record<Action, { name: AllowedChangeName; does: string }>> = {
  archive: { name: 'archive', does: 'archive the group' },
  unarchive: { name: 'archive', does: 'unarchive the group' },
  delete: { name: 'delete', does: 'delete the group' },
  restore: { name: 'delete', does: 'restore the group' },
};

/** It belongs to an operation without members. */
export function actionFaults(kind: Action, allowed: AllowedChanges): FieldError[] {
  const { name, does } = actions[kind];
  return allowed[name] ? [] : [faultAt('', does)];
}

/** A roster adds and removes members, and people whom it names as owners. */
export function rosterFaults(allowed: AllowedChanges): FieldError[] {
  return allowed.members && allowed.owners ? [] : [faultAt('', 'add or remove people')];
}

const handsOver = 'change who is responsible or deputy';
const changesOwners = 'add or remove owners';

/**
 * @param rules.differing the members of the change that differ from the record
 * @param rules.rendered the display name that follows from changed properties: the pattern renames the group, not the key
 */
export function changeFaults(
  change: GroupChange,
  group: GroupRecord,
  {
    allowed,
    differing,
    rendered,
  }: {
    readonly allowed: AllowedChanges;
    readonly differing: ReadonlySet<keyof GroupChange>;
    readonly rendered?: string | undefined;
  },
): FieldError[] {
  const governed = [
    ['displayName', 'displayName', 'change the display name'],
    ['description', 'description', 'change the description'],
    ['visibility', 'visibility', 'change the visibility'],
    ['responsible', 'responsible', handsOver],
    ['deputy', 'responsible', handsOver],
    ['owners', 'owners', changesOwners],
    ['members', 'members', 'add or remove members'],
    ['archived', 'archive', 'archive or unarchive the group'],
    ['properties', 'properties', 'change the properties'],
  ] as const;
  const follows = rendered !== undefined && change.displayName === rendered;
  const isMade = (member: keyof GroupChange) =>
    differing.has(member) && !(member === 'displayName' && follows);
  const faults = governed.flatMap(([member, name, does]) =>
    isMade(member) && !allowed[name] ? [faultAt(`/${member}`, does)] : [],
  );
  if (allowed.owners || !allowed.members) return faults;
  // To remove a person from the group takes the ownership too.
  const owners = new Set([
    ...group.people.owners.map(personKey),
    ...(group.resolvedPeople?.ownerIds ?? []),
  ]);
  const removed = change.members?.remove ?? [];
  return [
    ...faults,
    ...removed.flatMap((reference, index) =>
      owners.has(personKey(reference)) ? [faultAt(`/members/remove/${index}`, changesOwners)] : [],
    ),
  ];
}

function faultAt(pointer: string, does: string): FieldError {
  return {
    pointer,
    code: 'change_not_allowed',
    detail: `The template of the group does not let API keys ${does}. An administrator can do it, or allow it in the template.`,
  };
}
