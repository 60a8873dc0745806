// Records requests with API keys from addresses that the keys may not be used from in the activity log: such a key may be
// stolen. A thief decides how many requests arrive, so an address of a key is recorded once an hour, and few addresses
// of a key. Entries are gathered for half a second and written together.
import type { ActivityEntry } from '../../audit/activity.ts';
import type { AnsweredRequest } from '../../ground/answered-request.ts';
import type { Clock, Timers } from '../../ground/clock.ts';
import { createTokenBuckets } from '../../ground/token-buckets.ts';

export interface RefusedAddresses {
  /** Called for each request of an API key; takes those that were refused for their address. */
  record(request: AnsweredRequest): void;
  /** Writes what waits once more, and ends. */
  stop(): Promise<void>;
}

const writeAfterMs = 500;
const repeatAfterMs = 5_000;
/** While the database is away. */
const maxWaiting = 1_000;
const hourMs = 3_600_000;
/** It belongs to one address of a key, and to all its addresses. */
const ofAddress = { capacity: 1, refillMs: hourMs, most: 10_000 } as const;
const ofKey = { capacity: 10, refillMs: hourMs, most: 10_000 } as const;

/** @param deps.nameOf the name of a key */
export function createRefusedAddresses(deps: {
  write: (entries: readonly ActivityEntry[]) => Promise<void>;
  nameOf: (tenantId: string, apiKeyId: string) => string | undefined;
  clock: Clock & Timers;
  onError: (error: unknown) => void;
}): RefusedAddresses {
  const { write, nameOf, clock, onError } = deps;
  const byAddress = createTokenBuckets({ ...ofAddress, clock });
  const byKey = createTokenBuckets({ ...ofKey, clock });
  let waiting: ActivityEntry[] = [];
  let cancelWrite: (() => void) | undefined;
  let writing: Promise<void> = Promise.resolve();

  function writeSoon(afterMs: number): void {
    cancelWrite ??= clock.after(afterMs, () => {
      cancelWrite = undefined;
      writing = flush().catch((error: unknown) => {
        onError(error);
        writeSoon(repeatAfterMs);
      });
    });
  }

  /** Keeps the entries that could not be written for the next time. */
  async function flush(): Promise<void> {
    const entries = waiting;
    waiting = [];
    if (entries.length === 0) return;
    try {
      await write(entries);
    } catch (error) {
      waiting = [...entries, ...waiting].slice(0, maxWaiting);
      throw error;
    }
  }

  return {
    record({ tenantId, apiKeyId, isProved, requestId, refusal, address: from = '' }) {
      if (refusal?.code !== 'address_not_allowed' || !isProved) return;
      const key = `${tenantId}/${apiKeyId}`;
      const address = from.slice(0, 64);
      if (byAddress.take(`${key} ${address}`) < 0 || byKey.take(key) < 0) return;
      waiting.push({
        tenantId,
        occurredAt: clock.now(),
        actor: { kind: 'api_key', id: apiKeyId, address, requestId },
        action: 'api_key.address_refused',
        subject: { kind: 'api_key', id: apiKeyId },
        data: { name: nameOf(tenantId, apiKeyId), address },
      });
      writeSoon(writeAfterMs);
    },
    async stop() {
      cancelWrite?.();
      await writing;
      await flush().catch(onError);
    },
  };
}
