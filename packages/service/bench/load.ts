// Load by autocannon, and floors that answer it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import autocannon from 'autocannon';

export interface Measured {
  /** Answers a second, all of them 2xx. */
  readonly rate: number;
}

export interface Request {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Record<string, string>;
  /** Created for each request if it is a function. */
  readonly body?: string | (() => string);
}

/** Sends for so many seconds. */
export function load(
  baseUrl: string,
  request: Request,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Measured> {
  return run(baseUrl, request, { connections, duration: seconds });
}

/** autocannon ends with one of its samples, which it takes once a second unless told otherwise. */
const endsWithinMs = 10;

/** Sends so many requests. */
export function send(
  baseUrl: string,
  request: Request,
  options: { connections: number; amount: number },
): Promise<Measured> {
  return run(baseUrl, request, { ...options, sampleInt: endsWithinMs });
}

async function run(
  baseUrl: string,
  { method, path, headers = {}, body }: Request,
  extent: { connections: number } & ({ duration: number } | { amount: number; sampleInt: number }),
): Promise<Measured> {
  const result = await autocannon({
    url: baseUrl,
    ...extent,
    requests: [
      {
        method,
        path,
        headers,
        ...(typeof body === 'string' && { body }),
        ...(typeof body === 'function' && {
          setupRequest: (request: autocannon.Request) => ({ ...request, body: body() }),
        }),
      },
    ],
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(
      `${method} ${path}: ${result.non2xx} answers that are not 2xx, ${result.errors} errors.`,
    );
  }
  return { rate: result.requests.total / result.duration };
}

export interface Floor {
  readonly baseUrl: string;
  readonly processId: number;
  stop(): Promise<void>;
}

export async function startFloor(...args: readonly string[]): Promise<Floor> {
  const program = fileURLToPath(new URL('floor-process.ts', import.meta.url));
  const child = spawn(process.execPath, ['--no-warnings', program, ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(child, 'exit');
  const lines = createInterface(child.stdout);
  for await (const line of lines) {
    if (!line.startsWith('http://')) continue;
    return {
      baseUrl: line,
      processId: child.pid ?? 0,
      async stop() {
        child.kill('SIGKILL');
        await ended;
      },
    };
  }
  throw new Error(`The floor ${args.join(' ')} does not start.`);
}

/** Measures two things in turn, so that a machine that gets slower slows both; answers pairs. */
export async function inTurn<A, B>(
  rounds: number,
  first: () => Promise<A>,
  second: () => Promise<B>,
): Promise<[A, B][]> {
  const pairs: [A, B][] = [];
  for (let round = 0; round < rounds; round += 1) pairs.push([await first(), await second()]);
  return pairs;
}

/** The pair with the middle ratio. */
export function middlePair<A extends { rate: number }, B extends { rate: number }>(
  pairs: readonly [A, B][],
): [A, B] {
  const sorted = pairs.toSorted(([a, b], [c, d]) => a.rate / b.rate - c.rate / d.rate);
  const middle = sorted[sorted.length >> 1];
  if (middle === undefined) throw new Error('Nothing was measured.');
  return middle;
}

export function percentile(numbers: readonly number[], part: number): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * part) - 1] ?? Number.NaN;
}

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}
