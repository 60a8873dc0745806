// How many requests an API key may send, told in the fields of draft-ietf-httpapi-ratelimit-headers.
// Counted in this process: several processes on one database each allow the whole limit.
import type { FastifyReply } from 'fastify';
import type { Clock } from '../foundation/clock.ts';
import { DomainError } from '../foundation/errors.ts';
import { createTokenBuckets } from '../foundation/token-buckets.ts';

const windowMs = 60_000;
const maxKeys = 100_000;

/** Takes a request from the key's limit and says so in the headers; throws `rate_limited`. */
export type TakeRequest = (apiKeyId: string, reply: FastifyReply) => void;

export function createRateLimit(perMinute: number, clock: Clock): TakeRequest {
  const buckets = createTokenBuckets({
    capacity: perMinute,
    refillMs: windowMs,
    most: maxKeys,
    clock,
  });
  const policy = `"default";q=${perMinute};w=${windowMs / 1000}`;

  return function takeRequest(apiKeyId, reply) {
    const left = buckets.take(apiKeyId);
    const fullAfterSeconds = Math.ceil(buckets.fullAfterMs(apiKeyId) / 1000);
    reply.header('ratelimit-policy', policy);
    reply.header('ratelimit', `"default";r=${Math.max(0, left)};t=${fullAfterSeconds}`);
    if (left < 0) {
      throw new DomainError(
        'rate_limited',
        `This API key may send ${perMinute} requests a minute. Wait as Retry-After says.`,
        { retryAfterMs: buckets.nextAfterMs(apiKeyId) },
      );
    }
  };
}
