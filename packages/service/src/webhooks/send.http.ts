// Sends one message to an endpoint. What is connected to is checked when it is connected to, so a name that
// comes to stand for another address is caught. Redirects are not followed; 15 s and 64 KiB bound the answer.
import { lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import { Agent, buildConnector, request } from 'undici';
import type { Send, SendResult } from './delivery.ts';
import type { TargetAddresses } from './target-addresses.http.ts';

const standardAnswerWithinMs = 15_000;
const longestAnswerBytes = 64 * 1024;
const excerptCharacters = 1_000;
const connectionsPerOrigin = 16;

/** Finds the addresses of a name; `dns.lookup` unless a test plays the name server. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

export interface Sender {
  readonly send: Send;
  close(): Promise<void>;
}

class AddressRefused extends Error {
  constructor(address: string) {
    super(`The address ${address} is not one that webhooks may reach.`);
  }
}

/** @param world.monotonicNow milliseconds that never go back */
export function createSender(world: {
  targets: TargetAddresses;
  monotonicNow: () => number;
  resolve?: Resolve;
  /** From the beginning to the end of an exchange; 15 s unless a test is in a hurry. */
  answerWithinMs?: number;
}): Sender {
  const { targets, monotonicNow, resolve = resolveBySystem } = world;
  const { answerWithinMs = standardAnswerWithinMs } = world;

  // Plain http may only go where the operator says that it may.
  const connectors = {
    'https:': connectorFor((address) => targets.permits(address)),
    'http:': connectorFor((address) => targets.isNamed(address)),
  };

  function connectorFor(isPermitted: (address: string) => boolean): buildConnector.connector {
    async function findPermitted(hostname: string): Promise<{ address: string; family: number }[]> {
      const addresses = await resolve(hostname);
      // One address that is not permitted among several is suspicious enough to refuse the name.
      const refused = addresses.find((address) => !isPermitted(address));
      if (refused !== undefined) throw new AddressRefused(refused);
      if (addresses.length === 0) throw new Error(`The name ${hostname} has no address.`);
      return addresses.map((address) => ({ address, family: isIP(address) }));
    }
    const findAndTell = callbackify(findPermitted);
    const lookup: LookupFunction = (hostname, options, callback) => {
      findAndTell(hostname, (error, found) => {
        const [first] = found ?? [];
        if (error !== null || first === undefined) callback(error, []);
        else if (options.all === true) callback(null, found);
        else callback(null, first.address, first.family);
      });
    };
    const connect = buildConnector({ lookup, allowH2: false, timeout: answerWithinMs });
    return (options, callback) => {
      const literal = options.hostname.replace(/^\[|\]$/g, '');
      // A literal address is connected to without asking for it.
      if (isIP(literal) !== 0 && !isPermitted(literal)) {
        callback(new AddressRefused(literal), null);
        return;
      }
      connect(options, (...result) => {
        const [error, socket] = result;
        const address = socket?.remoteAddress ?? '';
        if (error === null && !isPermitted(address)) {
          socket.destroy();
          callback(new AddressRefused(address), null);
        } else callback(...result);
      });
    };
  }

  const agent = new Agent({
    connections: connectionsPerOrigin,
    pipelining: 1,
    keepAliveTimeout: 4_000,
    maxHeaderSize: 16 * 1024,
    connect: (options, callback) =>
      connectors[options.protocol === 'https:' ? 'https:' : 'http:'](options, callback),
  });

  return {
    async send({ url, headers, body }): Promise<SendResult> {
      const startedAt = monotonicNow();
      const took = () => Math.round(monotonicNow() - startedAt);
      const signal = AbortSignal.timeout(answerWithinMs);
      try {
        const answer = await request(url, {
          method: 'POST',
          headers,
          body,
          dispatcher: agent,
          signal,
        });
        const excerpt = await readExcerpt(answer.body);
        return {
          kind: 'answered',
          status: answer.statusCode,
          excerpt,
          retryAfter: single(answer.headers['retry-after']),
          durationMs: took(),
        };
      } catch (error) {
        return { kind: 'failed', ...explain(error, signal, answerWithinMs), durationMs: took() };
      }
    },
    close: () => agent.destroy(),
  };
}

/** The beginning of the answer. Once there is a status, a body that breaks off or drags on changes nothing. */
async function readExcerpt(body: AsyncIterable<Buffer> & { destroy(): unknown }): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= longestAnswerBytes) break;
    }
  } catch {
    // Told by the status alone.
  } finally {
    body.destroy();
  }
  const text = Buffer.concat(chunks).toString('utf8', 0, 4 * excerptCharacters);
  // PostgreSQL takes no U+0000, and nobody wants control characters on a page.
  return text.replaceAll(/[\p{Cc}\p{Cs}]+/gu, ' ').slice(0, excerptCharacters);
}

function explain(
  error: unknown,
  signal: AbortSignal,
  answerWithinMs: number,
): { reason: 'address_refused' | 'timeout' | 'unreachable'; detail: string } {
  const refused = causes(error).find((cause) => cause instanceof AddressRefused);
  if (refused !== undefined) return { reason: 'address_refused', detail: refused.message };
  const [first] = causes(error);
  const code = (first as NodeJS.ErrnoException | undefined)?.code ?? '';
  if (signal.aborted || /TIMEOUT|ETIMEDOUT/.test(code)) {
    return { reason: 'timeout', detail: `There was no answer within ${answerWithinMs / 1000} s.` };
  }
  const text = first instanceof Error ? first.message : String(error);
  return { reason: 'unreachable', detail: text === '' ? code : text };
}

/** The error and everything below it. */
function causes(error: unknown): unknown[] {
  const inner = error instanceof AggregateError ? (error.errors as unknown[]) : [];
  const cause = error instanceof Error ? error.cause : undefined;
  return [error, ...inner, ...(cause === undefined ? [] : causes(cause))];
}

function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}

function resolveBySystem(hostname: string): Promise<string[]> {
  return new Promise((resolve, reject) => {
    systemLookup(hostname, { all: true }, (error, addresses) => {
      if (error === null) resolve(addresses.map(({ address }) => address));
      else reject(error);
    });
  });
}
