// Dependencies for tests: time passes only when all code waits, and then at once; the network is a function;
// random values are constant. All requests are recorded.
import type { Deps } from '../dependencies.ts';

export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly body: unknown;
  readonly atMs: number;
}

/** Answers a request; an error simulates a network that is down. */
export type Network = (request: SentRequest) => Response | Promise<Response>;

export interface FakeDeps extends Deps {
  readonly sent: SentRequest[];
  /** Every sleep that was asked for, in milliseconds. */
  readonly sleeps: number[];
}

interface Sleeper {
  readonly dueMs: number;
  wake(): void;
}

export const startMs = Date.parse('2026-11-17T09:00:00.000Z');

export function createFakeDeps(network: Network): FakeDeps {
  let nowMs = startMs;
  let ticking = false;
  const sleepers = new Set<Sleeper>();
  const sent: SentRequest[] = [];
  const sleeps: number[] = [];

  function tick(): void {
    ticking = false;
    const next = [...sleepers].sort((one, other) => one.dueMs - other.dueMs)[0];
    if (next === undefined) return;
    sleepers.delete(next);
    nowMs = Math.max(nowMs, next.dueMs);
    next.wake();
    keepTicking();
  }

  /** Later than everything that is ready to run. */
  function keepTicking(): void {
    if (ticking || sleepers.size === 0) return;
    ticking = true;
    setTimeout(tick, 1);
  }

  return {
    sent,
    sleeps,
    now: () => nowMs,
    random: () => 0.5,
    sleep(durationMs, signal) {
      sleeps.push(durationMs);
      return new Promise((resolve, reject) => {
        if (signal?.aborted === true) {
          reject(signal.reason as Error);
          return;
        }
        const sleeper: Sleeper = { dueMs: nowMs + durationMs, wake: resolve };
        sleepers.add(sleeper);
        signal?.addEventListener('abort', () => {
          sleepers.delete(sleeper);
          reject(signal.reason as Error);
        });
        keepTicking();
      });
    },
    async fetch(input, init = {}) {
      const url = new URL(input instanceof Request ? input.url : input);
      const { method = 'GET', signal } = init;
      const request: SentRequest = {
        method,
        path: url.pathname,
        query: url.searchParams,
        headers: new Headers(init.headers),
        body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
        atMs: nowMs,
      };
      sent.push(request);
      const answer = Promise.resolve().then(() => network(request));
      if (!signal) return answer;
      signal.throwIfAborted();
      return Promise.race([
        answer,
        new Promise<never>((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error));
        }),
      ]);
    },
  };
}

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  const mediaType = status < 400 ? 'application/json' : 'application/problem+json';
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': mediaType, ...headers },
  });
}

export function problem(
  code: string,
  status: number,
  headers: Record<string, string> = {},
): Response {
  const type = `https://groups.example.org/problems/${code}`;
  const detail = `It is ${code}.`;
  return json({ type, title: code, status, detail, code, requestId: 'r-1' }, status, headers);
}

/** A stream of server-sent events: each piece is one chunk; `'break'` tears the connection down, `'hang'` keeps it silent. */
export function eventStream(pieces: readonly string[]): Response {
  let index = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = pieces[index];
      index += 1;
      if (piece === undefined) controller.close();
      else if (piece === 'break') controller.error(new TypeError('terminated'));
      else if (piece === 'hang') return new Promise<void>(() => undefined);
      else controller.enqueue(new TextEncoder().encode(piece));
      return undefined;
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}
