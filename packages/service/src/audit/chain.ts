// The hash chain over a tenant's activity. Each entry's hash covers the entry, its position and the hash of the entry
// before. To change, remove, insert or reorder one, an attacker must also forge every later hash.
import { hash } from 'node:crypto';
import { canonicalJson } from '../ground/canonical-json.ts';

/** An entry as it is hashed: every column, in the forms that the database gives without loss. */
export interface ChainEntry {
  readonly tenantId: string;
  readonly activityId: number;
  /** UTC with microseconds: 2026-11-21T03:04:05.678901Z. */
  readonly occurredAt: string;
  readonly actorKind: string;
  readonly actorId: string;
  readonly address: string | null;
  readonly requestId: string | null;
  readonly action: string;
  readonly subjectKind: string;
  readonly subjectId: string;
  readonly data: unknown;
}

export interface Seal {
  readonly tenantId: string;
  readonly firstPosition: number;
  readonly entryIds: readonly number[];
  /** 32 bytes for each entry. */
  readonly entryHashes: Buffer;
  readonly previousHash: Buffer;
  readonly hash: Buffer;
  /** ISO 8601 with milliseconds, UTC. */
  readonly sealedAt: string;
}

/** The end of a tenant's chain. */
export interface ChainHead {
  /** It belongs to the last entry; 0 when there is none. */
  readonly position: number;
  readonly hash: Buffer;
}

/** The place of an entry in the chain. */
export interface EntryProof {
  readonly position: number;
  /** Hexadecimal. */
  readonly hash: string;
  /** Whether the entry and the hash before it give this hash. */
  readonly isIntact: boolean;
}

export const hashBytes = 32;
export const emptyChain: ChainHead = { position: 0, hash: Buffer.alloc(hashBytes) };

/** The hash of an entry at a position, after the hash of the entry before it. */
export function entryHash(previous: Buffer, position: number, entry: ChainEntry): Buffer {
  const text = canonicalJson([
    position,
    entry.tenantId,
    entry.activityId,
    entry.occurredAt,
    entry.actorKind,
    entry.actorId,
    entry.address,
    entry.requestId,
    entry.action,
    entry.subjectKind,
    entry.subjectId,
    entry.data,
  ]);
  return hash('sha256', Buffer.concat([previous, Buffer.from(text)]), 'buffer');
}

/** Gives the entries, which are one tenant's, the positions after the head. */
export function seal(
  head: ChainHead,
  entries: readonly [ChainEntry, ...ChainEntry[]],
  sealedAt: string,
): Seal {
  const firstPosition = head.position + 1;
  const hashes: Buffer[] = [];
  let previous = head.hash;
  for (const [index, entry] of entries.entries()) {
    previous = entryHash(previous, firstPosition + index, entry);
    hashes.push(previous);
  }
  const unsigned = {
    tenantId: entries[0].tenantId,
    firstPosition,
    entryIds: entries.map(({ activityId }) => activityId),
    entryHashes: Buffer.concat(hashes),
    previousHash: head.hash,
    sealedAt,
  };
  return { ...unsigned, hash: sealHash(unsigned) };
}

/** The hash of a seal: of all that it holds. The next seal's first entry builds on it. */
export function sealHash(unsigned: Omit<Seal, 'hash'>): Buffer {
  const { tenantId, firstPosition, entryIds, entryHashes, previousHash, sealedAt } = unsigned;
  const text = canonicalJson([tenantId, firstPosition, entryIds, sealedAt]);
  return hash('sha256', Buffer.concat([previousHash, entryHashes, Buffer.from(text)]), 'buffer');
}

export function headAfter(last: Seal): ChainHead {
  return { position: last.firstPosition + last.entryIds.length - 1, hash: last.hash };
}

export function hashAt(entryHashes: Buffer, index: number): Buffer {
  return entryHashes.subarray(index * hashBytes, (index + 1) * hashBytes);
}
