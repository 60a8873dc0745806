// The weight of requests that cost more than others: it counts against the rate limit, and few costly ones of a caller
// are processed at once.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SharedHoldings } from '../ground/shared-limits.ts';
import { createConcurrentRequestLimit } from './concurrent-requests.ts';
import type { RateLimit } from './rate-limit.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Takes the weight of a request from its caller's rate limit, once its body is known. A small request weighs
     * 1, which was taken before. Those of administrators weigh nothing more. Throws `rate_limited`, also if the caller has several costly ones in progress.
     */
    weighRequest: (request: FastifyRequest, reply: FastifyReply, weight: number) => void;
  }
}

/** A request of this weight costs some tens of milliseconds of the processor. */
const costlyWeight = 25;
const maxCostlyRequests = 2;

export function decorateWithWeights(
  server: Pick<FastifyInstance, 'decorate'>,
  rateLimit: RateLimit | undefined,
  shared: SharedHoldings | undefined,
): void {
  const enterOneOfFew = createConcurrentRequestLimit({
    most: maxCostlyRequests,
    what: 'costly requests per API key',
    shared,
  });
  const costly = new WeakSet<FastifyRequest>();
  server.decorate('weighRequest', (request, reply, weight) => {
    if (weight < 2) return;
    // An administrator works at a page: each request counts as one.
    if (request.caller === null) return;
    const { apiKeyId } = request.caller;
    if (weight >= costlyWeight && !costly.has(request)) {
      enterOneOfFew(apiKeyId, reply);
      costly.add(request);
    }
    rateLimit?.takeWeight(apiKeyId, weight, reply);
  });
}
