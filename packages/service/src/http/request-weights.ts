// The weight of requests and answers that cost more than others: it counts against the rate limit, and few costly
// requests of a caller and of a tenant are processed at once.
import type { FastifyInstance, FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify';
import type { SharedLimits, SharedHoldings } from '../ground/shared-limits.ts';
import type { RateLimit } from './rate-limit.ts';
import { DomainError } from '../ground/errors.ts';

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

/** This number of bytes of an answer costs about as much as a small request. */
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

// Limits the number of costly requests of a caller that run at once.
const retryAfterMs = 1000;

/** Counts a request until its answer is out or its caller gone; throws `rate_limited`. */
type EnterOneOfFew = (caller: string, reply: FastifyReply) => void;

/** @param options.what the requests, as the end of a sentence */
function createConcurrentRequestLimit(options: {
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
