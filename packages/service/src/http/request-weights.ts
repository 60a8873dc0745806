// The weight of requests and answers that cost more than others: it counts against the rate limit, and few costly
// requests of a caller and of a tenant are processed at once.
import type { FastifyInstance, FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify';
import type { SharedLimits } from '../ground/shared-limits.ts';
import { createConcurrentRequestLimit, type EnterOneOfFew } from './concurrent-requests.ts';
import type { RateLimit } from './rate-limit.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Takes the weight of a request from its caller's rate limit, once its body is known. A small request weighs
     * 1, which was taken before. Throws `rate_limited`, also if the caller or its tenant has several costly ones in
     * progress.
     */
    weighRequest: (request: FastifyRequest, reply: FastifyReply, weight: number) => void;
    /** Counts an export or a verification of a tenant until its answer is out; throws `rate_limited`. */
    enterExport: EnterOneOfFew;
  }
}

/** A request of this weight costs some tens of milliseconds of the processor. */
const costlyWeight = 25;
const mostOfCaller = 2;
/** A tenant may have many API keys. */
const mostOfTenant = 4;
/** They last as long as their reader takes. */
const mostExports = 2;
/** An administrator has a tenth of the requests of an API key, each of which may do as much. */
const weightOfAdministrators = 10;

/** So many bytes of an answer cost about as much as a small request. */
const bytesOfWeight = 64 * 1024;

/** @returns takes the weight of an answer, for routes whose callers are known */
export function decorateWithWeights(
  server: Pick<FastifyInstance, 'decorate'>,
  rateLimit: RateLimit | undefined,
  sharedLimits: SharedLimits | undefined,
): onSendHookHandler {
  const shared = sharedLimits?.holdings('costly requests');
  server.decorate(
    'enterExport',
    createConcurrentRequestLimit({
      most: mostExports,
      what: 'exports and verifications per tenant',
      shared: sharedLimits?.holdings('exports'),
    }),
  );
  const enterOfCaller = createConcurrentRequestLimit({
    most: mostOfCaller,
    what: 'costly requests per API key or administrator',
    shared,
  });
  const enterOfTenant = createConcurrentRequestLimit({
    most: mostOfTenant,
    what: 'costly requests per tenant',
    shared,
  });
  const costly = new WeakSet<FastifyRequest>();

  function payerOf({ caller, sessionHolder }: FastifyRequest, weight: number) {
    if (caller !== null) {
      return { tenantId: caller.tenantId, id: caller.apiKeyId, limit: rateLimit, weighs: weight };
    }
    if (sessionHolder === null) throw new Error('A public route has no weight.');
    const { tenantId, administratorId: id, rateLimit: limit } = sessionHolder;
    return { tenantId, id, limit, weighs: weight / weightOfAdministrators };
  }

  server.decorate('weighRequest', (request, reply, weight) => {
    if (weight < 2) return;
    const { tenantId, id, limit, weighs } = payerOf(request, weight);
    if (weight >= costlyWeight && !costly.has(request)) {
      enterOfCaller(id, reply);
      enterOfTenant(tenantId, reply);
      costly.add(request);
    }
    limit?.takeWeight(id, weighs, reply);
  });

  return function weighAnswer(request, _reply, payload, done) {
    const isText = typeof payload === 'string' || Buffer.isBuffer(payload);
    const weight = isText ? Math.floor(payload.length / bytesOfWeight) : 0;
    if (weight > 0 && (request.caller !== null || request.sessionHolder !== null)) {
      const { id, limit, weighs } = payerOf(request, weight);
      limit?.charge(id, weighs);
    }
    done(null, payload);
  };
}
