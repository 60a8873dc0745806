// Warns an operator who runs the service behind a proxy that TRUSTED_PROXIES does not list: then all callers
// share the proxy's address, in the log as in the limit on wrong credentials.
import type { FastifyRequest } from 'fastify';
import type { Clock } from '../ground/clock.ts';
import type { Log } from '../ground/log.ts';

const warnEveryMs = 60_000;

export function createForwardedForWatch(log: Log, clock: Clock): (request: FastifyRequest) => void {
  let quietUntil = Number.NEGATIVE_INFINITY;

  return function watchForwardedFor(request) {
    if (request.headers['x-forwarded-for'] === undefined) return;
    // Fastify lists only the peer if it does not trust it, and no address if it trusts no proxy at all.
    if ((request.ips?.length ?? 1) > 1) return;
    const now = clock.now();
    if (now < quietUntil) return;
    quietUntil = now + warnEveryMs;
    log.warn(
      { peer: request.socket.remoteAddress },
      'ignored X-Forwarded-For from a peer that TRUSTED_PROXIES does not list; if the peer is your proxy, add its address',
    );
  };
}
