// Seals what was committed: at once when woken, and by looking twice a second for what other processes wrote.
// Any number of processes may run one; the store lets one seal at a time, and another takes over when it dies.
import type { Timers } from '../foundation/clock.ts';
import { createPoller, type Poller } from '../foundation/poller.ts';
import type { ChainHead } from './chain.ts';

export interface SealedBatch {
  /** The new ends of the chains, by tenant. Empty when nothing was there or another process is at it. */
  readonly heads: ReadonlyMap<string, ChainHead>;
  readonly entries: number;
  /** True when more may be waiting. */
  readonly more: boolean;
}

export interface SealStore {
  /** Seals the next entries that are committed and unsealed. */
  sealBatch(): Promise<SealedBatch>;
}

/** Long enough that under load a seal holds many entries, short enough to be done within a second. */
const afterWakeMs = 150;
const afterSealMs = 300;
const pollMs = 500;
const afterErrorMs = 2_000;

export function createSealer(deps: {
  store: SealStore;
  timers: Timers;
  onSealed: (batch: SealedBatch) => void;
  onError: (error: unknown) => void;
}): Poller {
  const { store, timers, onSealed, onError } = deps;
  let stopping = false;
  const poller = createPoller({
    async run() {
      let sealedAny = false;
      for (;;) {
        const batch = await store.sealBatch();
        if (batch.heads.size > 0) {
          sealedAny = true;
          onSealed(batch);
        }
        if (!batch.more || stopping) return sealedAny ? afterSealMs : undefined;
      }
    },
    everyMs: pollMs,
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
    wake: () => poller.wake(),
    stop() {
      stopping = true;
      return poller.stop();
    },
  };
}
