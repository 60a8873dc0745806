// Reads a group before it is changed or removed. A group without our marker is never written to, and an absence counts
// only once replication must have finished.
import type { CallContext } from '../directory/call-context.ts';
import { DirectoryError } from '../directory/directory.ts';
import type { OwnGroup } from '../directory/group-life.ts';
import type { GraphResponse } from './graph-response.ts';
import type { GraphClient } from './graph-client.ts';
import { unreadableResponse } from './graph-failures.ts';
import type { Marking } from './marker.ts';
import {
  anyMarkerOf,
  deletedItemPath,
  groupPath,
  select,
  toGroup,
  type GraphGroup,
  type ReadGroup,
} from './read-group.ts';
import { replicationMs, type ReplicationWait } from './replication-wait.ts';

export interface FoundGroup {
  readonly answered: ReadGroup;
  readonly group: GraphGroup;
}

export type Look =
  | { readonly state: 'exists'; readonly found: FoundGroup }
  | { readonly state: 'removed' }
  | { readonly state: 'unknown' };

export interface OwnGroups {
  look(groupId: string, context: CallContext): Promise<Look>;
  /** @throws DirectoryError `refused` unless the group carries the marker, proven or not, or is known by its id alone */
  requireMarker(found: FoundGroup, group: OwnGroup): void;
  /** @throws DirectoryError `group_gone`, `not_visible_yet`, `refused` */
  require(group: OwnGroup, context: CallContext): Promise<FoundGroup>;
  /** Undefined if the group is not there, or not yet. */
  read(groupId: string, context: CallContext): Promise<FoundGroup | undefined>;
  /** Undefined if the group is not among the deleted ones. */
  readDeleted(groupId: string, context: CallContext): Promise<FoundGroup | undefined>;
  notVisible(groupId: string, context: CallContext): DirectoryError;
  /** True while replication of the group itself may be in progress, so that a 404 proves nothing. */
  isRecent(found: FoundGroup): boolean;
}

export function createOwnGroups(deps: {
  client: GraphClient;
  marking: () => Promise<Marking>;
  replicationWait: ReplicationWait;
}): OwnGroups {
  const { client, replicationWait } = deps;

  async function toFound(answer: GraphResponse): Promise<FoundGroup> {
    const group = toGroup(answer.body, await deps.marking());
    if (group === undefined) throw unreadableResponse(false, undefined, answer.directoryRequestId);
    return { answered: answer.body as ReadGroup, group };
  }

  async function read(groupId: string, context: CallContext): Promise<FoundGroup | undefined> {
    const path = groupPath(groupId);
    const answer = await client.call(
      { name: 'groups.read', method: 'GET', path, accept: [404] },
      context,
    );
    return answer.status === 404 ? undefined : toFound(answer);
  }

  async function readDeleted(
    groupId: string,
    context: CallContext,
  ): Promise<FoundGroup | undefined> {
    const name = 'groups.readDeleted';
    const item = `/directory/deletedItems/${groupId}`;
    const typed = `${item}/microsoft.graph.group?${select}`;
    const answer = await client.call(
      { name, method: 'GET', path: typed, accept: [400, 404] },
      context,
    );
    if (answer.status === 404) return undefined;
    if (answer.status !== 400) return toFound(answer);
    // Only the item is documented, and it has the properties of a group where the type cannot be asked for.
    const plain = await client.call({ name, method: 'GET', path: item, accept: [404] }, context);
    return plain.status === 404 ? undefined : toFound(plain);
  }

  async function look(groupId: string, context: CallContext): Promise<Look> {
    const found = await read(groupId, context);
    if (found !== undefined) {
      replicationWait.seen(groupId, context);
      return { state: 'exists', found };
    }
    const path = deletedItemPath(groupId);
    const { status } = await client.call(
      { name: 'groups.readDeleted', method: 'GET', path, accept: [404] },
      context,
    );
    return status === 404 ? { state: 'unknown' } : { state: 'removed' };
  }

  function requireMarker({ group }: FoundGroup, { marker, isUnmarked = false }: OwnGroup): void {
    if (anyMarkerOf(group) === marker.toLowerCase()) return;
    const carriesOther = anyMarkerOf(group) !== undefined || group.facts.hasForeignMarker;
    if (isUnmarked && !carriesOther) return;
    throw new DirectoryError(
      'refused',
      `This service did not create the group ${group.groupId} and does not change it.`,
    );
  }

  function notVisible(groupId: string, context: CallContext): DirectoryError {
    return new DirectoryError('not_visible_yet', 'Microsoft 365 does not show the new group yet.', {
      retryAfterMs: replicationWait.missed(groupId, context),
    });
  }

  return {
    look,
    requireMarker,
    notVisible,
    read,
    readDeleted,
    isRecent: ({ answered: { createdDateTime } }) =>
      client.clock.now() - Date.parse(createdDateTime ?? '') < replicationMs,
    async require(group, context) {
      const { groupId } = group;
      const seen = await look(groupId, context);
      if (seen.state === 'exists') {
        requireMarker(seen.found, group);
        return seen.found;
      }
      const isGone =
        seen.state === 'removed' || replicationWait.isPastReplicationWindow(groupId, context);
      if (!isGone) throw notVisible(groupId, context);
      throw new DirectoryError('group_gone', `Microsoft 365 no longer has the group ${groupId}.`);
    },
  };
}
