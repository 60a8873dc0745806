// Token buckets by key: each holds `capacity` tokens at most and refills steadily. Memory is bounded: full
// buckets are discarded first, then the oldest ones.
import type { Clock } from './clock.ts';
import type { SharedTakes } from './shared-limits.ts';

export interface TokenBuckets {
  /** Takes tokens, one unless said otherwise, and gives how many are left, or -1 when there were too few. */
  take(key: string, count?: number): number;
  /** Returns a token that was taken. */
  giveBack(key: string): void;
  /** Number of tokens, without taking one. */
  left(key: string): number;
  /** Milliseconds until so many tokens, one unless said otherwise, can be taken; 0 when there are. */
  nextAfterMs(key: string, count?: number): number;
  /** Milliseconds until the bucket is full. */
  fullAfterMs(key: string): number;
  readonly size: number;
}

interface Bucket {
  tokens: number;
  readAt: number;
}

export function createTokenBuckets(options: {
  readonly capacity: number;
  /** Time in which an empty bucket becomes full. */
  readonly refillMs: number;
  readonly most: number;
  readonly clock: Clock;
  /** Takes of other processes count, too. */
  readonly shared?: SharedTakes | undefined;
}): TokenBuckets {
  const { capacity, refillMs, most, clock, shared } = options;
  const buckets = new Map<string, Bucket>();
  const perMs = capacity / refillMs;

  const tokensAt = (bucket: Bucket, now: number): number =>
    Math.min(capacity, bucket.tokens + Math.max(0, now - bucket.readAt) * perMs);
  const left = (key: string): number => {
    const bucket = buckets.get(key);
    return bucket === undefined ? capacity : tokensAt(bucket, clock.now());
  };
  const makeRoom = (now: number): void => {
    for (const [key, bucket] of buckets) {
      if (tokensAt(bucket, now) >= capacity) buckets.delete(key);
    }
    // Half, so that the next making of room is far away and its cost is spread.
    let surplus = buckets.size - Math.floor(most / 2);
    for (const key of buckets.keys()) {
      if (surplus-- <= 0) break;
      buckets.delete(key);
    }
  };

  const bucketOf = (key: string): Bucket => {
    const now = clock.now();
    let bucket = buckets.get(key);
    if (bucket === undefined) {
      if (buckets.size >= most) makeRoom(now);
      bucket = { tokens: capacity, readAt: now };
      buckets.set(key, bucket);
    } else {
      bucket.tokens = tokensAt(bucket, now);
      bucket.readAt = now;
    }
    return bucket;
  };

  shared?.listen((key, count) => {
    const bucket = bucketOf(key);
    // Below zero, the takes of several processes met: the key waits longer.
    bucket.tokens = Math.max(-capacity, Math.min(capacity, bucket.tokens - count));
  });

  return {
    take(key, count = 1) {
      const bucket = bucketOf(key);
      if (bucket.tokens < count) return -1;
      bucket.tokens -= count;
      shared?.report(key, count);
      return Math.floor(bucket.tokens);
    },
    giveBack(key) {
      const bucket = buckets.get(key);
      if (bucket !== undefined) bucket.tokens = Math.min(capacity, bucket.tokens + 1);
      shared?.report(key, -1);
    },
    left: (key) => Math.max(0, Math.floor(left(key))),
    nextAfterMs: (key, count = 1) => Math.max(0, Math.ceil((count - left(key)) / perMs)),
    fullAfterMs: (key) => Math.max(0, Math.ceil((capacity - left(key)) / perMs)),
    get size() {
      return buckets.size;
    },
  };
}
