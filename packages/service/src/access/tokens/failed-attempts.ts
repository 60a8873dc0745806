// Limits wrong credentials by the pair of API key and peer address, and by peer address. Right credentials do not count,
// so no one can lock a rightful caller out, not even from behind the same address.
import type { AttemptBudget } from './request-token.ts';
import type { Clock } from '../../ground/clock.ts';
import { DomainError } from '../../ground/errors.ts';
import type { SharedLimits } from '../../ground/shared-limits.ts';
import { createTokenBuckets } from '../../ground/token-buckets.ts';

/** Ten failures of one pair, then one more every 30 seconds. */
const pairs = { capacity: 10, refillMs: 300_000, most: 50_000 } as const;
/** A hundred failures of one address, whatever the keys, then one more every 3 seconds. */
const peers = { capacity: 100, refillMs: 300_000, most: 50_000 } as const;

export function createFailedAttempts(clock: Clock, sharedLimits?: SharedLimits): AttemptBudget {
  const byPair = createTokenBuckets({
    ...pairs,
    clock,
    shared: sharedLimits?.takes('wrong credentials of a key'),
  });
  const byPeer = createTokenBuckets({
    ...peers,
    clock,
    shared: sharedLimits?.takes('wrong credentials'),
  });

  return {
    take(apiKeyId, peer) {
      const address = networkOf(peer);
      const pair = pairOf(apiKeyId, address);
      const waitMs = Math.max(byPair.nextAfterMs(pair), byPeer.nextAfterMs(address));
      if (waitMs > 0) {
        throw new DomainError(
          'too_many_failed_attempts',
          'Too many token requests with wrong credentials came from this address. Wait for the time in the Retry-After header.',
          { retryAfterMs: waitMs },
        );
      }
      byPair.take(pair);
      byPeer.take(address);
      return {
        giveBack() {
          byPair.giveBack(pair);
          byPeer.giveBack(address);
        },
      };
    },
  };
}

function pairOf(apiKeyId: string, address: string): string {
  // The id is whatever a caller sent: cut, so that it cannot fill the memory.
  return `${address} ${apiKeyId.slice(0, 64).toLowerCase()}`;
}

/** An IPv6 caller holds at least a /64, so its addresses count as one. */
export function networkOf(whole: string): string {
  // Behind proxies that trust each other it is whatever a caller wrote: cut, for the same reason.
  const peer = whole.slice(0, 64);
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(peer)?.[1];
  if (mapped !== undefined) return mapped;
  if (!peer.includes(':')) return peer;
  const [head = '', tail] = peer.split('%', 1)[0]?.toLowerCase().split('::') ?? [];
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const gap = tail === undefined ? 0 : Math.max(0, 8 - front.length - back.length);
  const groups = [...front, ...Array.from({ length: gap }, () => '0'), ...back];
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
