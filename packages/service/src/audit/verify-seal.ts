// Proves one seal against the entries it names and the seal before it, and names the first entry that is
// not what it was.
import type { Rest } from '../ground/turns.ts';
import {
  entryHash,
  hashAt,
  hashBytes,
  sealHash,
  type ChainEntry,
  type ChainHead,
  type Seal,
} from './chain.ts';

export type BreakKind =
  | 'changed'
  | 'removed'
  | 'inserted'
  | 'reordered'
  | 'seal_changed'
  | 'seal_missing';

/** The first place where a chain is not what it was. */
export interface ChainBreak {
  readonly kind: BreakKind;
  readonly position: number;
  /** Undefined when no entry can be named. */
  readonly activityId: number | undefined;
  /** A sentence for the operator. */
  readonly detail: string;
}

/** @param found the remaining ones, in any order */
export async function verifySeal(
  head: ChainHead,
  seal: Seal,
  found: readonly ChainEntry[],
  rest: Rest,
): Promise<ChainBreak | undefined> {
  const entries = new Map(found.map((entry) => [entry.activityId, entry]));
  const { firstPosition, entryIds, entryHashes } = seal;
  const expected = head.position + 1;
  if (firstPosition !== expected) {
    const detail = `The seal that begins at position ${expected} is missing.`;
    return { kind: 'seal_missing', position: expected, activityId: undefined, detail };
  }
  let previous = head.hash;
  for (const [index, activityId] of entryIds.entries()) {
    await rest();
    const position = firstPosition + index;
    const entry = entries.get(activityId);
    const stored = hashAt(entryHashes, index);
    if (entry !== undefined && entryHash(previous, position, entry).equals(stored)) {
      previous = stored;
      continue;
    }
    return explain(seal, entries, index, previous);
  }
  if (entryHashes.length !== entryIds.length * hashBytes) {
    const position = firstPosition + entryIds.length;
    const detail = `The entry at position ${position} was removed from its seal.`;
    return { kind: 'removed', position, activityId: undefined, detail };
  }
  if (seal.previousHash.equals(head.hash) && sealHash(seal).equals(seal.hash)) return undefined;
  const detail = `The seal of the positions ${firstPosition} to ${firstPosition + entryIds.length - 1} was changed.`;
  return { kind: 'seal_changed', position: firstPosition, activityId: undefined, detail };
}

/** Explains why the hash of the entry at this index is not the stored one. */
function explain(
  seal: Seal,
  entries: ReadonlyMap<number, ChainEntry>,
  index: number,
  previous: Buffer,
): ChainBreak {
  const position = seal.firstPosition + index;
  const activityId = seal.entryIds[index];
  const found = { position, activityId };
  const entry = activityId === undefined ? undefined : entries.get(activityId);
  if (entry === undefined) {
    const detail = `The entry ${activityId} at position ${position} was removed.`;
    return { kind: 'removed', ...found, detail };
  }
  const stored = hashAt(seal.entryHashes, index);
  const belongsHere = [...entries.values()].find((other) =>
    entryHash(previous, position, other).equals(stored),
  );
  if (belongsHere === undefined) {
    const detail = `The entry ${activityId} at position ${position} was changed.`;
    return { kind: 'changed', ...found, detail };
  }
  if (seal.entryIds.length * hashBytes > seal.entryHashes.length) {
    const detail = `The entry ${activityId} was inserted at position ${position}.`;
    return { kind: 'inserted', ...found, detail };
  }
  const detail = `The entries were reordered: position ${position} has ${activityId} instead of ${belongsHere.activityId}.`;
  return { kind: 'reordered', ...found, detail };
}
