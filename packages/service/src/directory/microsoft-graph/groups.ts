// Groups: found again by our marker, read, listed and removed. Making them and their people are apart, in
// group-creation.ts and group-people.ts.
import {
  DirectoryError,
  type CallContext,
  type DirectoryGroup,
  type MarkedGroups,
  type GroupState,
} from '../directory.ts';
import type { GraphClient } from './graph-client.ts';
import { createGroupCreation } from './group-creation.ts';
import { createNamesValidation } from './group-names.ts';
import { createGroupPeople } from './group-people.ts';
import type { Marking } from './marker.ts';
import {
  anyMarkerOf,
  isUnproven,
  listedGroups,
  nextPageOf,
  select,
  toGroup,
  type GraphGroup,
} from './read-group.ts';
import type { MemberErrors } from './member-errors.ts';
import type { ReplicationWait } from './replication-wait.ts';

export function createGroups(deps: {
  client: GraphClient;
  marking: () => Promise<Marking>;
  replicationWait: ReplicationWait;
  refusals: MemberErrors;
}) {
  const { client, replicationWait, refusals } = deps;

  async function findByMarker(
    marker: string,
    context: CallContext,
    isUnsigned = false,
  ): Promise<DirectoryGroup | undefined> {
    const marking = await deps.marking();
    const markerOf = (group: GraphGroup) => (isUnsigned ? anyMarkerOf(group) : group.marker);
    const name = isUnsigned ? marking.unsignedNameOf(marker) : marking.uniqueNameOf(marker);
    const answer = await client.call(
      {
        name: 'groups.readByUniqueName',
        method: 'GET',
        path: `/groups(uniqueName='${name}')?${select}`,
        accept: [400, 404],
      },
      context,
    );
    if (answer.status === 200) return toGroup(answer.body, marking);
    // Perhaps it was made in the other way.
    const search = await client.call(
      {
        name: 'groups.list',
        method: 'GET',
        path: `/groups?$count=true&${select}&$search=${encodeURIComponent(`"description:${marker}"`)}`,
        headers: { ConsistencyLevel: 'eventual' },
        // If this search is not supported, no group was created this way.
        accept: [400],
      },
      context,
    );
    // Others can have the same text in their descriptions.
    return listedGroups(search, marking).find((group) => markerOf(group) === marker.toLowerCase());
  }

  function notVisible(groupId: string): DirectoryError {
    return new DirectoryError('not_visible_yet', 'Microsoft 365 does not show the new group yet.', {
      retryAfterMs: replicationWait.missed(groupId),
    });
  }

  async function look(
    groupId: string,
    context: CallContext,
  ): Promise<{ state: GroupState; group?: GraphGroup | undefined }> {
    const marking = await deps.marking();
    const read = await client.call(
      { name: 'groups.read', method: 'GET', path: `/groups/${groupId}?${select}`, accept: [404] },
      context,
    );
    if (read.status !== 404) return { state: 'exists', group: toGroup(read.body, marking) };
    const path = `/directory/deletedItems/${groupId}`;
    const deleted = await client.call(
      { name: 'groups.readDeleted', method: 'GET', path, accept: [404] },
      context,
    );
    return { state: deleted.status === 404 ? 'unknown' : 'removed' };
  }

  return {
    create: createGroupCreation({ client, marking: deps.marking, replicationWait, findByMarker }),
    people: createGroupPeople({ client, refusals, notVisible }),
    findByMarker,

    async read(groupId: string, context: CallContext): Promise<DirectoryGroup | undefined> {
      const marking = await deps.marking();
      const answer = await client.call(
        { name: 'groups.read', method: 'GET', path: `/groups/${groupId}?${select}`, accept: [404] },
        context,
      );
      return answer.status === 404 ? undefined : toGroup(answer.body, marking);
    },

    async groupState(groupId: string, context: CallContext): Promise<GroupState> {
      return (await look(groupId, context)).state;
    },

    async remove(groupId: string, marker: string, context: CallContext): Promise<void> {
      const { group, state } = await look(groupId, context);
      if (state === 'removed') return;
      if (state === 'unknown') {
        // One that is neither here nor there may be one that is not shown yet.
        if (!replicationWait.isPastReplicationWindow(groupId)) throw notVisible(groupId);
        return;
      }
      if (group === undefined || anyMarkerOf(group) !== marker.toLowerCase()) {
        throw new DirectoryError(
          'refused',
          `This service did not create the group ${groupId} and does not change it.`,
        );
      }
      await client.call(
        { name: 'groups.delete', method: 'DELETE', path: `/groups/${groupId}`, accept: [404] },
        context,
      );
    },

    validateNames: createNamesValidation(client),

    async listMarked(cursor: string | undefined, context: CallContext): Promise<MarkedGroups> {
      const marking = await deps.marking();
      const filter = encodeURIComponent("groupTypes/any(c:c eq 'Unified')");
      const path = cursor ?? `/groups?$count=true&$top=999&${select}&$filter=${filter}`;
      const answer = await client.call(
        { name: 'groups.list', method: 'GET', path, headers: { ConsistencyLevel: 'eventual' } },
        context,
      );
      const listed = listedGroups(answer, marking);
      const groups = listed.flatMap((group) => {
        const { marker } = group;
        return marker === undefined ? [] : [{ ...group, marker }];
      });
      return { groups, unproven: listed.filter(isUnproven), next: nextPageOf(answer, client.root) };
    },
  };
}
