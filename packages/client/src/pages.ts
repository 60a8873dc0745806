// Walks a paged list item by item, fetching the next page only when it is needed.
import { readOptions, type CallOptions } from './options.ts';
import type { Exchange, Query, Transport } from './transport.ts';

const pageLimit = 200;

/** One page of a list. */
interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextLink?: string;
}

/** Every item of the list. The links of the service are followed on our own base URL only. */
export async function* itemsOf<Item>(
  transport: Transport,
  path: string,
  given: CallOptions = {},
  filter: Query = {},
): AsyncGenerator<Item, void> {
  const options = readOptions(given);
  let query: Query | undefined = { limit: pageLimit, ...filter };
  while (query !== undefined) {
    const { body }: Exchange<Page<Item>> = await transport.call({
      method: 'GET',
      path,
      query,
      options,
    });
    yield* body.items;
    query = queryOf(body.nextLink);
  }
}

/** Of the next page; undefined on the last one. */
export function queryOf(nextLink: string | undefined): Query | undefined {
  return nextLink === undefined ? undefined : Object.fromEntries(new URL(nextLink).searchParams);
}
