// Walks a paged list item by item, fetching the next page only when it is needed.
import { readOptions, type CallOptions } from './options.ts';
import type { Call, Exchange, Query } from './transport.ts';

const pageLimit = 200;

/** One page of a list. */
interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextLink?: string;
}

/** Answers the pages of a list: the transport of the client. */
export interface PageSource {
  call<Body>(
    call: Pick<Call, 'query' | 'options'> & { method: 'GET'; path: `/${string}` },
  ): Promise<Exchange<Body>>;
}

/** Every item of the list. The links of the service are followed on our own base URL only. */
export async function* itemsOf<Item>(
  pages: PageSource,
  path: `/${string}`,
  given: CallOptions = {},
  filter: Query = {},
): AsyncGenerator<Item, void> {
  const options = readOptions(given);
  let query: Query | undefined = { limit: pageLimit, ...filter };
  while (query !== undefined) {
    const { body }: Exchange<Page<Item>> = await pages.call({
      method: 'GET',
      path,
      query,
      options,
    });
    yield* body.items;
    query = queryOf(body.nextLink);
  }
}

/** As `itemsOf`, with the options of the call among the members of the filter. */
export function filteredItemsOf<Item>(
  pages: PageSource,
  path: `/${string}`,
  { signal, timeoutMs, retry, headers, ...filter }: CallOptions = {},
): AsyncGenerator<Item, void> {
  const given = { signal, timeoutMs, retry, headers } as CallOptions;
  return itemsOf(pages, path, given, filter);
}

/** Of the next page; undefined on the last one. */
export function queryOf(nextLink: string | undefined): Query | undefined {
  return nextLink === undefined ? undefined : Object.fromEntries(new URL(nextLink).searchParams);
}
