// Records spans and sends them in batches to a collector, in the background: a request never waits for it. While the
// collector does not answer, spans beyond a bound are dropped.
import type { Timers } from '../../ground/clock.ts';
import { newContext, type Span, type Tracer } from '../../ground/trace.ts';

const sendEveryMs = 2_000;
const mostPerBatch = 512;
const mostWaiting = 4_096;

/** @throws if the collector did not take them */
export type SendSpans = (spans: readonly Span[]) => Promise<void>;

export interface SpanExporter extends Tracer {
  /** Sends what waits. */
  close(): Promise<void>;
}

export function createSpanExporter(deps: {
  readonly send: SendSpans;
  readonly timers: Timers;
  readonly randomBytes: (size: number) => Buffer;
  /** @param dropped number of spans that are lost with it */
  readonly onError: (error: unknown, dropped: number) => void;
}): SpanExporter {
  const { send, timers, randomBytes, onError } = deps;
  let waiting: Span[] = [];
  let dropped = 0;
  let cancel: (() => void) | undefined;
  let sending: Promise<void> | undefined;

  async function sendWaiting(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, mostPerBatch);
      waiting = waiting.slice(mostPerBatch);
      try {
        await send(batch);
      } catch (error) {
        onError(error, batch.length + dropped);
        dropped = 0;
        // A collector that is away must not hold up a stop.
        return;
      }
    }
  }

  function sendSoon(): void {
    cancel ??= timers.after(sendEveryMs, () => {
      cancel = undefined;
      sending ??= sendWaiting().finally(() => {
        sending = undefined;
        if (waiting.length > 0) sendSoon();
      });
    });
  }

  return {
    isOn: true,
    begin: (parent) => (parent.isSampled ? newContext(parent, randomBytes) : parent),
    end(span) {
      if (!span.context.isSampled) return;
      if (waiting.length >= mostWaiting) {
        dropped += 1;
        return;
      }
      waiting.push(span);
      sendSoon();
    },
    async close() {
      cancel?.();
      await sending;
      await sendWaiting();
    },
  };
}
