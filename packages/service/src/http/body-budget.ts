// Bounds the memory that bodies hold while they arrive and are worked on, in all and for each caller,
// and ends bodies that come too slowly. Bodies of the usual size pass by: connections bound them already.
import { Transform } from 'node:stream';
import type { FastifyReply, FastifyRequest, preParsingHookHandler } from 'fastify';
import type { Clock, Timers } from '../ground/clock.ts';
import { DomainError } from '../ground/errors.ts';
import type { SharedHoldings } from '../ground/shared-limits.ts';

const mebibyte = 1024 * 1024;
const defaultLimits = {
  processBytes: 128 * mebibyte,
  callerBytes: 32 * mebibyte,
  /** Bodies up to this length are not counted. */
  smallBytes: 16 * 1024,
  /** After this time, a body must have arrived at this speed on average. */
  graceMs: 5000,
  minBytesPerSecond: 100_000,
} as const;

export type BodyLimits = Readonly<Record<keyof typeof defaultLimits, number>>;

const retryAfterMs = 1000;
const checkEveryMs = 1000;
const toleratedLatenessMs = 100;

export interface BodyBudget {
  /** For routes that take a body; runs when the caller is known. */
  readonly countBody: preParsingHookHandler;
  /** Bytes that are counted at the moment. */
  bytesHeld(): number;
}

interface BudgetDeps {
  readonly clock: Clock;
  readonly timers: Timers;
  readonly callerOf: (request: FastifyRequest) => string;
  readonly limits?: BodyLimits;
  /** Bodies at other processes count, too. */
  readonly shared?: SharedHoldings | undefined;
}

/** @param deps.callerOf whose budget a request uses */
export function createBodyBudget(deps: BudgetDeps): BodyBudget {
  const { callerOf, limits = defaultLimits } = deps;
  const bytes = createByteCount(limits, deps.shared);

  /** The body as it comes, until it is whole, too slow, or more than the budget has left. */
  function follow(
    reply: FastifyReply,
    options: { readonly caller: string; readonly announced: number | undefined },
  ): Transform {
    const { caller, announced } = options;
    let taken = announced ?? 0;
    const end = (error: DomainError): void => {
      // The rest of the body is not waited for.
      reply.header('connection', 'close');
      body.destroy(error);
    };
    const speed = watchSpeed({ ...deps, limits }, () =>
      end(new DomainError('request_timeout', 'The body arrived too slowly.')),
    );
    const body = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        speed.receive(chunk.length);
        if (announced === undefined) {
          try {
            bytes.take(caller, chunk.length);
            taken += chunk.length;
          } catch (error) {
            end(error as DomainError);
            return;
          }
        }
        done(null, chunk);
      },
      flush(done) {
        speed.stop();
        done();
      },
    });
    reply.raw.once('close', () => {
      speed.stop();
      bytes.release(caller, taken);
    });
    return body;
  }

  return {
    bytesHeld: () => bytes.held(),
    countBody(request, reply, payload, done) {
      const length = request.headers['content-length'];
      const announced = length === undefined ? undefined : Number(length);
      const isChunked = request.headers['transfer-encoding'] !== undefined;
      const isCounted =
        announced === undefined
          ? isChunked
          : announced > limits.smallBytes &&
            // A length beyond the limit of the route is refused by Fastify.
            announced <= request.routeOptions.bodyLimit;
      if (!isCounted) {
        done(null, payload);
        return;
      }
      const caller = callerOf(request);
      try {
        if (announced !== undefined) bytes.take(caller, announced);
      } catch (error) {
        reply.header('connection', 'close');
        done(error as DomainError);
        return;
      }
      const body = follow(reply, { caller, announced });
      payload.once('error', (error) => body.destroy(error));
      done(null, payload.pipe(body));
    },
  };
}

/** Of all callers together: no key of a caller is empty. */
const everyone = '';

/** The bytes that are held now, in all and for each caller. */
function createByteCount(limits: BodyLimits, shared: SharedHoldings | undefined) {
  const elsewhere = (key: string) => shared?.heldByOthers(key) ?? 0;
  const report = (caller: string, change: number): void => {
    shared?.report(caller, change);
    shared?.report(everyone, change);
  };
  const heldByCaller = new Map<string, number>();
  let held = 0;
  return {
    held: () => held,
    /** Throws where the bytes do not fit. */
    take(caller: string, bytes: number): void {
      const ofCaller = heldByCaller.get(caller) ?? 0;
      if (ofCaller + elsewhere(caller) + bytes > limits.callerBytes) {
        const detail =
          'Your request bodies in progress are too large in total. Send fewer at once.';
        throw new DomainError('rate_limited', detail, { retryAfterMs });
      }
      if (held + elsewhere(everyone) + bytes > limits.processBytes) {
        const detail = 'The service is processing too many large request bodies. Try again later.';
        throw new DomainError('unavailable', detail, { retryAfterMs });
      }
      held += bytes;
      heldByCaller.set(caller, ofCaller + bytes);
      report(caller, bytes);
    },
    release(caller: string, bytes: number): void {
      held -= bytes;
      report(caller, -bytes);
      const left = (heldByCaller.get(caller) ?? 0) - bytes;
      if (left > 0) heldByCaller.set(caller, left);
      else heldByCaller.delete(caller);
    },
  };
}

/** Calls back once if a body has come too slowly since its start. */
function watchSpeed(
  { clock, timers, limits }: Required<Omit<BudgetDeps, 'callerOf' | 'shared'>>,
  onSlow: () => void,
) {
  let received = 0;
  let countedMs = 0;
  let checkedAt = clock.now();
  let intervalMs = limits.graceMs;
  let stop = timers.after(limits.graceMs, check);

  function check(): void {
    const sinceMs = clock.now() - checkedAt;
    checkedAt += sinceMs;
    // While the process itself was late, it did not read what had come.
    if (sinceMs <= intervalMs + toleratedLatenessMs) countedMs += sinceMs;
    intervalMs = checkEveryMs;
    const isSlow = received < (countedMs / 1000) * limits.minBytesPerSecond;
    if (countedMs >= limits.graceMs && isSlow) onSlow();
    else stop = timers.after(checkEveryMs, check);
  }

  return {
    receive(bytes: number): void {
      received += bytes;
    },
    stop: () => stop(),
  };
}
