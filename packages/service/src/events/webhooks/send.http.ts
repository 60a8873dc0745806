// Sends one message to an endpoint. The target is checked when the connection is made, so a name that later points to
// another address is refused. Redirects are not followed; 15 s and 64 KiB bound the answer.
import { Agent, type Dispatcher } from 'undici';
import { createConnector } from '../../outbound/connector.http.ts';
import { refusedAddress, type Resolve } from '../../outbound/guarded-connector.http.ts';
import { noProxies, type ProxyFor } from '../../outbound/proxies.ts';
import { explainUnreachable } from '../../outbound/unreachable.http.ts';
import type { TargetAddresses } from '../../outbound/target-addresses.ts';
import type { Send } from './delivery.ts';

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
  /** It lasts from the beginning to the end of an exchange; 15 s unless a test is in a hurry. */
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
    // The time limit of the whole exchange takes their place.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect,
  });

  return {
    async send({ url, headers, body }) {
      const startedAt = monotonicNow();
      const took = () => Math.round(monotonicNow() - startedAt);
      try {
        const answer = await exchange(agent, url, { headers, body }, answerWithinMs);
        return { kind: 'answered', ...answer, durationMs: took() };
      } catch (error) {
        return { kind: 'failed', ...explain(error, answerWithinMs), durationMs: took() };
      }
    },
    close: () => agent.destroy(),
  };
}

interface Answer {
  readonly status: number;
  readonly excerpt: string;
  readonly retryAfter: string | undefined;
}

class TimeIsUp extends Error {}

/**
 * Receives the answer in callbacks: a stream with its iterator and an abort signal took about 30 µs of each delivery.
 * @throws where there is no status
 */
function exchange(
  agent: Agent,
  url: string,
  message: { readonly headers: Readonly<Record<string, string>>; readonly body: Buffer },
  withinMs: number,
): Promise<Answer> {
  const { origin, pathname, search } = new URL(url);
  return new Promise((resolve, reject) => {
    const receiver = new AnswerReceiver(withinMs, resolve, reject);
    agent.dispatch({ origin, path: pathname + search, method: 'POST', ...message }, receiver);
  });
}

/** Once there is a status, a body that breaks off or drags on changes nothing. */
class AnswerReceiver implements Dispatcher.DispatchHandler {
  private readonly resolve: (answer: Answer) => void;
  private readonly reject: (error: Error) => void;
  private readonly limit: NodeJS.Timeout;
  private controller: Dispatcher.DispatchController | undefined;
  private status: number | undefined;
  private retryAfter: string | undefined;
  private readonly chunks: Buffer[] = [];
  private bytes = 0;
  private isOver = false;

  constructor(withinMs: number, resolve: (answer: Answer) => void, reject: (error: Error) => void) {
    this.resolve = resolve;
    this.reject = reject;
    this.limit = setTimeout(() => this.cut(new TimeIsUp()), withinMs);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    // It waited for a connection for too long.
    if (this.isOver) controller.abort(new TimeIsUp());
  }

  onResponseStart(
    _: unknown,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    if (status < 200) return;
    this.status = status;
    const retryAfter = headers['retry-after'];
    this.retryAfter = Array.isArray(retryAfter) ? retryAfter[0] : retryAfter;
  }

  onResponseData(_: unknown, chunk: Buffer): void {
    this.chunks.push(chunk);
    this.bytes += chunk.length;
    if (this.bytes >= maxResponseBytes) this.cut(new Error('The answer is too long.'));
  }

  onResponseEnd(): void {
    this.end(new Error('There was no status.'));
  }

  onResponseError(_: unknown, error: Error): void {
    this.end(error);
  }

  private cut(reason: Error): void {
    this.end(reason);
    this.controller?.abort(reason);
  }

  /** @param error where there is no status */
  private end(error: Error): void {
    if (this.isOver) return;
    this.isOver = true;
    clearTimeout(this.limit);
    const { status, retryAfter } = this;
    if (status === undefined) this.reject(error);
    else this.resolve({ status, excerpt: excerptOf(this.chunks), retryAfter });
  }
}

/** The beginning of the answer. */
function excerptOf(chunks: readonly Buffer[]): string {
  if (chunks.length === 0) return '';
  const text = Buffer.concat(chunks).toString('utf8', 0, 4 * excerptCharacters);
  // PostgreSQL accepts no U+0000, and a page should show no control characters.
  return text.replaceAll(/[\p{Cc}\p{Cs}]+/gu, ' ').slice(0, excerptCharacters);
}

function explain(
  error: unknown,
  answerWithinMs: number,
): { reason: 'address_refused' | 'timeout' | 'unreachable'; detail: string } {
  const refused = refusedAddress(error);
  if (refused !== undefined) return { reason: 'address_refused', detail: refused.message };
  const { reason } = explainUnreachable(error);
  if (error instanceof TimeIsUp || /TIMEOUT|ETIMEDOUT/.test(reason)) {
    return { reason: 'timeout', detail: `There was no answer within ${answerWithinMs / 1000} s.` };
  }
  return { reason: 'unreachable', detail: `The endpoint cannot be reached: ${reason}.` };
}
