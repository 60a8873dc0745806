// Limits wrong secrets from one address: wrong credentials, links and session cookies, unknown tenants. A secret is always looked at
// first, and only a wrong one counts and may be refused, so nobody can lock out a rightful caller behind the same address.
import type { Clock } from '../ground/clock.ts';
import { DomainError } from '../ground/errors.ts';
import { networkOf } from '../ground/ip-address.ts';
import type { SharedLimits } from '../ground/shared-limits.ts';
import { createTokenBuckets } from '../ground/token-buckets.ts';

export interface WrongSecrets {
  /**
   * Counts a wrong secret of an API key, or of anything else.
   * @throws DomainError `too_many_failed_attempts` beyond the limit
   */
  count(peer: string, apiKeyId?: string): void;
}

const most = 50_000;
const subjects = {
  credentials: 'token requests with wrong credentials',
  'sign-in links': 'sign-ins with wrong links',
  'decision links': 'requests with wrong links',
  'session cookies': 'requests with unknown sessions',
  tenants: 'requests for unknown tenants',
} as const;

/** Thirty from one address, then one more every 2 seconds. */
const few = { capacity: 30, refillMs: 60_000, most } as const;
/** A hundred wrong credentials or cookies from one address, whatever the keys, then one more every 3 seconds. */
const many = { capacity: 100, refillMs: 300_000, most } as const;
/** Ten of one key and address, then one more every 30 seconds. */
const ofOneKey = { capacity: 10, refillMs: 300_000, most } as const;

export function createWrongSecrets(
  what: keyof typeof subjects,
  { clock, shared }: { readonly clock: Clock; readonly shared?: SharedLimits | undefined },
): WrongSecrets {
  const byPeer = createTokenBuckets({
    ...(what === 'credentials' || what === 'session cookies' ? many : few),
    clock,
    shared: shared?.takes(`wrong ${what}`),
  });
  const byKey = createTokenBuckets({
    ...ofOneKey,
    clock,
    shared: shared?.takes(`wrong ${what} of a key`),
  });

  return {
    count(peer, apiKeyId) {
      const address = networkOf(peer);
      // The id is any text that a caller sent: cut, so that it cannot fill the memory.
      const key = apiKeyId && `${address} ${apiKeyId.slice(0, 64).toLowerCase()}`;
      const waitMs = Math.max(
        byPeer.nextAfterMs(address),
        key === undefined ? 0 : byKey.nextAfterMs(key),
      );
      if (waitMs > 0) {
        throw new DomainError(
          'too_many_failed_attempts',
          `Too many ${subjects[what]} came from this address. Wait for the time in the Retry-After header.`,
          { retryAfterMs: waitMs },
        );
      }
      byPeer.take(address);
      if (key !== undefined) byKey.take(key);
    },
  };
}
