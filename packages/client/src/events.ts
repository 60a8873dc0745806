// The feed of events, oldest first. A reader that keeps the id of the last event that it handled continues right
// after it, so it misses nothing.
import type { Deps } from './dependencies.ts';
import { createPatience } from './follow.ts';
import type { EventPage } from './generated/api.ts';
import { readOptions, requireType, type CallOptions } from './options.ts';
import { createCircleCheck, queryOf } from './pages.ts';
import type { Query, Transport } from './transport.ts';
import type { EventOf, EventType } from './types.ts';

export interface EventsOptions<Type extends EventType = EventType> extends CallOptions {
  /**
   * The id of the last event already dealt with, or `latest` for the end of the feed. From the oldest event
   * when absent.
   */
  readonly after?: string;
  /** Only events of these types, for example `group.succeeded`. */
  readonly types?: readonly Type[];
  /**
   * Keep waiting for further events instead of ending after the last. Once the service has answered, an absence of up
   * to five minutes, as during an upgrade, is waited for.
   */
  readonly follow?: boolean;
}

const pageLimit = 200;
/** Time for which the service holds an empty answer while there is nothing new. */
const waitSeconds = 25;

export async function* followEvents<Type extends EventType>(
  transport: Transport,
  deps: Deps,
  options: EventsOptions<Type> = {},
): AsyncGenerator<EventOf<Type>, void> {
  const { after, types, follow = false } = readOptions(options, 'after', 'types', 'follow');
  requireType('follow', follow, 'boolean');
  let query: Query = {
    after,
    type: types?.join(','),
    limit: pageLimit,
  };
  const checkCircle = createCircleCheck();
  let sitOut: ReturnType<typeof createPatience> | undefined;
  for (;;) {
    let body: EventPage;
    try {
      ({ body } = await transport.call<EventPage>({
        method: 'GET',
        path: '/events',
        query,
        ...(follow && {
          headers: { prefer: `wait=${waitSeconds}` },
          extraTimeoutMs: waitSeconds * 1000,
        }),
        options,
      }));
    } catch (error) {
      if (sitOut === undefined) throw error;
      await sitOut(error);
      continue;
    }
    if (follow) sitOut = createPatience(deps, options.signal);
    yield* body.items as unknown as EventOf<Type>[];
    const next = queryOf(body.nextLink) ?? {};
    // With `types` a page may be empty because the service stopped looking for a while: then it has moved on.
    const isAtEnd = body.items.length === 0 && next['after'] === query['after'];
    if (isAtEnd && !follow) return;
    if (!isAtEnd) checkCircle(body.nextLink);
    query = next;
  }
}
