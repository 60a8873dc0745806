// When each API key was last used. Uses are gathered and written now and then: a use costs no statement.
import type { Clock, Timers } from '../foundation/clock.ts';
import { createPoller } from '../foundation/poller.ts';

export interface KeyUse {
  readonly tenantId: string;
  readonly keyId: string;
  readonly lastUsedAt: Date;
}

export interface KeyUses {
  record(tenantId: string, keyId: string): void;
  start(): void;
  /** Writes the gathered uses once more, and ends. */
  stop(): Promise<void>;
}

const writeEveryMs = 10_000;

export function createKeyUses(deps: {
  write: (uses: readonly KeyUse[]) => Promise<void>;
  clock: Clock & Timers;
  onError: (error: unknown) => void;
}): KeyUses {
  const { write, clock, onError } = deps;
  let gathered = new Map<string, KeyUse>();

  /** Keeps the uses that could not be written for the next time. */
  async function flush(): Promise<void> {
    if (gathered.size === 0) return;
    const uses = gathered;
    gathered = new Map();
    try {
      await write([...uses.values()]);
    } catch (error) {
      gathered = new Map([...uses, ...gathered]);
      throw error;
    }
  }

  const poller = createPoller({
    run: flush,
    everyMs: writeEveryMs,
    firstAfterMs: writeEveryMs,
    timers: clock,
    onError,
  });
  return {
    record(tenantId, keyId) {
      gathered.set(`${tenantId}/${keyId}`, { tenantId, keyId, lastUsedAt: new Date(clock.now()) });
    },
    start: () => poller.start(),
    async stop() {
      await poller.stop();
      await flush().catch(onError);
    },
  };
}
