// Limits the number of costly requests of a caller that run at once.
import type { FastifyReply } from 'fastify';
import { DomainError } from '../ground/errors.ts';
import type { SharedHoldings } from '../ground/shared-limits.ts';

const retryAfterMs = 1000;

/** Counts a request until its answer is out or its caller gone; throws `rate_limited`. */
export type EnterOneOfFew = (caller: string, reply: FastifyReply) => void;

/** @param options.what the requests, as the end of a sentence */
export function createConcurrentRequestLimit(options: {
  readonly most: number;
  readonly what: string;
  /** Requests at other processes count, too. */
  readonly shared?: SharedHoldings | undefined;
}): EnterOneOfFew {
  const { most, what, shared } = options;
  const inFlight = new Map<string, number>();

  return function enter(caller, reply) {
    const count = inFlight.get(caller) ?? 0;
    if (count + (shared?.heldByOthers(caller) ?? 0) >= most) {
      const detail = `At most ${most} ${what} can run at the same time. Wait until one has finished.`;
      throw new DomainError('rate_limited', detail, { retryAfterMs });
    }
    inFlight.set(caller, count + 1);
    shared?.report(caller, 1);
    reply.raw.once('close', () => {
      shared?.report(caller, -1);
      const left = (inFlight.get(caller) ?? 0) - 1;
      if (left > 0) inFlight.set(caller, left);
      else inFlight.delete(caller);
    });
  };
}
