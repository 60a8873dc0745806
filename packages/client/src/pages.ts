// Walks a paged list item by item, fetching the next page only when it is needed.
import type { Call, Transport } from './transport.ts';

/** One page of a list. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextLink?: string;
}

/** Every item of the list. The links of the service are followed on our own base URL only. */
export async function* itemsOf<Item>(
  transport: Transport,
  call: Pick<Call, 'path' | 'query' | 'signal'>,
): AsyncGenerator<Item, void> {
  let query = call.query;
  for (;;) {
    const { body } = await transport.call<Page<Item>>({
      ...call,
      query: query ?? {},
      method: 'GET',
    });
    yield* body.items;
    if (body.nextLink === undefined) return;
    query = Object.fromEntries(new URL(body.nextLink).searchParams);
  }
}
