// Proves a tenant's whole chain, in bounded memory, and names the first entry that is not what it was.
import { DomainError } from '../ground/errors.ts';
import type { Rest } from '../ground/turns.ts';
import { hashAt, headAfter, type ChainEntry, type ChainHead, type Seal } from './chain.ts';
import { verifySeal, type ChainBreak } from './verify-seal.ts';

export interface ChainReader {
  /** Tenants that have activity or seals. */
  tenants(): Promise<readonly string[]>;
  /** The end of the part that was archived, or the empty chain: where this one begins. */
  start(tenantId: string): Promise<ChainStart>;
  /** Whether an entry says that the part before this place was archived. */
  hasArchiving(tenantId: string, start: ChainStart): Promise<boolean>;
  /** The seals from this position on, in their order, a few at a time. */
  seals(tenantId: string, fromPosition: number): Promise<readonly Seal[]>;
  entries(tenantId: string, activityIds: readonly number[]): Promise<readonly ChainEntry[]>;
  /** The first entry that is in no seal and does not wait for one. */
  findOutside(tenantId: string): Promise<number | undefined>;
}

export interface ChainStart extends ChainHead {
  /** It belongs to the last archived entry; undefined for the empty chain. */
  readonly entryHash?: Buffer;
}

/** A place of the chain that was noted down earlier, outside the database. */
export interface NotedHead {
  readonly position: number;
  /** Hexadecimal. */
  readonly hash: string;
}

export interface ChainReport {
  readonly tenantId: string;
  /** The position at which the proof begins; 0 for the whole chain. */
  readonly start: number;
  readonly head: ChainHead;
  /** Undefined: the chain is whole. */
  readonly broken: ChainBreak | undefined;
}

export function createVerifyChain({ reader, rest }: { reader: ChainReader; rest: Rest }) {
  /** @param noted the head as noted down earlier; proves that nothing was cut off at the end since */
  return async function verifyChain(tenantId: string, noted?: NotedHead): Promise<ChainReport> {
    const start = await reader.start(tenantId);
    const begun = { tenantId, start: start.position };
    let head: ChainHead = start;
    let notedIsMet = noted === undefined || isMetAt(start, noted);
    for (;;) {
      const seals = await reader.seals(tenantId, head.position + 1);
      for (const one of seals) {
        const entries = await reader.entries(tenantId, one.entryIds);
        const broken = await verifySeal(head, one, entries, rest);
        if (broken !== undefined) return { ...begun, head, broken };
        head = headAfter(one);
        if (noted !== undefined && noted.position <= head.position && !notedIsMet) {
          const stored = hashNoted(one, noted.position);
          if (!stored.includes(noted.hash.toLowerCase())) {
            return { ...begun, head, broken: notWhatWasNoted(noted) };
          }
          notedIsMet = true;
        }
      }
      if (seals.length === 0) break;
    }
    if (!notedIsMet && noted !== undefined) {
      const detail = `The chain ends at position ${head.position}, but position ${noted.position} was noted: later entries were cut off.`;
      const broken = {
        kind: 'removed',
        position: head.position + 1,
        activityId: undefined,
        detail,
      } as const;
      return { ...begun, head, broken };
    }
    const broken = (await unarchived(tenantId, start)) ?? (await outside(tenantId, head));
    return { ...begun, head, broken };
  };

  /** Only an archiving may take away the begin of a chain, and it writes an entry into what remains. */
  async function unarchived(tenantId: string, start: ChainStart): Promise<ChainBreak | undefined> {
    if (start.position === 0 || (await reader.hasArchiving(tenantId, start))) return undefined;
    const detail = `The chain begins after position ${start.position}, but no entry says that what precedes it was archived: it was removed.`;
    return { kind: 'removed', position: 1, activityId: undefined, detail };
  }

  async function outside(tenantId: string, head: ChainHead): Promise<ChainBreak | undefined> {
    const activityId = await reader.findOutside(tenantId);
    if (activityId === undefined) return undefined;
    const detail = `The entry ${activityId} is not part of the chain: it was inserted outside it, or its seal was removed.`;
    return { kind: 'inserted', position: head.position + 1, activityId, detail };
  }
}

/** Whether the chain begins at the noted place. @throws DomainError if the place is in the archive */
function isMetAt(start: ChainStart, { position, hash }: NotedHead): boolean {
  if (position === 0 || position > start.position) return position === 0;
  const atStart = [start.hash, start.entryHash].map((one) => one?.toString('hex'));
  if (position === start.position && atStart.includes(hash.toLowerCase())) return true;
  throw new DomainError(
    'validation_failed',
    `Position ${position} was archived. Prove it with operator audit verify-archive --noted.`,
  );
}

/** Valid hashes for a noted position: the entry's hash, and the seal's if it is the last one. */
function hashNoted(seal: Seal, position: number): string[] {
  const entry = hashAt(seal.entryHashes, position - seal.firstPosition).toString('hex');
  const isLast = position === headAfter(seal).position;
  return isLast ? [entry, seal.hash.toString('hex')] : [entry];
}

function notWhatWasNoted({ position }: NotedHead): ChainBreak {
  const detail = `The chain is consistent but differs from the noted one: position ${position} has another hash. It was rewritten at this position or before.`;
  return { kind: 'changed', position, activityId: undefined, detail };
}
