// An answer that took long is given only to a caller who may still have it: the right to it may have ended since
// the request was admitted.
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify';
import type { Clock } from '../ground/clock.ts';
import { setCommonHeaders } from './request-record.ts';
import { prepareProblem } from './problem.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** It is a time of a clock that never goes back. */
    admittedAt: number;
  }
}

/** With the 800 ms for which a copy of the configuration counts as fresh, it is a second. */
const lateAfterMs = 200;

/** Whether the right to the answer has to be looked at again. Without a caller, a session was admitted, or nobody. */
export const createIsLate =
  (clock: Clock) =>
  ({ caller, admittedAt }: FastifyRequest): boolean =>
    caller !== null && clock.now() - admittedAt >= lateAfterMs;

/** @param admitAgain rejects where the caller has lost the right to the answer */
export function createLateResponseCheck(
  isLate: (request: FastifyRequest) => boolean,
  admitAgain: (request: FastifyRequest) => Promise<void>,
  baseUrl: string,
): onSendHookHandler {
  return function checkLateResponse(request, reply, payload, done) {
    if (!isLate(request)) {
      done(null, payload);
      return;
    }
    void settle(admitAgain(request)).then((error) => {
      setImmediate(() => {
        if (error === undefined) {
          done(null, payload);
          return;
        }
        if (payload instanceof Readable) payload.destroy();
        removeHeaders(request, reply);
        // Replaced here and not thrown: the answer may be that of an error already, whose handler has run.
        done(null, prepareProblem(request, reply, error, baseUrl));
      });
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
  setCommonHeaders(request, reply);
}
