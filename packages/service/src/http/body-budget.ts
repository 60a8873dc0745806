// Bounds the memory that bodies hold while they arrive and are worked on, and ends bodies that come too slowly. Bytes
// count when they arrive, so a body that is only announced holds nothing. Callers who are not known have a separate,
// small share and small bodies only: nothing that they send makes the service refuse a body of a known caller. The first
// bytes of a body are not counted: connections bound them already.
import { Transform } from 'node:stream';
import type { FastifyReply, preParsingHookHandler } from 'fastify';
import type { Clock, Timers } from '../ground/clock.ts';
import { DomainError } from '../ground/errors.ts';
import { networkOf } from '../ground/ip-address.ts';
import type { SharedHoldings } from '../ground/shared-limits.ts';

interface Share {
  readonly allBytes: number;
  /** It belongs to one tenant or network. */
  readonly callerBytes: number;
  readonly bodyBytes: number;
  /** The first bytes of each body, which are not counted. */
  readonly freeBytes: number;
}

const mebibyte = 1024 * 1024;
const defaultLimits = {
  known: {
    allBytes: 128 * mebibyte,
    callerBytes: 32 * mebibyte,
    bodyBytes: Number.POSITIVE_INFINITY,
    freeBytes: 16 * 1024,
  },
  anyone: {
    allBytes: 8 * mebibyte,
    callerBytes: 256 * 1024,
    bodyBytes: 16 * 1024,
    freeBytes: 2 * 1024,
  },
  /** After this time, a body must have arrived at this speed on average. */
  graceMs: 5000,
  minBytesPerSecond: 100_000,
} as const;

export interface BodyLimits {
  readonly known: Share;
  readonly anyone: Share;
  readonly graceMs: number;
  readonly minBytesPerSecond: number;
}

const retryAfterMs = 1000;
const checkEveryMs = 1000;
const toleratedLatenessMs = 100;

export interface BodyBudget {
  /** Routes that take a body use it. It runs when the caller is known. */
  readonly countBody: preParsingHookHandler;
  /** Bytes that are counted at the moment. */
  bytesHeld(): number;
}

interface BudgetDeps {
  readonly clock: Clock;
  readonly timers: Timers;
  readonly limits?: BodyLimits;
  /** Bodies at other processes count, too. */
  readonly shared?: SharedHoldings | undefined;
}

export function createBodyBudget(deps: BudgetDeps): BodyBudget {
  const { limits = defaultLimits, shared } = deps;
  const known = createByteCount('known', limits.known, shared);
  const anyone = createByteCount('anyone', limits.anyone, shared);

  /** The body as it comes, until it is whole, too slow, too large, or more than the budget has left. */
  function follow(reply: FastifyReply, caller: string, count: ByteCount): Transform {
    let received = 0;
    let taken = 0;
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
        received += chunk.length;
        const counted = Math.max(0, received - count.share.freeBytes) - taken;
        try {
          if (received > count.share.bodyBytes) throw bodyTooLarge();
          if (counted > 0) count.take(caller, counted);
        } catch (error) {
          end(error as DomainError);
          return;
        }
        taken += Math.max(0, counted);
        done(null, chunk);
      },
      flush(done) {
        speed.stop();
        done();
      },
    });
    reply.raw.once('close', () => {
      speed.stop();
      count.release(caller, taken);
    });
    return body;
  }

  return {
    bytesHeld: () => known.held() + anyone.held(),
    countBody(request, reply, payload, done) {
      const holderId = (request.caller ?? request.sessionHolder)?.tenantId;
      const count = holderId === undefined ? anyone : known;
      const length = request.headers['content-length'];
      const announced = length === undefined ? undefined : Number(length);
      const isChunked = request.headers['transfer-encoding'] !== undefined;
      if (announced === undefined ? !isChunked : announced <= count.share.freeBytes) {
        done(null, payload);
        return;
      }
      // A length beyond the limit of the route is refused by Fastify.
      if (announced !== undefined && announced > request.routeOptions.bodyLimit) {
        done(null, payload);
        return;
      }
      if (announced !== undefined && announced > count.share.bodyBytes) {
        reply.header('connection', 'close');
        done(bodyTooLarge());
        return;
      }
      const body = follow(reply, holderId ?? networkOf(request.clientAddress), count);
      payload.once('error', (error) => body.destroy(error));
      done(null, payload.pipe(body));
    },
  };
}

export function bodyTooLarge(): DomainError {
  return new DomainError('payload_too_large', 'The body is larger than this address allows.');
}

type ByteCount = ReturnType<typeof createByteCount>;

/** The bytes that are held now, of all callers of a share together and of each one. */
function createByteCount(
  name: 'known' | 'anyone',
  share: Share,
  shared: SharedHoldings | undefined,
) {
  const all = `${name}:`;
  const keyOf = (caller: string) => `${all}${caller}`;
  const elsewhere = (key: string) => shared?.heldByOthers(key) ?? 0;
  const report = (caller: string, change: number): void => {
    shared?.report(keyOf(caller), change);
    shared?.report(all, change);
  };
  const heldByCaller = new Map<string, number>();
  let held = 0;
  return {
    share,
    held: () => held,
    /** Throws where the bytes do not fit. */
    take(caller: string, bytes: number): void {
      const ofCaller = heldByCaller.get(caller) ?? 0;
      if (ofCaller + elsewhere(keyOf(caller)) + bytes > share.callerBytes) {
        const detail =
          'Your request bodies in progress are too large in total. Send fewer at once.';
        throw new DomainError('rate_limited', detail, { retryAfterMs });
      }
      if (held + elsewhere(all) + bytes > share.allBytes) {
        const detail = 'The service is processing too many large request bodies. Try again later.';
        throw new DomainError('unavailable', detail, { retryAfterMs });
      }
      held += bytes;
      heldByCaller.set(caller, ofCaller + bytes);
      report(caller, bytes);
    },
    release(caller: string, bytes: number): void {
      if (bytes === 0) return;
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
  { clock, timers, limits }: Required<Omit<BudgetDeps, 'shared'>>,
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
