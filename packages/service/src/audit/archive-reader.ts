// Reads the archive of a tenant's audit log as a chain, so that it is proved like the one in the database.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  archiveFileName,
  archiveFilePattern,
  readArchive,
  type SealedEntries,
} from './archive-file.ts';
import { emptyChain } from './chain.ts';
import type { ChainReader } from './verify-chain.ts';

/** The names of a tenant's files in their order; none where there is no directory. */
export function archiveFiles(directory: string, tenantId: string): readonly string[] {
  try {
    const names = readdirSync(join(directory, tenantId));
    return names.filter((name) => archiveFilePattern.test(name)).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Holds one file at a time. @param directory of the archive, with a directory for each tenant */
export function createArchiveReader(directory: string): ChainReader {
  let read: { readonly path: string; readonly parts: readonly SealedEntries[] } | undefined;
  const names = new Map<string, readonly string[]>();

  /** The list begins with the file that may hold this position. */
  function filesFrom(tenantId: string, position: number): readonly string[] {
    const all = names.get(tenantId) ?? archiveFiles(directory, tenantId);
    names.set(tenantId, all);
    const first = all.findLastIndex((name) => name <= archiveFileName(position));
    return all.slice(Math.max(first, 0));
  }

  function partsOf(tenantId: string, name: string): readonly SealedEntries[] {
    const path = join(directory, tenantId, name);
    if (read?.path !== path) read = { path, parts: readArchive(readFileSync(path)) };
    return read.parts;
  }

  return {
    tenants: async () =>
      readdirSync(directory).filter((tenantId) => archiveFiles(directory, tenantId).length > 0),
    start: async () => emptyChain,
    hasArchiving: async () => true,
    async seals(tenantId, fromPosition) {
      for (const name of filesFrom(tenantId, fromPosition)) {
        // A chain with a gap is read on, and its proof names the gap.
        const seals = partsOf(tenantId, name).map(({ seal }) => seal);
        const rest = seals.filter(({ firstPosition }) => firstPosition >= fromPosition);
        if (rest.length > 0) return rest;
      }
      return [];
    },
    async entries(_, activityIds) {
      const wanted = new Set(activityIds);
      const entries = read?.parts.flatMap((part) => part.entries) ?? [];
      return entries.filter(({ activityId }) => wanted.has(activityId));
    },
    // Nothing is in a file beside the entries of its seals, or the proof of the seal fails.
    findOutside: async () => undefined,
  };
}
