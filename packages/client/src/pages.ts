// Walks a paged list item by item, fetching the next page only when it is needed.
import { UnexpectedAnswerError } from './errors.ts';
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
  const checkCircle = createCircleCheck();
  let query: Query | undefined = { limit: pageLimit, ...filter };
  while (query !== undefined) {
    const { body }: Exchange<Page<Item>> = await pages.call({
      method: 'GET',
      path,
      query,
      options,
    });
    yield* body.items;
    checkCircle(body.nextLink);
    query = queryOf(body.nextLink);
  }
}

/** It does what `itemsOf` does, with the options of the call among the members of the filter. */
export function filteredItemsOf<Item>(
  pages: PageSource,
  path: `/${string}`,
  { signal, timeoutMs, retry, headers, ...filter }: CallOptions = {},
): AsyncGenerator<Item, void> {
  const given = { signal, timeoutMs, retry, headers } as CallOptions;
  return itemsOf(pages, path, given, filter);
}

/** It leads to the next page; undefined on the last one. */
export function queryOf(nextLink: string | undefined): Query | undefined {
  return nextLink === undefined ? undefined : Object.fromEntries(new URL(nextLink).searchParams);
}

/**
 * The function it returns gets the link to each next page, and throws UnexpectedAnswerError once they lead in a circle. It
 * needs constant memory (the algorithm of Brent).
 */
export function createCircleCheck(): (nextLink: string | undefined) => void {
  let marked: string | undefined;
  let steps = 0;
  let stepsToNextMark = 1;
  return (nextLink) => {
    if (nextLink === undefined) return;
    if (nextLink === marked) {
      throw new UnexpectedAnswerError(
        'The links to the next page lead in a circle, so the list would never end.',
        200,
      );
    }
    steps += 1;
    if (steps < stepsToNextMark) return;
    marked = nextLink;
    steps = 0;
    stepsToNextMark *= 2;
  };
}
