// Finds the group that holds an alias.
import type { CallContext } from '../directory/call-context.ts';
import type { GraphClient } from './graph-client.ts';
import type { GraphResponse } from './graph-response.ts';
import type { Marking } from './marker.ts';
import { quoted } from './people.ts';
import { listedGroups, select, type GraphGroup, type ReadGroup } from './read-group.ts';

export type AliasHolder = GraphGroup & { readonly createdAt: Date | undefined };

/** Undefined where a mailbox or a contact holds it, or a group that is not shown yet. */
export type FindAliasHolder = (
  mailNickname: string,
  context: CallContext,
) => Promise<AliasHolder | undefined>;

export function createFindAliasHolder(
  client: GraphClient,
  marking: () => Promise<Marking>,
): FindAliasHolder {
  return async (mailNickname, context) => {
    const filter = encodeURIComponent(`mailNickname eq ${quoted(mailNickname)}`);
    const path = `/groups?${select}&$filter=${filter}`;
    const answer = await client.call({ name: 'groups.list', method: 'GET', path }, context);
    const [holder] = listedGroups(answer, await marking());
    return holder && { ...holder, createdAt: createdAtOf(answer, holder.groupId) };
  };
}

function createdAtOf({ body }: GraphResponse, groupId: string): Date | undefined {
  const { value } = body as { value: ReadGroup[] };
  const createdAt = Date.parse(value.find(({ id }) => id === groupId)?.createdDateTime ?? '');
  return Number.isNaN(createdAt) ? undefined : new Date(createdAt);
}
