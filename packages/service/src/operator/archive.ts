// Moves the older part of a tenant's audit log into files, with its seals. Each step is one file and one transaction: the
// file is on the disk and was proved before its rows are removed. A step that is cut short is done again.
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Actor } from '../audit/activity.ts';
import { archiveFileName, readArchive, writeArchive } from '../audit/archive-file.ts';
import type { SealedEntries } from '../audit/archive-file.ts';
import { archiveFiles } from '../audit/archive-reader.ts';
import { createArchiveStore } from '../audit/archive.postgres.ts';
import { createChainReader } from '../audit/chain-reader.postgres.ts';
import { headAfter, type ChainHead, type Seal } from '../audit/chain.ts';
import { verifySeal } from '../audit/verify-seal.ts';
import { withoutRest } from '../ground/turns.ts';
import { DomainError } from '../ground/errors.ts';
import { makeDirectories } from '../ground/make-directories.ts';
import type { Database, Queryable } from '../postgres/database.ts';
import { syncToDisk } from '../embedded/copy-files.ts';

/** A file has this many entries, and those of its last seal: few enough for one transaction. */
const entriesPerFile = 10_000;

export interface ArchiveRequest {
  readonly tenantId: string;
  /** Archives what was sealed before. */
  readonly before: Date;
  /** Has a directory for each tenant. */
  readonly directory: string;
  readonly actor: Actor;
}

export interface ArchiveReport {
  readonly tenantId: string;
  readonly archived: number;
  /** The end of the archive; undefined: there is none. */
  readonly head: ChainHead | undefined;
  /** Webhooks have to deliver what follows this position; undefined: they held nothing back. */
  readonly heldBackAt: number | undefined;
}

interface Step {
  readonly entries: number;
  readonly head: ChainHead;
  readonly heldBackAt: number | undefined;
}

/** @throws DomainError if the chain is broken, or the directory does not continue the archive */
export async function archiveActivity(
  owner: Database,
  request: ArchiveRequest,
  now: () => Date,
): Promise<ArchiveReport> {
  let archived = 0;
  for (;;) {
    const step = await owner.transaction((transaction) => archiveStep(transaction, request, now()));
    archived += step.entries;
    if (step.entries === 0) {
      const { head, heldBackAt } = step;
      const isNone = head.position === 0;
      return { tenantId: request.tenantId, archived, head: isNone ? undefined : head, heldBackAt };
    }
  }
}

async function archiveStep(
  transaction: Queryable,
  { tenantId, before, directory, actor }: ArchiveRequest,
  now: Date,
): Promise<Step> {
  const store = createArchiveStore(transaction);
  if (!(await store.lock())) {
    throw new DomainError('in_use', 'Another command archives the audit log.');
  }
  const reader = createChainReader({ database: transaction });
  const start = await reader.start(tenantId);
  const { newest, webhooks } = await store.limit(tenantId);
  const parts: SealedEntries[] = [];
  let head: ChainHead = start;
  let heldBackAt: number | undefined;
  let count = 0;
  collecting: while (count < entriesPerFile) {
    const seals = await reader.seals(tenantId, head.position + 1);
    for (const seal of seals) {
      const end = headAfter(seal).position;
      if (end > newest || new Date(seal.sealedAt) >= before) break collecting;
      if (webhooks !== null && end > webhooks) {
        heldBackAt = webhooks;
        break collecting;
      }
      const entries = await reader.entries(tenantId, seal.entryIds);
      head = await prove(head, { seal, entries });
      parts.push({ seal, entries });
      count += seal.entryIds.length;
      if (count >= entriesPerFile) break collecting;
    }
    if (seals.length === 0) break;
  }
  const [first, ...others] = parts.map(({ seal }) => seal);
  if (first === undefined) return { entries: 0, head: start, heldBackAt };
  await writeFile(directory, tenantId, parts, start);
  await store.remove([first, ...others] as [Seal, ...Seal[]], { actor, now });
  return { entries: count, head, heldBackAt };
}

/** @throws DomainError if the seal is not what it was: then nothing may be removed */
async function prove(head: ChainHead, { seal, entries }: SealedEntries): Promise<ChainHead> {
  const broken = await verifySeal(head, seal, entries, withoutRest);
  if (broken !== undefined) {
    throw new DomainError(
      'internal_error',
      `The audit log of ${seal.tenantId} is broken. ${broken.detail}`,
    );
  }
  return headAfter(seal);
}

/** Whole and on the disk, or not at all. Replaces the file of a step that was cut short. */
async function writeFile(
  directory: string,
  tenantId: string,
  parts: readonly SealedEntries[],
  start: ChainHead,
): Promise<void> {
  const place = join(directory, tenantId);
  makeDirectories(place, 0o700);
  requireContinued(directory, tenantId, start);
  const path = join(place, archiveFileName(start.position + 1));
  const draft = `${path}.partial`;
  writeFileSync(draft, writeArchive(parts), { mode: 0o600 });
  const file = openSync(draft, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  let head = start;
  for (const part of readArchive(readFileSync(draft))) head = await prove(head, part);
  renameSync(draft, path);
  syncToDisk(place);
}

/** @throws DomainError unless the newest file ends where the chain in the database begins */
function requireContinued(directory: string, tenantId: string, start: ChainHead): void {
  if (start.position === 0) return;
  const next = archiveFileName(start.position + 1);
  const previous = archiveFiles(directory, tenantId).findLast((name) => name < next);
  const last =
    previous === undefined
      ? undefined
      : readArchive(readFileSync(join(directory, tenantId, previous))).at(-1);
  if (last !== undefined && headAfter(last.seal).hash.equals(start.hash)) return;
  throw new DomainError(
    'validation_failed',
    `${directory} does not continue the archive of ${tenantId}: its newest file must end at position ${start.position}. Name the directory of the archive.`,
  );
}
