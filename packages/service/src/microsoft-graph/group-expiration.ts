// The expiration of groups by the tenant's own policy (groupLifecyclePolicy). It deletes groups, whatever ours says.
import type { CallContext } from '../directory/call-context.ts';
import type { OwnGroup } from '../directory/group-life.ts';
import type { GraphClient } from './graph-client.ts';
import type { FoundGroup, OwnGroups } from './own-group.ts';

export function createGroupExpiration({
  client,
  own,
}: {
  readonly client: GraphClient;
  readonly own: OwnGroups;
}) {
  const expirationOf = ({ answered: { expirationDateTime } }: FoundGroup): Date | null =>
    expirationDateTime == null ? null : new Date(expirationDateTime);

  const read = async (group: OwnGroup, context: CallContext): Promise<Date | null> =>
    expirationOf(await own.require(group, context));

  return {
    readExpiration: read,

    async renewGroup(group: OwnGroup, context: CallContext): Promise<Date | null> {
      // Graph refuses to renew a group that no policy covers.
      if ((await read(group, context)) === null) return null;
      const path = `/groups/${group.groupId}/renew`;
      await client.call({ name: 'groups.renew', method: 'POST', path }, context);
      return read(group, context);
    },
  };
}
