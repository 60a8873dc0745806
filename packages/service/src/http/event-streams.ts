// Server-sent events (WHATWG HTML, "Server-sent events"): a status, pushed at every change, while the caller has
// access. The stream is closed within a second after access is revoked.
import type { FastifyReply, FastifyRequest } from 'fastify';

import { DomainError } from '../ground/errors.ts';
import { negotiate } from './negotiation.ts';
import type { Subscriber, OpenResponses } from './open-responses.ts';

const commentEveryMs = 15_000;
const retryAfterMs = 2_000;
/** One process has no more. Each stream costs a socket and some 25 KiB. */
const streamsPerTenant = 1_000;

/** A status with the number of its latest change, which is the id of its event. */
interface Versioned {
  readonly version: number;
}

/**
 * @param deps.watch calls back with each status newer than a version; its result ends that
 * @param deps.maxPerTenant 1,000 unless a test needs fewer
 */
export function createEventStreams<
  Key extends { tenantId: string },
  Status extends Versioned,
>(deps: {
  watch: {
    follow(
      key: Key,
      afterVersion: number,
      listener: { onStatus: (status: Status) => void; onError: () => void },
    ): () => void;
  };
  isLast: (status: Status) => boolean;
  toResponse: (status: Status, key: Key) => object;
  /** Writes the data of an event, as it writes the answer without a stream. */
  schema: object;
  openResponses: OpenResponses;
  maxPerTenant?: number;
}) {
  const {
    watch,
    isLast,
    toResponse,
    schema,
    openResponses,
    maxPerTenant = streamsPerTenant,
  } = deps;
  /** One object: a route compiles a schema once. */
  const writtenSchema = { ...schema };
  const open = new Set<() => void>();
  const limit = createTenantLimit(maxPerTenant);
  let isOver = false;

  return {
    /**
     * Takes the reply over and streams until the status is final, the caller leaves, or its access is revoked.
     * @throws DomainError `rate_limited` if the tenant has too many streams
     */
    open(
      request: FastifyRequest,
      reply: FastifyReply,
      key: Key,
      present: Status,
      holder: Subscriber,
    ): FastifyReply {
      limit.require(key.tenantId);
      reply.hijack();
      const { raw } = reply;
      // A caller that has already hung up sends no `close` that would end the stream.
      if (raw.destroyed) return reply;
      writeHead(reply);
      if (isOver || request.method === 'HEAD') {
        raw.end(`retry: ${retryAfterMs}\n\n`);
        return reply;
      }
      raw.write(`retry: ${retryAfterMs}\n\n`);
      const serialize = reply.compileSerializationSchema(writtenSchema);
      const heartbeat = setInterval(() => raw.write(': still here\n\n'), commentEveryMs);
      // An id that was never given out must not hide the events to come.
      const seen = lastEventId(request);
      const unfollow = watch.follow(key, seen <= present.version ? seen : 0, {
        onStatus(status) {
          const data = serialize(toResponse(status, key) as never);
          raw.write(`id: ${status.version}\nevent: status\ndata: ${data}\n\n`);
          if (isLast(status)) end();
        },
        // The caller comes back after a while and reads on from where it was.
        onError: () => end(),
      });
      const release = openResponses.subscribe(holder, end);
      function end(): void {
        if (!open.delete(end)) return;
        release();
        leave();
        clearInterval(heartbeat);
        unfollow();
        raw.end();
      }
      open.add(end);
      const leave = limit.enter(key.tenantId);
      raw.on('close', end);
      return reply;
    },
    /**
     * Ends every stream before a stop, including those whose request is in progress. Callers reconnect by
     * themselves, with Last-Event-ID.
     */
    endAll(): void {
      isOver = true;
      for (const end of open) end();
    },
  };
}

/** Counts the open streams of each tenant. */
function createTenantLimit(max: number) {
  const openByTenant = new Map<string, number>();

  function count(tenantId: string, change: 1 | -1): void {
    const streams = (openByTenant.get(tenantId) ?? 0) + change;
    if (streams === 0) openByTenant.delete(tenantId);
    else openByTenant.set(tenantId, streams);
  }

  return {
    require(tenantId: string): void {
      if ((openByTenant.get(tenantId) ?? 0) < max) return;
      throw new DomainError(
        'rate_limited',
        `This tenant has ${max} event streams open. Close some, or poll the status instead.`,
        { retryAfterMs },
      );
    },
    enter(tenantId: string): () => void {
      count(tenantId, 1);
      return () => count(tenantId, -1);
    },
  };
}

function writeHead(reply: FastifyReply): void {
  const { raw } = reply;
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) raw.setHeader(name, value);
  }
  raw.writeHead(200, {
    'content-type': `${eventStream}; charset=utf-8`,
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
}

export const eventStream = 'text/event-stream';

export function prefersStream({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const { accept = '' } = headers;
  // A wildcard alone asks for no stream.
  const isNamed = accept.toLowerCase().includes(eventStream);
  return isNamed && negotiate(accept, [eventStream, 'application/json']) === eventStream;
}

/** The version the caller saw last; 0 when it comes for the first time. */
export function lastEventId(request: FastifyRequest): number {
  const header = request.headers['last-event-id'];
  return typeof header === 'string' && /^[0-9]{1,15}$/.test(header) ? Number(header) : 0;
}
