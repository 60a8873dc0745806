// Groups: found again by our marker, read, listed and removed. Making them and their people are apart, in
// group-creation.ts and group-people.ts.
import type { CallContext } from '../directory/call-context.ts';
import type { GroupState, OwnGroup } from '../directory/group-life.ts';
import type { DirectoryGroup, ListedGroups } from '../directory/directory.ts';
import type { FindAliasHolder } from './alias-holder.ts';
import type { GraphClient } from './graph-client.ts';
import { createGroupCreation } from './group-creation.ts';
import { createNamesValidation } from './group-names.ts';
import { createGroupPeople } from './group-people.ts';
import type { Marking } from './marker.ts';
import { listedGroups, nextPageOf, select, toGroup } from './read-group.ts';
import type { OwnGroups } from './own-group.ts';
import type { ReplicationWait } from './replication-wait.ts';

export function createGroups(deps: {
  client: GraphClient;
  marking: () => Promise<Marking>;
  replicationWait: ReplicationWait;
  own: OwnGroups;
  findAliasHolder: FindAliasHolder;
}) {
  const { client, replicationWait, own, findAliasHolder } = deps;

  async function findByMarker(
    marker: string,
    context: CallContext,
  ): Promise<DirectoryGroup | undefined> {
    const marking = await deps.marking();
    const name = marking.uniqueNameOf(marker);
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
    return listedGroups(search, marking).find((group) => group.marker === marker.toLowerCase());
  }

  return {
    create: createGroupCreation({
      client,
      marking: deps.marking,
      replicationWait,
      findAliasHolder,
      findByMarker,
    }),
    people: createGroupPeople({
      client,
      notVisible: (groupId, context) => own.notVisible(groupId, context),
    }),
    findByMarker,

    async read(groupId: string, context: CallContext): Promise<DirectoryGroup | undefined> {
      return (await own.read(groupId, context))?.group;
    },

    async groupState(groupId: string, context: CallContext): Promise<GroupState> {
      return (await own.look(groupId, context)).state;
    },

    async remove(group: OwnGroup, context: CallContext): Promise<void> {
      const { groupId } = group;
      const seen = await own.look(groupId, context);
      if (seen.state === 'removed') return;
      if (seen.state === 'unknown') {
        // One that is neither here nor there may be one that is not shown yet.
        if (!replicationWait.isPastReplicationWindow(groupId, context)) {
          throw own.notVisible(groupId, context);
        }
        return;
      }
      own.requireMarker(seen.found, group);
      await client.call(
        { name: 'groups.delete', method: 'DELETE', path: `/groups/${groupId}`, accept: [404] },
        context,
      );
    },

    validateNames: createNamesValidation(client),

    async list(cursor: string | undefined, context: CallContext): Promise<ListedGroups> {
      const marking = await deps.marking();
      const filter = encodeURIComponent("groupTypes/any(c:c eq 'Unified')");
      const seenAt = new Date(client.clock.now());
      const path = cursor ?? `/groups?$count=true&$top=999&${select}&$filter=${filter}`;
      const answer = await client.call(
        { name: 'groups.list', method: 'GET', path, headers: { ConsistencyLevel: 'eventual' } },
        context,
      );
      return {
        groups: listedGroups(answer, marking),
        seenAt,
        next: nextPageOf(answer, client.root),
      };
    },
  };
}
