// Writes the ends of the chains to the log once an hour, so that a copy of the log can prove later that nothing
// was rewritten or cut off.
import type { ChainHead } from './chain.ts';

export interface HeadLog {
  note(heads: ReadonlyMap<string, ChainHead>): void;
  /** Writes the heads that have moved since the last time. */
  write(): void;
}

export function createHeadLog(
  writeLine: (line: { tenantId: string; position: number; hash: string }) => void,
): HeadLog {
  const moved = new Map<string, ChainHead>();
  return {
    note(heads) {
      for (const [tenantId, head] of heads) moved.set(tenantId, head);
    },
    write() {
      for (const [tenantId, { position, hash }] of moved) {
        writeLine({ tenantId, position, hash: hash.toString('hex') });
      }
      moved.clear();
    },
  };
}
