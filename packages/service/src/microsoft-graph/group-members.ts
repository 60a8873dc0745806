// The members of any group of the directory, named by its id or its address; people in nested groups are among them.
// https://learn.microsoft.com/en-us/graph/api/group-list-transitivemembers
import type { CallContext } from '../directory/call-context.ts';
import type { Directory } from '../directory/directory.ts';
import { isGuid } from '../directory/person-reference.ts';
import type { GraphClient } from './graph-client.ts';
import type { GraphResponse } from './graph-response.ts';
import { readPages } from './pages.ts';
import { quoted } from './people.ts';

interface Entry {
  readonly id?: string;
  readonly '@odata.type'?: string;
}

const entriesOf = ({ body }: GraphResponse): readonly Entry[] =>
  ((body ?? {}) as { value?: readonly Entry[] }).value ?? [];

export function createFindMembers(client: GraphClient): Directory['findMembers'] {
  /** Undefined where no group has the address, or several do: the service must not guess. */
  async function findId(address: string, context: CallContext): Promise<string | undefined> {
    const filter = encodeURIComponent(`mail eq ${quoted(address)}`);
    const path = `/groups?$select=id&$filter=${filter}`;
    const answer = await client.call({ name: 'groups.list', method: 'GET', path }, context);
    const [found, ...others] = entriesOf(answer);
    return others.length === 0 ? found?.id : undefined;
  }

  return async (group, context) => {
    const groupId = isGuid(group) ? group : await findId(group, context);
    if (groupId === undefined) return undefined;
    const ids: string[] = [];
    const path = `/groups/${groupId}/transitiveMembers?$select=id&$top=999`;
    const list = { name: 'groups.people', method: 'GET', path, accept: [404] } as const;
    for await (const answer of readPages(client, list, context)) {
      if (answer.status === 404) return undefined;
      for (const { id, '@odata.type': type } of entriesOf(answer)) {
        if (id !== undefined && isGuid(id) && type === '#microsoft.graph.user') ids.push(id);
      }
    }
    return ids.toSorted();
  };
}
