// When each API key and each of its secrets was last used, and from where. Uses are gathered and written now and then: a use costs no statement.
import type { Clock, Timers } from '../../ground/clock.ts';
import { createPoller } from '../../ground/poller.ts';

/** A token request with one of a key's secrets. */
export interface SecretUse {
  readonly tenantId: string;
  readonly keyId: string;
  readonly secretId: string;
  /** It belongs to the caller. */
  readonly address: string;
  readonly userAgent: string | undefined;
}

export interface KeyUse extends SecretUse {
  readonly lastUsedAt: Date;
}

export interface LastUseOfSecret {
  readonly secretId: string;
  readonly lastUsedAt: Date;
  readonly address: string;
  readonly userAgent: string | null;
}

export interface KeyUses {
  record(use: SecretUse): void;
  start(): void;
  /** Writes the gathered uses once more, and ends. */
  stop(): Promise<void>;
}

const writeEveryMs = 10_000;

/** A use that may still be replaced by a later one. */
interface Gathered extends SecretUse {
  address: string;
  userAgent: string | undefined;
  lastUsedAtMs: number;
}

export function createKeyUses(deps: {
  write: (uses: readonly KeyUse[]) => Promise<void>;
  clock: Clock & Timers;
  onError: (error: unknown) => void;
}): KeyUses {
  const { write, clock, onError } = deps;
  let gathered = new Map<string, Gathered>();
  /** One of them: most uses are of the secret of the one before. */
  let last: Gathered | undefined;

  /** Keeps the uses that could not be written for the next time. */
  async function flush(): Promise<void> {
    if (gathered.size === 0) return;
    const uses = gathered;
    gathered = new Map();
    last = undefined;
    try {
      await write(Array.from(uses.values(), toKeyUse));
    } catch (error) {
      gathered = new Map([...uses, ...gathered]);
      throw error;
    }
  }

  function find(use: SecretUse): Gathered {
    const key = `${use.tenantId}/${use.keyId}/${use.secretId}`;
    let found = gathered.get(key);
    if (found === undefined) {
      found = { ...use, lastUsedAtMs: 0 };
      gathered.set(key, found);
    }
    return found;
  }

  const poller = createPoller({
    run: flush,
    everyMs: writeEveryMs,
    firstAfterMs: writeEveryMs,
    timers: clock,
    onError,
  });
  return {
    record(use) {
      if (last === undefined || !isOfSameSecret(last, use)) last = find(use);
      last.address = use.address.slice(0, 64);
      last.userAgent = use.userAgent?.slice(0, 300);
      last.lastUsedAtMs = clock.now();
    },
    start: () => poller.start(),
    async stop() {
      await poller.stop();
      await flush().catch(onError);
    },
  };
}

function isOfSameSecret(one: SecretUse, other: SecretUse): boolean {
  return (
    one.secretId === other.secretId && one.keyId === other.keyId && one.tenantId === other.tenantId
  );
}

function toKeyUse({ lastUsedAtMs, ...use }: Gathered): KeyUse {
  return { ...use, lastUsedAt: new Date(lastUsedAtMs) };
}
