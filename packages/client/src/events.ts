// The feed of events: everything that happened, oldest first. A reader that keeps the id of the last event
// it dealt with goes on right after it, so that nothing is missed.
import type { Transport } from './transport.ts';
import type { GroupwrightEvent, Page } from './types.ts';
import type { World } from './world.ts';

export interface EventsOptions {
  /** The id of the last event already dealt with; from the oldest that is kept, when absent. */
  readonly after?: string;
  /** Go on waiting for further events instead of ending after the last. */
  readonly follow?: boolean;
  /** How long to wait before asking again while following; 2 seconds unless told otherwise. */
  readonly pollMs?: number;
  readonly signal?: AbortSignal;
}

const standardPollMs = 2000;
const pageLimit = 200;

export async function* followEvents(
  transport: Transport,
  world: World,
  options: EventsOptions = {},
): AsyncGenerator<GroupwrightEvent, void> {
  const { follow = false, pollMs = standardPollMs, signal } = options;
  let after = options.after;
  for (;;) {
    const { body } = await transport.call<Page<GroupwrightEvent>>({
      method: 'GET',
      path: '/events',
      query: { limit: pageLimit, after },
      signal,
    });
    for (const event of body.items) {
      yield event;
      after = event.id;
    }
    if (body.nextLink !== undefined && body.items.length > 0) continue;
    if (!follow) return;
    await world.sleep(pollMs, signal);
  }
}
