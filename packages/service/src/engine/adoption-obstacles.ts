// The obstacles of an adoption, as faults of the request that names the group. The request, its plan and the step that
// inspects the group ask this one check.
import type { DirectoryGroup } from '../directory/directory.ts';
import { type GroupObstacle, obstaclesOf } from '../directory/group-facts.ts';
import type { FieldError } from '../ground/errors.ts';
import type { MarkedRecord } from './marked-records.ts';
import { isToBeRemoved } from './marked-records.ts';

const pointer = '/groupId';

/** The cause of each obstacle, with its remedy. */
export const obstacleDetails: Readonly<Record<GroupObstacle, string>> = {
  not_a_microsoft_365_group:
    'It is not a Microsoft 365 group. Create a Microsoft 365 group in its place, and move its members there.',
  synced_from_on_premises:
    'It is synchronised from a directory on the premises, which overwrites every change. Move the group to the cloud first.',
  dynamic_membership:
    'A rule decides who is a member. Change its membership to “assigned” in Microsoft Entra first.',
  role_assignable:
    'Roles of Microsoft Entra can be assigned to it, which an administrator must govern. Use another group for the team.',
  hidden_membership:
    'Its membership is hidden, which cannot be changed. Create a new group for these people.',
  class_team:
    'It is a class team, which School Data Sync or its teacher looks after. Leave it to them.',
  foreign_marker:
    'It carries the marker of another installation, or one that this service cannot confirm. End its governance there first.',
};

export const groupNotFound: FieldError = {
  pointer,
  code: 'group_not_found',
  detail: 'The directory has no group with this id. Read the list of its groups again.',
};

/** @param other the group that it is governed as, unless the caller may not read that */
export function alreadyGoverned({ teamId }: { readonly teamId?: string }): FieldError {
  const code = 'already_governed';
  if (teamId === undefined) {
    return { pointer, code, detail: 'The service governs this group already, or adopts it.' };
  }
  const detail = `The service governs this group already, or adopts it, as ${teamId}. Change that group, or wait for its adoption.`;
  return { pointer, code, detail, values: { teamId } };
}

/** @param record the one that the group's marker names, if it is another one than that of the request */
export function adoptionFaults(
  { facts }: Pick<DirectoryGroup, 'facts'>,
  record: MarkedRecord | undefined,
): readonly FieldError[] {
  const obstacles = obstaclesOf(facts).map((code) => ({
    pointer,
    code,
    detail: obstacleDetails[code],
  }));
  return record === undefined || mayBeAdopted(record)
    ? obstacles
    : [...obstacles, alreadyGoverned(record)];
}

/** A record that ended has no claim to its group any more, unless that group is about to be removed. */
function mayBeAdopted(record: MarkedRecord): boolean {
  if (record.isEnded) return true;
  const hasFailed = record.status === 'failed' || record.status === 'cancelled';
  return hasFailed && !isToBeRemoved(record);
}
