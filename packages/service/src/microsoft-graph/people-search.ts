// Suggests people while a person types: by words of the name, and by the beginning of mail address and sign-in name.
// Results are remembered briefly, because each keystroke asks again.
//
// https://learn.microsoft.com/en-us/graph/search-query-parameter: `$search` on directory objects matches the words of
// displayName by their beginning, and any other property as startsWith does.
import type { User } from '@microsoft/microsoft-graph-types';
import type { CallContext } from '../directory/call-context.ts';
import type { Person } from '../directory/people-life.ts';
import { createRecentMap } from '../ground/recent-map.ts';
import type { GraphClient } from './graph-client.ts';
import { selectUser, toPerson } from './people.ts';

const rememberedForMs = 60_000;
const maxRemembered = 500;
const properties = ['displayName', 'mail', 'userPrincipalName'] as const;
/** They end a clause or, as Microsoft documents of the ampersand, break it. */
const refusedSigns = /["\\&]/g;

export function createPeopleSearch(client: GraphClient) {
  const remembered = createRecentMap<{ people: readonly Person[]; until: number }>(maxRemembered);

  return async (text: string, limit: number, context: CallContext): Promise<readonly Person[]> => {
    const wanted = text.replaceAll(refusedSigns, ' ').trim();
    if (wanted.length < 2) return [];
    const key = `${limit} ${wanted.toLowerCase()}`;
    const known = remembered.get(key);
    if (known !== undefined && known.until > client.clock.now()) return known.people;
    const search = properties.map((property) => `"${property}:${wanted}"`).join(' OR ');
    const answer = await client.call(
      {
        name: 'users.list',
        method: 'GET',
        path: `/users?$count=true&$top=${limit}&${selectUser}&$search=${encodeURIComponent(search)}`,
        headers: { ConsistencyLevel: 'eventual' },
      },
      context,
    );
    const { value } = (answer.body ?? {}) as { value?: User[] };
    const people = (Array.isArray(value) ? value : []).flatMap((user) => toPerson(user) ?? []);
    remembered.set(key, { people, until: client.clock.now() + rememberedForMs });
    return people;
  };
}
