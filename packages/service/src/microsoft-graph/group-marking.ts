// Writes our marker on a group that exists. Microsoft 365 accepts a `uniqueName` only while the group has none, and keeps
// it for ever. A group whose name another tool has taken, or that refuses one, stays as it is.
import type { Group } from '@microsoft/microsoft-graph-types';
import type { CallContext } from '../directory/call-context.ts';
import type { OwnGroup } from '../directory/group-life.ts';
import type { GraphClient } from './graph-client.ts';
import type { Marking } from './marker.ts';
import type { OwnGroups } from './own-group.ts';
import { anyMarkerOf } from './read-group.ts';

export function createGroupMarking(deps: {
  client: GraphClient;
  marking: () => Promise<Marking>;
  own: OwnGroups;
}) {
  const { client, marking, own } = deps;

  return async (group: OwnGroup, context: CallContext): Promise<boolean> => {
    const { groupId, marker } = group;
    const found = await own.require({ ...group, isUnmarked: true }, context);
    if (anyMarkerOf(found.group) === marker.toLowerCase()) return true;
    if (found.answered.uniqueName) return false;
    const body: Group = { uniqueName: (await marking()).uniqueNameOf(marker) };
    const path = `/groups/${groupId}`;
    const answer = await client.call(
      { name: 'groups.change', method: 'PATCH', path, body, accept: [400, 422] },
      context,
    );
    if (answer.status < 300) return true;
    // An earlier call may have written it, although the read above did not show it yet.
    const again = await own.read(groupId, context);
    return again !== undefined && anyMarkerOf(again.group) === marker.toLowerCase();
  };
}
