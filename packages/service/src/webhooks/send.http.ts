// Sends one message to an endpoint. The target is checked when the connection is made, so a name that later points to
// another address is refused. Redirects are not followed; 15 s and 64 KiB bound the answer.
import { Agent, request } from 'undici';
import { createConnector } from '../outbound/connector.http.ts';
import { refusedAddress, type Resolve } from '../outbound/guarded-connector.http.ts';
import { noProxies, type ProxyFor } from '../outbound/proxies.ts';
import { explainUnreachable } from '../outbound/unreachable.http.ts';
import type { TargetAddresses } from '../outbound/target-addresses.ts';
import type { Send, SendResult } from './delivery.ts';

const defaultResponseWithinMs = 15_000;
const maxResponseBytes = 64 * 1024;
const excerptCharacters = 1_000;
const connectionsPerOrigin = 16;

export interface Sender {
  readonly send: Send;
  close(): Promise<void>;
}

/** @param deps.monotonicNow milliseconds that never go back */
export function createSender(deps: {
  targets: TargetAddresses;
  monotonicNow: () => number;
  /** The operator's proxy; none unless said otherwise. */
  proxyFor?: ProxyFor;
  resolve?: Resolve;
  /** From the beginning to the end of an exchange; 15 s unless a test is in a hurry. */
  answerWithinMs?: number;
}): Sender {
  const { targets, monotonicNow, resolve, proxyFor = noProxies } = deps;
  const { answerWithinMs = defaultResponseWithinMs } = deps;

  const connectWithinMs = answerWithinMs;
  const connect = createConnector({ targets, proxyFor, resolve, connectWithinMs });
  const agent = new Agent({
    connections: connectionsPerOrigin,
    pipelining: 1,
    keepAliveTimeout: 4_000,
    maxHeaderSize: 16 * 1024,
    connect,
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
      if (bytes >= maxResponseBytes) break;
    }
  } catch {
    // The status alone is enough.
  } finally {
    body.destroy();
  }
  const text = Buffer.concat(chunks).toString('utf8', 0, 4 * excerptCharacters);
  // PostgreSQL accepts no U+0000, and a page should show no control characters.
  return text.replaceAll(/[\p{Cc}\p{Cs}]+/gu, ' ').slice(0, excerptCharacters);
}

function explain(
  error: unknown,
  signal: AbortSignal,
  answerWithinMs: number,
): { reason: 'address_refused' | 'timeout' | 'unreachable'; detail: string } {
  const refused = refusedAddress(error);
  if (refused !== undefined) return { reason: 'address_refused', detail: refused.message };
  const { reason } = explainUnreachable(error);
  if (signal.aborted || /TIMEOUT|ETIMEDOUT/.test(reason)) {
    return { reason: 'timeout', detail: `There was no answer within ${answerWithinMs / 1000} s.` };
  }
  return { reason: 'unreachable', detail: `The endpoint cannot be reached: ${reason}.` };
}

function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
