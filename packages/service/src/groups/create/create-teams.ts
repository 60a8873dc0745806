// Accepts many creations at once: each is checked and committed separately, so that one bad entry does not affect
// others. With an Idempotency-Key, each entry gets a key derived from it and the entry's place.
import type { Sender } from '../../ground/caller.ts';
import { DomainError } from '../../ground/errors.ts';
import { partOfKey, type RequestKey } from '../../ground/idempotency-key.ts';
import type { Rest } from '../../ground/turns.ts';
import { aliasKey } from '../../settings/naming/mail-nickname.ts';
import { type ReceivedRequest, validMembersOf } from './receive-request.ts';
import type { AcceptedTeam, CreateTeam } from './create-team.ts';

/** The request of an entry, or the reason why it is unreadable. */
export type BulkEntry =
  | { readonly received: ReceivedRequest }
  | { readonly unreadable: DomainError };

export type BulkResult =
  | { readonly accepted: AcceptedTeam }
  /** The same error that this entry would get on its own. */
  | { readonly refused: DomainError };

export interface BulkSubmission {
  readonly sender: Sender;
  readonly entries: readonly BulkEntry[];
  readonly key: RequestKey | undefined;
  /** Aborted when the caller's access ends: no further entry is accepted. */
  readonly signal: AbortSignal;
}

export type CreateTeams = ReturnType<typeof createBulkCreation>;

/** Faults of an entry that are listed at most. */
export const maxFaultsOfEntry = 50;

export function createBulkCreation(deps: {
  createTeam: CreateTeam;
  /** The alias that a request without mailNickName gets; undefined where it gets none, or one with a number. */
  renderAlias: (sender: Sender, received: ReceivedRequest) => string | undefined;
  rest: Rest;
  /** Called with errors that are defects of the service. */
  onError: (error: unknown) => void;
}) {
  const { createTeam, renderAlias, rest, onError } = deps;

  function refusal(error: unknown): BulkResult {
    if (error instanceof DomainError) return { refused: error };
    onError(error);
    const detail = 'The service failed unexpectedly. Send the entry again.';
    return { refused: new DomainError('internal_error', detail, { cause: error }) };
  }

  return async function createTeams(submission: BulkSubmission): Promise<BulkResult[]> {
    const { entries, key, signal, sender } = submission;
    const results: Promise<BulkResult>[] = [];
    const lastOfAlias = new Map<string, Promise<BulkResult>>();
    for (const [index, entry] of entries.entries()) {
      await rest();
      if ('unreadable' in entry) {
        results.push(Promise.resolve({ refused: entry.unreadable }));
        continue;
      }
      const accept = (): Promise<BulkResult> =>
        signal.aborted
          ? Promise.resolve({ refused: accessEnded() })
          : createTeam({
              sender,
              ...entry,
              maxFaults: maxFaultsOfEntry,
              key: partOfKey(key, 'bulk', index),
            }).then((accepted) => ({ accepted }), refusal);
      // The first of the entries with one alias gets it, however they are committed.
      const { mailNickName = renderAlias(sender, entry.received) } = validMembersOf(entry.received);
      const alias = mailNickName === undefined ? undefined : aliasKey(mailNickName);
      const before = alias === undefined ? undefined : lastOfAlias.get(alias);
      const result = before === undefined ? accept() : before.then(accept);
      if (alias !== undefined) lastOfAlias.set(alias, result);
      results.push(result);
    }
    return await Promise.all(results);
  };
}

function accessEnded(): DomainError {
  return new DomainError('invalid_token', 'The access of the caller ended before this entry.');
}
