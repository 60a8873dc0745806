// Accepts many creations at once: each is checked and committed by itself, so that one bad entry harms no
// other. With an Idempotency-Key each entry has a key of its own, made of it and the entry's place.
import type { Caller } from '../access-tokens/access-token.ts';
import { DomainError, type Fault } from '../errors.ts';
import type { AcceptedTeam, AcceptTeam } from './accept-team.ts';
import type { TeamRequest } from './check-request.ts';

/** An entry as it was read; an unreadable one carries why. */
export type BulkEntry =
  | { readonly request: TeamRequest; readonly shapeFaults: readonly Fault[] }
  | { readonly unreadable: DomainError };

export type BulkResult =
  | { readonly accepted: AcceptedTeam }
  /** The same error that this entry would get on its own. */
  | { readonly refused: unknown };

export type CreateTeams = (submission: {
  readonly caller: Caller;
  readonly entries: readonly BulkEntry[];
  readonly idempotencyKey: string | undefined;
  readonly requestId: string;
  readonly address: string;
}) => Promise<BulkResult[]>;

/** Checking so many entries takes some milliseconds; then other requests get their turn. */
const entriesPerTurn = 50;
/** No caller can send this character in a header: keys of entries and keys of callers are never the same. */
const separator = '\u001F';

/** @param world.yieldToOthers lets other work of the process go first */
export function createBulkCreation(world: {
  acceptTeam: AcceptTeam;
  yieldToOthers: () => Promise<void>;
}): CreateTeams {
  const { acceptTeam, yieldToOthers } = world;

  return async function createTeams({ entries, idempotencyKey, ...origin }) {
    const results: Promise<BulkResult>[] = [];
    for (const [index, entry] of entries.entries()) {
      if (index > 0 && index % entriesPerTurn === 0) await yieldToOthers();
      results.push(
        'unreadable' in entry
          ? Promise.resolve({ refused: entry.unreadable })
          : acceptTeam({
              ...origin,
              ...entry,
              idempotencyKey:
                idempotencyKey === undefined
                  ? undefined
                  : `bulk${separator}${index}${separator}${idempotencyKey}`,
            }).then(
              (accepted) => ({ accepted }),
              (error: unknown) => ({ refused: error }),
            ),
      );
    }
    return await Promise.all(results);
  };
}
