// Limits the number of costly requests of a caller that run at once.
import type { FastifyReply } from 'fastify';
import { DomainError } from '../foundation/errors.ts';

const retryAfterMs = 1000;

/** Counts a request until its answer is out or its caller gone; throws `rate_limited`. */
export type EnterOneOfFew = (caller: string, reply: FastifyReply) => void;

/** @param options.what the requests, as the end of a sentence */
export function createConcurrentRequestLimit(options: {
  readonly most: number;
  readonly what: string;
}): EnterOneOfFew {
  const { most, what } = options;
  const inFlight = new Map<string, number>();

  return function enter(caller, reply) {
    const count = inFlight.get(caller) ?? 0;
    if (count >= most) {
      const detail = `At most ${most} ${what} can run at the same time. Wait until one has finished.`;
      throw new DomainError('rate_limited', detail, { retryAfterMs });
    }
    inFlight.set(caller, count + 1);
    reply.raw.once('close', () => {
      const left = (inFlight.get(caller) ?? 0) - 1;
      if (left > 0) inFlight.set(caller, left);
      else inFlight.delete(caller);
    });
  };
}
