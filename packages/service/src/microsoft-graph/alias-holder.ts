// Finds the group that holds an alias.
import type { CallContext } from '../directory/call-context.ts';
import type { GraphClient } from './graph-client.ts';
import type { Marking } from './marker.ts';
import { quoted } from './people.ts';
import { listedGroups, select, type GraphGroup } from './read-group.ts';

/** Undefined where a mailbox or a contact holds it, or a group that is not shown yet. */
export type FindAliasHolder = (
  mailNickname: string,
  context: CallContext,
) => Promise<GraphGroup | undefined>;

export function createFindAliasHolder(
  client: GraphClient,
  marking: () => Promise<Marking>,
): FindAliasHolder {
  return async (mailNickname, context) => {
    const filter = encodeURIComponent(`mailNickname eq ${quoted(mailNickname)}`);
    const path = `/groups?${select}&$filter=${filter}`;
    const answer = await client.call({ name: 'groups.list', method: 'GET', path }, context);
    return listedGroups(answer, await marking())[0];
  };
}
