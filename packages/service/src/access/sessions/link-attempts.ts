// Bounds how often sign-in by link may fail from one address. Links cannot be guessed, but each try costs the
// database a statement.
import type { Clock } from '../../ground/clock.ts';
import { DomainError } from '../../ground/errors.ts';
import { networkOf } from '../tokens/failed-attempts.ts';
import type { SharedTakes } from '../../ground/shared-limits.ts';
import { createTokenBuckets } from '../../ground/token-buckets.ts';

/** Thirty failures of one address, then one more every 2 seconds. */
const peers = { capacity: 30, refillMs: 60_000, most: 50_000 } as const;

export interface LinkAttempts {
  /** Throws `too_many_failed_attempts` before the link is looked at. */
  begin(peer: string): void;
  /** The link was good: the attempt does not count. */
  succeed(peer: string): void;
}

export function createLinkAttempts(clock: Clock, shared?: SharedTakes): LinkAttempts {
  const buckets = createTokenBuckets({ ...peers, clock, shared });
  return {
    // Counted before the database is asked, so that attempts made at once are bounded too.
    begin(peer) {
      const address = networkOf(peer);
      if (buckets.take(address) >= 0) return;
      throw new DomainError(
        'too_many_failed_attempts',
        'Too many sign-ins with wrong links came from this address. Wait for the time in the Retry-After header.',
        { retryAfterMs: buckets.nextAfterMs(address) },
      );
    },
    succeed: (peer) => buckets.giveBack(networkOf(peer)),
  };
}
