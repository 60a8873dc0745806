// When each API key was last used. Uses are gathered and written now and then: a use costs no statement.
import type { Clock } from '../foundation/clock.ts';

export interface KeyUse {
  readonly tenantId: string;
  readonly keyId: string;
  readonly lastUsedAt: Date;
}

export interface KeyUses {
  note(tenantId: string, keyId: string): void;
  /** Writes what was gathered. What could not be written is kept for the next time. */
  flush(): Promise<void>;
}

export function createKeyUses(deps: {
  write: (uses: readonly KeyUse[]) => Promise<void>;
  clock: Clock;
}): KeyUses {
  const { write, clock } = deps;
  let gathered = new Map<string, KeyUse>();
  return {
    note(tenantId, keyId) {
      gathered.set(`${tenantId}/${keyId}`, { tenantId, keyId, lastUsedAt: new Date(clock.now()) });
    },
    async flush() {
      if (gathered.size === 0) return;
      const uses = gathered;
      gathered = new Map();
      try {
        await write([...uses.values()]);
      } catch (error) {
        gathered = new Map([...uses, ...gathered]);
        throw error;
      }
    },
  };
}
