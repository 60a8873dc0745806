// The feed of events, oldest first. A reader that keeps the id of the last event that it handled continues right
// after it, so it misses nothing.
import type { EventPage } from './generated/api.ts';
import type { Transport } from './transport.ts';
import type { GroupwrightEvent } from './types.ts';

export interface EventsOptions {
  /**
   * The id of the last event already dealt with, or `latest` for the end of the feed. From the oldest event
   * when absent.
   */
  readonly after?: string;
  /** Only events of these types, for example `group.succeeded`. */
  readonly types?: readonly GroupwrightEvent['type'][];
  /** Keep waiting for further events instead of ending after the last. */
  readonly follow?: boolean;
  readonly signal?: AbortSignal;
}

const pageLimit = 200;
/** Time for which the service holds an empty answer while there is nothing new. */
const waitSeconds = 25;

export async function* followEvents(
  transport: Transport,
  options: EventsOptions = {},
): AsyncGenerator<GroupwrightEvent, void> {
  const { after, types, follow = false, signal } = options;
  let query: Record<string, string | number | undefined> = {
    after,
    type: types?.join(','),
    limit: pageLimit,
  };
  for (;;) {
    const { body } = await transport.call<EventPage>({
      method: 'GET',
      path: '/events',
      query,
      ...(follow && {
        headers: { prefer: `wait=${waitSeconds}` },
        extraTimeoutMs: waitSeconds * 1000,
      }),
      signal,
    });
    yield* body.items;
    const next = Object.fromEntries(new URL(body.nextLink).searchParams);
    // With `types` a page may be empty because the service stopped looking for a while: then it has moved on.
    const isAtEnd = body.items.length === 0 && next['after'] === query['after'];
    if (isAtEnd && !follow) return;
    query = next;
  }
}
