// Reads a list of Microsoft Graph page by page. Administrators may give the address of Graph, and what answers there may
// have a list without end: a list is read up to a length that none has which the service needs.
import type { CallContext } from '../directory/call-context.ts';
import { DirectoryError } from '../directory/directory.ts';
import type { GraphCall, GraphClient } from './graph-client.ts';
import type { GraphResponse } from './graph-response.ts';
import { nextPageOf } from './read-group.ts';

const mostPages = 5_000;
/** It includes the nested groups of a large organisation. */
const mostEntriesOfAll = 500_000;

/**
 * @param mostEntries of shorter lists
 * @throws DirectoryError `unavailable` for a list that is too long
 */
export async function* readPages(
  client: Pick<GraphClient, 'call' | 'root'>,
  first: GraphCall,
  context: CallContext,
  mostEntries = mostEntriesOfAll,
): AsyncGenerator<GraphResponse> {
  let path: string | undefined = first.path;
  let entries = 0;
  for (let pages = 0; path !== undefined; pages += 1) {
    if (pages >= mostPages || entries > mostEntries) {
      throw new DirectoryError('unavailable', 'A list in Microsoft 365 is too long to be read.');
    }
    const answer: GraphResponse = await client.call({ ...first, path }, context);
    const { value } = (answer.body ?? {}) as { value?: unknown };
    if (Array.isArray(value)) entries += value.length;
    yield answer;
    path = nextPageOf(answer, client.root);
  }
}
