// The address of a caller, as limits, allow-lists, the log and the audit log have it. It is the peer of the connection,
// or, behind proxies that TRUSTED_PROXIES lists, the nearest address in X-Forwarded-For or Forwarded (RFC 7239) that is
// no such proxy. Each entry of these headers is read from the right, so what a caller wrote itself changes nothing.
import type { FastifyRequest } from 'fastify';
import type { Clock } from '../ground/clock.ts';
import { createIpRanges, readIpAddress } from '../ground/ip-address.ts';
import type { Log } from '../ground/log.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The address has its one spelling; `unknown` where a trusted proxy does not say it. `ip` is the peer of the connection. */
    readonly clientAddress: string;
  }
}

type RawRequest = Pick<FastifyRequest['raw'], 'headers' | 'socket'>;

export interface ClientAddresses {
  of(this: void, request: RawRequest): string;
  /** Warns an operator of a proxy that TRUSTED_PROXIES does not list: all its callers share its address. */
  watch(this: void, request: RawRequest): void;
}

const unknown = 'unknown';
const warnEveryMs = 60_000;

export function createClientAddresses(deps: {
  readonly trustedProxies: readonly string[];
  readonly log: Log;
  readonly clock: Clock;
}): ClientAddresses {
  const { log, clock } = deps;
  const trusted = createIpRanges(deps.trustedProxies);
  let quietUntil = Number.NEGATIVE_INFINITY;

  return {
    of({ headers, socket }) {
      const peer = readIpAddress(socket.remoteAddress ?? '') ?? unknown;
      const entries = forwardedBy(headers);
      if (entries === undefined || !trusted.contains(peer)) return peer;
      let nearest = peer;
      for (const entry of entries) {
        nearest = readNode(entry) ?? unknown;
        if (!trusted.contains(nearest)) break;
      }
      return nearest;
    },
    watch({ headers, socket }) {
      const name = ['x-forwarded-for', 'forwarded'].find((one) => headers[one] !== undefined);
      if (name === undefined || trusted.contains(socket.remoteAddress ?? '')) return;
      const now = clock.now();
      if (now < quietUntil) return;
      quietUntil = now + warnEveryMs;
      log.warn(
        { peer: socket.remoteAddress },
        `ignored ${name === 'forwarded' ? 'Forwarded' : 'X-Forwarded-For'} from a peer that TRUSTED_PROXIES does not list; if the peer is your proxy, add its address`,
      );
    },
  };
}

/** The entries from the nearest to the farthest. With both headers, X-Forwarded-For counts: most proxies write only this. */
function forwardedBy(headers: RawRequest['headers']): readonly string[] | undefined {
  const listed = [headers['x-forwarded-for']].flat().filter(isText);
  if (listed.length > 0) return entriesOf(listed.join());
  const { forwarded } = headers;
  return forwarded === undefined ? undefined : entriesOf(forwarded).map(forOf);
}

function isText(value: string | undefined): value is string {
  return value !== undefined;
}

/** A comma within quotes ends an entry, too: no address has one, and a quote that is left open hides no later entry. */
function entriesOf(header: string): string[] {
  return header
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .reverse();
}

const pair = /^[\w!#$%&'*+.^`|~-]+=(?:[\w!#$%&'*+.^`|~-]+|"[^"\\]*")$/;

/** The value of `for` in an element of Forwarded; empty where it has none, or is malformed anywhere. A pair may be missing. */
function forOf(element: string): string {
  const pairs = element
    .split(';')
    .map((one) => one.trim())
    .filter((one) => one !== '');
  if (!pairs.every((one) => pair.test(one))) return '';
  const [found, ...others] = pairs.filter((one) => /^for=/i.test(one));
  return found === undefined || others.length > 0 ? '' : found.slice(4).replaceAll('"', '');
}

/** The text may have quotes, brackets, a port and a zone. Undefined: it is no address. */
function readNode(text: string): string | undefined {
  const node = text.replace(/^"(.*)"$/, '$1');
  const bracketed = /^\[([^\]]*)\](?::[\w.-]+)?$/.exec(node)?.[1];
  if (bracketed !== undefined)
    return bracketed.includes(':') ? readIpAddress(bracketed) : undefined;
  // Some proxies write an IPv6 address with its port, but without brackets. The port then is a ninth group.
  return readIpAddress(node) ?? readIpAddress(node.replace(/:(?:\d+|_[\w.-]+)$/, ''));
}
