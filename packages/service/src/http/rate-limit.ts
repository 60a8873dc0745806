// The rate limit of a caller, shown in the fields of draft-ietf-httpapi-ratelimit-headers. A request takes one on
// arrival, and the rest of its weight once its body is known. The processes of one supervisor count together; several
// services on one database each allow the whole limit.
import type { Clock } from '../ground/clock.ts';
import { DomainError } from '../ground/errors.ts';
import type { SharedTakes } from '../ground/shared-limits.ts';
import { createTokenBuckets } from '../ground/token-buckets.ts';

const windowMs = 60_000;
const maxKeys = 100_000;

/** Takes headers of an answer. */
export interface HeaderSink {
  header(name: string, value: string): unknown;
}

export interface RateLimit {
  /** Takes a request from the caller's limit and says so in the headers; throws `rate_limited`. */
  take(this: void, caller: string, answer: HeaderSink): void;
  /** Takes what a request weighs beyond the one that it took before. More than the whole limit takes all of it. */
  takeWeight(this: void, caller: string, weight: number, answer: HeaderSink): void;
  /** Takes what an answer weighs, as far as it is there: the answer is made already. */
  charge(this: void, caller: string, weight: number): void;
}

/** @param options.whose what the limit is of, as the subject of a sentence */
export function createRateLimit(options: {
  readonly perMinute: number;
  readonly clock: Clock;
  readonly subject: 'This API key' | 'This administrator';
  readonly shared?: SharedTakes | undefined;
}): RateLimit {
  const { perMinute, clock, subject, shared } = options;
  const buckets = createTokenBuckets({
    capacity: perMinute,
    refillMs: windowMs,
    most: maxKeys,
    clock,
    shared,
  });
  const policy = `"default";q=${perMinute};w=${windowMs / 1000}`;

  function takeCount(caller: string, count: number, answer: HeaderSink): void {
    const left = buckets.take(caller, count);
    const available = left < 0 ? buckets.left(caller) : left;
    const fullAfterSeconds = Math.ceil(buckets.fullAfterMs(caller) / 1000);
    answer.header('ratelimit-policy', policy);
    answer.header('ratelimit', `"default";r=${available};t=${fullAfterSeconds}`);
    if (left >= 0) return;
    const weighs = count === 1 ? '' : `, and this one counts as ${count + 1}`;
    throw new DomainError(
      'rate_limited',
      `${subject} may send ${perMinute} requests per minute${weighs}. Wait for the time in the Retry-After header.`,
      { retryAfterMs: buckets.nextAfterMs(caller, count) },
    );
  }

  return {
    take: (caller, answer) => takeCount(caller, 1, answer),
    takeWeight(caller, weight, answer) {
      const beyond = Math.min(Math.floor(weight), perMinute) - 1;
      if (beyond > 0) takeCount(caller, beyond, answer);
    },
    charge(caller, weight) {
      const count = Math.min(Math.floor(weight), buckets.left(caller));
      if (count > 0) buckets.take(caller, count);
    },
  };
}
