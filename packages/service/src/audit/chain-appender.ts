// Seals what was committed when it is woken: by this process, and by the shared poll for what others wrote.
// Any number of processes may run one; the store lets one seal at a time, and another takes over when it dies.
import type { Timers } from '../ground/clock.ts';
import { createPoller, type Poller } from '../ground/poller.ts';
import type { ChainHead } from './chain.ts';

export interface AppendedBatch {
  /** The new ends of the chains, by tenant. Empty when nothing was there or another process is at it. */
  readonly heads: ReadonlyMap<string, ChainHead>;
  readonly entries: number;
  /** True when more may be waiting. */
  readonly more: boolean;
}

export interface ChainStore {
  /** Seals the next entries that are committed and unsealed. */
  appendBatch(): Promise<AppendedBatch>;
}

/** Long enough that under load a seal holds many entries, short enough to be done within a second. */
const afterWakeMs = 150;
const afterAppendMs = 300;
const afterErrorMs = 2_000;

export function createChainAppender(deps: {
  store: ChainStore;
  timers: Timers;
  onAppended: (batch: AppendedBatch) => void;
  onError: (error: unknown) => void;
}): Poller {
  const { store, timers, onAppended, onError } = deps;
  let stopping = false;
  const poller = createPoller({
    async run() {
      let appendedAny = false;
      for (;;) {
        const batch = await store.appendBatch();
        if (batch.heads.size > 0) {
          appendedAny = true;
          onAppended(batch);
        }
        if (!batch.more || stopping) return appendedAny ? afterAppendMs : undefined;
      }
    },
    everyMs: Number.POSITIVE_INFINITY,
    wakeAfterMs: afterWakeMs,
    errorPauseMs: afterErrorMs,
    timers,
    onError,
  });
  return {
    start() {
      stopping = false;
      poller.start();
    },
    wake: (afterMs) => poller.wake(afterMs),
    stop() {
      stopping = true;
      return poller.stop();
    },
  };
}
