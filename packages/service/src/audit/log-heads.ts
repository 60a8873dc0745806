// Writes the ends of the chains to the log once an hour, so that a copy of the log can later prove that nothing
// was rewritten or cut off.
import type { Timers } from '../ground/clock.ts';
import { createPoller } from '../ground/poller.ts';
import type { ChainHead } from './chain.ts';

export interface HeadLog {
  record(heads: ReadonlyMap<string, ChainHead>): void;
  start(): void;
  /** Writes the heads that have moved since the last time, and ends. */
  stop(): Promise<void>;
}

const writeEveryMs = 3_600_000;

export function createHeadLog(deps: {
  writeLine: (line: { tenantId: string; position: number; hash: string }) => void;
  timers: Timers;
  onError: (error: unknown) => void;
}): HeadLog {
  const { writeLine, timers, onError } = deps;
  const moved = new Map<string, ChainHead>();

  async function write(): Promise<void> {
    for (const [tenantId, { position, hash }] of moved) {
      writeLine({ tenantId, position, hash: hash.toString('hex') });
    }
    moved.clear();
  }

  const poller = createPoller({
    run: write,
    everyMs: writeEveryMs,
    firstAfterMs: writeEveryMs,
    timers,
    onError,
  });
  return {
    record(heads) {
      for (const [tenantId, head] of heads) moved.set(tenantId, head);
    },
    start: () => poller.start(),
    async stop() {
      await poller.stop();
      await write();
    },
  };
}
