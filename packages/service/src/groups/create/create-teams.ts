// Accepts many creations at once: each is checked and committed separately, so that one bad entry does not affect
// others. With an Idempotency-Key, each entry gets a key derived from it and the entry's place. Few entries are read at a
// time, because other requests wait while the memory of many values is collected.
import type { Sender } from '../../ground/caller.ts';
import { DomainError } from '../../ground/errors.ts';
import { partOfKey, type RequestKey } from '../../ground/idempotency-key.ts';
import type { BeginWork } from '../../ground/turns.ts';
import type { AcceptedTeam } from './create-team.ts';

/** An entry that is read when its turn comes, or the reason why it is unreadable. */
export type BulkEntry<Received> =
  | { readonly bytes: number; readonly read: () => Received }
  | { readonly unreadable: DomainError };

export type BulkResult<Accepted = AcceptedTeam> =
  | { readonly accepted: Accepted }
  /** The same error that this entry would get on its own. */
  | { readonly refused: DomainError };

export interface BulkSubmission<Received> {
  readonly sender: Sender;
  readonly entries: readonly BulkEntry<Received>[];
  readonly key: RequestKey | undefined;
  /** Aborted when the caller's access ends: no further entry is accepted. */
  readonly signal: AbortSignal;
}

export type CreateTeams<Received, Accepted = AcceptedTeam> = (
  submission: BulkSubmission<Received>,
) => Promise<BulkResult<Accepted>[]>;

/** Faults of an entry that are listed at most. */
export const maxFaultsOfEntry = 50;

/** A bulk has so many bytes of entries in progress: two commits, and what follows them. */
const mostBytesInProgress = 64 * 1024;

export function createBulkCreation<Received, Accepted = AcceptedTeam>(deps: {
  createTeam: (submission: {
    readonly sender: Sender;
    readonly received: Received;
    readonly maxFaults: number;
    readonly key: RequestKey | undefined;
    readonly signal: AbortSignal;
  }) => Promise<Accepted>;
  /** The thing that only one entry can have, such as its alias; undefined: there is none. */
  claimOf: (sender: Sender, received: Received) => string | undefined;
  beginWork: BeginWork;
  /** Called with errors that are defects of the service. */
  onError: (error: unknown) => void;
}): CreateTeams<Received, Accepted> {
  const { createTeam, claimOf, beginWork, onError } = deps;

  function refusal(error: unknown): BulkResult<Accepted> {
    if (error instanceof DomainError) return { refused: error };
    onError(error);
    const detail = 'The service failed unexpectedly. Send the entry again.';
    return { refused: new DomainError('internal_error', detail, { cause: error }) };
  }

  return async function createTeams(submission) {
    const { entries, key, signal, sender } = submission;
    const results: Promise<BulkResult<Accepted>>[] = [];
    const lastOfClaim = new Map<string, Promise<BulkResult<Accepted>>>();
    const rest = beginWork();
    let bytesInProgress = 0;
    let onDone = (): void => undefined;
    const hasRoomFor = (bytes: number) =>
      bytesInProgress === 0 || bytesInProgress + bytes <= mostBytesInProgress;
    for (const [index, entry] of entries.entries()) {
      await rest();
      if ('unreadable' in entry) {
        results.push(Promise.resolve({ refused: entry.unreadable }));
        continue;
      }
      const { bytes, read } = entry;
      while (!hasRoomFor(bytes)) {
        await new Promise<void>((resolve) => (onDone = resolve));
      }
      bytesInProgress += bytes;
      const received = read();
      const accept = (): Promise<BulkResult<Accepted>> =>
        signal.aborted
          ? Promise.resolve({ refused: accessEnded() })
          : createTeam({
              sender,
              received,
              maxFaults: maxFaultsOfEntry,
              key: partOfKey(key, 'bulk', index),
              signal,
            }).then((accepted) => ({ accepted }), refusal);
      // The first of the entries with one claim gets it, however they are committed.
      const claim = claimOf(sender, received);
      const before = claim === undefined ? undefined : lastOfClaim.get(claim);
      const result = before === undefined ? accept() : before.then(accept);
      if (claim !== undefined) lastOfClaim.set(claim, result);
      const release = (): void => {
        bytesInProgress -= bytes;
        onDone();
      };
      void result.then(release, release);
      results.push(result);
    }
    return await Promise.all(results);
  };
}

function accessEnded(): DomainError {
  return new DomainError('invalid_token', 'The access of the caller ended before this entry.');
}
