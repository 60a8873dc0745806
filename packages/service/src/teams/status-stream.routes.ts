// Server-sent events (WHATWG HTML, "Server-sent events"): the status of a creation, pushed at every change, while the
// caller has access. The stream is closed within a second after access is revoked.
import type { FastifyReply, FastifyRequest } from 'fastify';

import { DomainError } from '../foundation/errors.ts';
import type { AnswerHolder, HeldAnswers } from '../http/held-answers.ts';
import { isFinal } from '../provisioning/creation.ts';
import type { TeamStatus } from './team.ts';
import type { StatusWatch } from './watch-status.ts';

const commentEveryMs = 15_000;
const retryAfterMs = 2_000;
/** In one process. Each costs a socket and a look at the database now and then. */
const streamsPerTenant = 1_000;

export interface StatusStreams {
  /**
   * Takes the reply over and streams until the creation is final, the caller leaves, or its access is revoked.
   * @throws DomainError `rate_limited` if the tenant has too many streams
   */
  open(
    request: FastifyRequest,
    reply: FastifyReply,
    key: { tenantId: string; teamId: string },
    present: TeamStatus,
    holder: AnswerHolder,
  ): FastifyReply;
  /**
   * Ends every stream before a stop, including those whose request is in progress. Callers reconnect by
   * themselves, with Last-Event-ID.
   */
  endAll(): void;
}

/** @param deps.maxPerTenant 1,000 unless a test is content with fewer */
export function createStatusStreams(deps: {
  watch: StatusWatch;
  toAnswer: (status: TeamStatus) => object;
  heldAnswers: HeldAnswers;
  maxPerTenant?: number;
}): StatusStreams {
  const { watch, toAnswer, heldAnswers, maxPerTenant = streamsPerTenant } = deps;
  const open = new Set<() => void>();
  const openByTenant = new Map<string, number>();
  let isOver = false;

  function count(tenantId: string, change: 1 | -1): void {
    const streams = (openByTenant.get(tenantId) ?? 0) + change;
    if (streams === 0) openByTenant.delete(tenantId);
    else openByTenant.set(tenantId, streams);
  }

  return {
    open(request, reply, key, present, holder) {
      if ((openByTenant.get(key.tenantId) ?? 0) >= maxPerTenant) {
        throw new DomainError(
          'rate_limited',
          `This tenant has ${maxPerTenant} event streams open. Close some, or poll the status instead.`,
          { retryAfterMs },
        );
      }
      reply.hijack();
      const { raw } = reply;
      // A caller that has already hung up sends no `close` that would end the stream.
      if (raw.destroyed) return reply;
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (value !== undefined) raw.setHeader(name, value);
      }
      raw.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      });
      if (isOver || request.method === 'HEAD') {
        raw.end(`retry: ${retryAfterMs}\n\n`);
        return reply;
      }
      raw.write(`retry: ${retryAfterMs}\n\n`);
      const heartbeat = setInterval(() => raw.write(': still here\n\n'), commentEveryMs);
      // An id that was never given out must not hide the events to come.
      const seen = lastEventId(request);
      const unfollow = watch.follow(key, seen <= present.version ? seen : 0, {
        onStatus(status) {
          const data = JSON.stringify(toAnswer(status));
          raw.write(`id: ${status.version}\nevent: status\ndata: ${data}\n\n`);
          if (isFinal(status.status)) end();
        },
        // The caller comes back after a while and reads on from where it was.
        onError: () => end(),
      });
      const release = heldAnswers.hold(holder, end);
      function end(): void {
        if (!open.delete(end)) return;
        release();
        count(key.tenantId, -1);
        clearInterval(heartbeat);
        unfollow();
        raw.end();
      }
      open.add(end);
      count(key.tenantId, 1);
      raw.on('close', end);
      return reply;
    },
    endAll() {
      isOver = true;
      for (const end of open) end();
    },
  };
}

/** The version the caller saw last; 0 when it comes for the first time. */
export function lastEventId(request: FastifyRequest): number {
  const header = request.headers['last-event-id'];
  const id = typeof header === 'string' ? Number.parseInt(header, 10) : Number.NaN;
  return Number.isSafeInteger(id) && id > 0 ? id : 0;
}
