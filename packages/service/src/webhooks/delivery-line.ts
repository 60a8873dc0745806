// Delivers to one endpoint until nothing is due for it or it has to be left alone: several at once, the events
// of one group one after the other (the store claims only the first of each).
import type { Attempt, Deliver } from './delivery.ts';
import type { ClaimedDelivery, DeliveryRecord, DispatchStore } from './dispatcher.ts';
import type { WebhookEndpoint } from './endpoint.ts';
import { failuresBeforeHold, holdMs, retryDelayMs } from './retry-schedule.ts';

export interface DeliveryLine {
  /** More may be due. */
  fill(): void;
  /** Attempts under way come to their end; what was claimed besides is let go of. */
  stop(): Promise<void>;
  /** What is under way is about to be cut off: that is no failure, and it is due again at once. */
  abandon(): void;
  readonly ended: Promise<void>;
}

const attemptsAtOnce = 8;
const claimsAtOnce = 32;
/** Longer than all claims take of an endpoint that needs 15 s for each. */
const leaseMs = 120_000;

export function startLine(
  endpoint: WebhookEndpoint,
  world: {
    store: Pick<DispatchStore, 'claim' | 'release' | 'record'>;
    deliver: Deliver;
    random: () => number;
    now: () => number;
    onAttempt: (attempt: Attempt) => void;
    onError: (error: unknown) => void;
  },
): DeliveryLine {
  const { store, deliver, random, now, onAttempt, onError } = world;
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  let queue: ClaimedDelivery[] = [];
  let underWay = 0;
  let claiming = false;
  let mayBeDue = true;
  let closing = false;
  let abandoned = false;
  let { failuresInRow } = endpoint;

  function fill(): void {
    mayBeDue = true;
    goOn();
  }

  function goOn(): void {
    const atOnce = isFailing() ? 1 : attemptsAtOnce;
    while (!closing && underWay < atOnce) {
      const delivery = queue.shift();
      if (delivery === undefined) break;
      underWay += 1;
      attempt(delivery)
        .catch((error: unknown) => {
          // What cannot be recorded is due again when its claim is over.
          closing = true;
          onError(error);
        })
        .finally(() => {
          underWay -= 1;
          // The next event of the same group may be due now.
          mayBeDue = true;
          goOn();
        });
    }
    if (!closing && !claiming && mayBeDue && underWay < atOnce && queue.length === 0) void claim();
    else if (underWay === 0 && !claiming && (closing || queue.length === 0)) void close();
  }

  async function claim(): Promise<void> {
    claiming = true;
    mayBeDue = false;
    try {
      queue = await store.claim(endpoint, isFailing() ? 1 : claimsAtOnce, leaseMs);
    } catch (error) {
      closing = true;
      onError(error);
    } finally {
      claiming = false;
    }
    goOn();
  }

  async function close(): Promise<void> {
    closing = true;
    claiming = true;
    const left = queue.map(({ position }) => position);
    queue = [];
    try {
      if (left.length > 0) await store.release(endpoint, left);
    } catch (error) {
      onError(error);
    } finally {
      end();
    }
  }

  async function attempt(delivery: ClaimedDelivery): Promise<void> {
    const made = await deliver(endpoint, delivery.event);
    if (abandoned && made.outcome !== 'delivered') {
      await store.release(endpoint, [delivery.position]);
      return;
    }
    onAttempt(made);
    const isDelivered = made.outcome === 'delivered';
    const hasRecovered = isDelivered && isFailing();
    const failuresBefore = failuresInRow;
    // Attempts that were under way when the endpoint was given a rest do not prolong it.
    if (isDelivered) failuresInRow = 0;
    else if (!closing) failuresInRow += 1;
    const rest = isDelivered || closing ? 0 : holdMs(failuresInRow, random());
    if (rest > 0 || made.outcome === 'gone') closing = true;
    const ageMs = now() - delivery.queuedAt.getTime();
    const record: DeliveryRecord = {
      endpoint,
      delivery,
      attempt: made,
      retryInMs: isDelivered
        ? undefined
        : retryDelayMs(delivery.failures + 1, ageMs, made.retryAfterMs, random()),
      failuresInRow,
      failuresHaveChanged: failuresInRow !== failuresBefore,
      holdMs: rest,
      hasRecovered,
    };
    await store.record(record);
  }

  function isFailing(): boolean {
    return failuresInRow >= failuresBeforeHold;
  }

  goOn();
  return {
    fill,
    ended,
    abandon() {
      abandoned = true;
    },
    async stop() {
      closing = true;
      goOn();
      await ended;
    },
  };
}
