// A group of ours that holds the alias of a new creation. Where a restore of the database lost the record of an earlier
// request, its repetition meets the group that the first one made, and takes it over instead of failing.
import type { AliasHeldByOwnGroup } from '../directory/alias-held.ts';
import { DirectoryError, type CreatedGroup, type Directory } from '../directory/directory.ts';
import type { Creation, ResolvedPeople } from './creation.ts';
import { isToBeRemoved } from './marked-records.ts';
import type { StepCall } from './step.ts';

/** A reconciliation runs within hours; the creation waits for it up to a day. */
const removalPollMs = 60_000;

/**
 * Only a repetition of the request that created the group gets it: the names agree, and all people with whom a new
 * group of this request would begin are in the group already. So no one gets into another organisation's group by its
 * alias.
 * @param first the people with whom the group would be created
 * @throws DirectoryError if the group is not this creation's
 */
export async function takeOver(
  creation: Creation,
  first: ResolvedPeople,
  held: AliasHeldByOwnGroup,
  directory: Directory,
  call: StepCall,
): Promise<CreatedGroup> {
  const { groupId, marker, displayName } = held.holder;
  const record = await call.recordOf(marker);
  if (record !== undefined) {
    const isOwn = record.groupId === null || record.groupId === groupId;
    if (!isOwn || !isToBeRemoved(record)) throw held;
    throw new DirectoryError(
      'unavailable',
      `The alias ${creation.mailNickname} belongs to the group ${groupId} of the failed creation ${marker}. The service will remove that group.`,
      { retryAfterMs: removalPollMs, nothingMade: true },
    );
  }
  if (displayName !== creation.displayName || !(await hasAll(first, groupId, directory, call))) {
    throw new DirectoryError(
      'alias_taken',
      `The alias ${creation.mailNickname} belongs to the group “${displayName}” (${groupId}), which this service created for another request whose record is lost. Choose another alias.`,
      { alias: { name: creation.mailNickname } },
    );
  }
  return { groupId, peopleIncluded: false };
}

async function hasAll(
  people: ResolvedPeople,
  groupId: string,
  directory: Directory,
  call: StepCall,
): Promise<boolean> {
  const { ownerIds, memberIds } = await directory.readPeople(groupId, call);
  const owners = new Set(ownerIds);
  const members = new Set([...ownerIds, ...memberIds]);
  return (
    people.ownerIds.every((id) => owners.has(id)) && people.memberIds.every((id) => members.has(id))
  );
}
