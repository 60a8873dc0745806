// Seals what was committed: at once when woken, and by looking twice a second for what other processes wrote.
// Any number of processes may run one; the store lets one seal at a time, and another takes over when it dies.
import type { Timers } from '../foundation/clock.ts';
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

export interface Sealer {
  start(): void;
  /** Something was committed. */
  wake(): void;
  /** Resolves when the batch under way is done. */
  stop(): Promise<void>;
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
}): Sealer {
  const { store, timers, onSealed, onError } = deps;
  let running: Promise<void> | undefined;
  let cancel: (() => void) | undefined;
  let isPolling = false;
  let stopped = true;

  function schedule(afterMs: number, polling: boolean): void {
    if (stopped) return;
    cancel?.();
    isPolling = polling;
    cancel = timers.after(afterMs, () => {
      cancel = undefined;
      isPolling = false;
      running = run().finally(() => {
        running = undefined;
      });
    });
  }

  async function run(): Promise<void> {
    try {
      let sealedAny = false;
      for (;;) {
        const batch = await store.sealBatch();
        if (batch.heads.size > 0) {
          sealedAny = true;
          onSealed(batch);
        }
        if (!batch.more || stopped) break;
      }
      schedule(sealedAny ? afterSealMs : pollMs, !sealedAny);
    } catch (error) {
      onError(error);
      schedule(afterErrorMs, false);
    }
  }

  return {
    start() {
      stopped = false;
      schedule(0, false);
    },
    wake() {
      // When a batch is under way or due soon, it is followed by another look in time.
      if (isPolling) schedule(afterWakeMs, false);
    },
    async stop() {
      stopped = true;
      cancel?.();
      await running;
    },
  };
}
