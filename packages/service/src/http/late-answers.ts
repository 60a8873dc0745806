// An answer that took long is given only to a caller who may still have it: the right to it may have ended since
// the request was admitted.
import type { FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify';
import type { Clock } from '../foundation/clock.ts';
import { setConstantHeaders } from './constant-headers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** By a clock that never goes back; infinite once nothing is left to check. */
    admittedAt: number;
  }
}

/** With the 800 ms for which a copy of the configuration counts as fresh it is a second. */
const lateAfterMs = 200;

/** @param admitAgain rejects where the caller has lost the right to the answer */
export function createLateAnswerCheck(
  clock: Clock,
  admitAgain: (request: FastifyRequest) => Promise<void>,
): onSendHookHandler {
  return function checkLateAnswer(request, reply, payload, done) {
    if (clock.now() - request.admittedAt < lateAfterMs) {
      done(null, payload);
      return;
    }
    // The refusal is an answer, too.
    request.admittedAt = Number.POSITIVE_INFINITY;
    void settle(admitAgain(request)).then((error) => {
      if (error !== undefined) removeHeaders(request, reply);
      setImmediate(() => (error === undefined ? done(null, payload) : done(error)));
    });
  };
}

async function settle(admission: Promise<void>): Promise<Error | undefined> {
  try {
    await admission;
    return undefined;
  } catch (error) {
    return error as Error;
  }
}

/** Removes the headers that the route set, for example its address. */
function removeHeaders(request: FastifyRequest, reply: FastifyReply): void {
  for (const name of Object.keys(reply.getHeaders())) reply.removeHeader(name);
  setConstantHeaders(request, reply);
}
