// One file of an archive of the audit log: a line of JSON for each seal with its entries, compressed by gzip. It has all
// that the proof of the chain needs.
import { gunzipSync, gzipSync } from 'node:zlib';
import type { ChainEntry, Seal } from './chain.ts';

export interface SealedEntries {
  readonly seal: Seal;
  readonly entries: readonly ChainEntry[];
}

type StoredSeal = Omit<Seal, 'entryHashes' | 'previousHash' | 'hash'> &
  Record<'entryHashes' | 'previousHash' | 'hash', string>;

/** Sorts like the positions. */
export function archiveFileName(firstPosition: number): string {
  return `${String(firstPosition).padStart(15, '0')}.jsonl.gz`;
}

export const archiveFilePattern = /^(\d{15})\.jsonl\.gz$/;

export function writeArchive(parts: readonly SealedEntries[]): Buffer {
  const lines = parts.map(({ seal, entries }) => {
    const stored: StoredSeal = {
      ...seal,
      entryHashes: seal.entryHashes.toString('base64'),
      previousHash: seal.previousHash.toString('base64'),
      hash: seal.hash.toString('base64'),
    };
    return `${JSON.stringify({ seal: stored, entries })}\n`;
  });
  return gzipSync(lines.join(''));
}

/** @throws Error if the file is damaged */
export function readArchive(content: Buffer): readonly SealedEntries[] {
  const lines = gunzipSync(content).toString('utf8').split('\n');
  return lines.slice(0, -1).map((line) => {
    const { seal, entries } = JSON.parse(line) as { seal: StoredSeal; entries: ChainEntry[] };
    const hashes = {
      entryHashes: Buffer.from(seal.entryHashes, 'base64'),
      previousHash: Buffer.from(seal.previousHash, 'base64'),
      hash: Buffer.from(seal.hash, 'base64'),
    };
    return { seal: { ...seal, ...hashes }, entries };
  });
}
