// The start waits for a database server of the operator's that is away, as after a power failure, when everything starts at
// once. Meanwhile probes get their answers: the process is alive, and not ready for a reason that it names.
import { setTimeout as pause } from 'node:timers/promises';
import { DomainError } from '../../ground/errors.ts';
import type { Config } from '../../ground/config/config.ts';
import type { BackgroundLog } from '../../ground/fold-repeats.ts';
import { systemClock } from '../../ground/clock.ts';
import type { Log } from '../../ground/log.ts';
import { registerHealthRoutes } from '../../http/health.ts';
import { createMetrics } from '../../http/metrics.ts';
import { createServer } from '../../http/server.ts';
import { DatabaseStartError, whyUnavailable } from '../../postgres/unavailable.ts';

const firstPauseMs = 250;
const maxPauseMs = 2_000;

/**
 * Repeats the attempt until the database is there.
 *
 * @param options.onAway called after each attempt that failed, with the reason in words that anyone may read
 * @throws what another attempt would meet again, and the reason of the signal
 */
export async function awaitDatabase(
  attempt: () => Promise<void>,
  options: {
    readonly log: Pick<BackgroundLog, 'warn'>;
    readonly signal: AbortSignal;
    readonly onAway: (why: string) => Promise<void>;
  },
): Promise<void> {
  const { log, signal, onAway } = options;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
    try {
      await attempt();
      return;
    } catch (error) {
      if (!(error instanceof DatabaseStartError && error.isAway)) throw error;
      signal.throwIfAborted();
      log.warn({ reason: error.message }, 'the start waits for the database');
      await onAway(whyUnavailable(error.cause));
    }
    await pause(pauseMs, undefined, { signal });
  }
}

/** Answers on the port of the service while it waits: `/livez` with 200, and everything else with 503. */
export function createWaitingServer(
  config: Config,
  { log, randomBytes }: { readonly log: Log; readonly randomBytes: (size: number) => Buffer },
) {
  let why = '';
  let listening: Promise<() => Promise<void>> | undefined;

  async function listen() {
    const refusal = () =>
      new DomainError('unavailable', 'The service is starting, and waits for its database.', {
        retryAfterMs: maxPauseMs,
      });
    const metrics = createMetrics();
    const verifyAccessToken = () => Promise.reject(refusal());
    const options = { config, log, clock: systemClock, metrics, randomBytes, verifyAccessToken };
    const server = createServer(options);
    const { metricsToken } = config;
    registerHealthRoutes(server, { metrics, metricsToken, checks: { database: async () => why } });
    server.all('/*', {
      config: { access: 'public' },
      schema: { hide: true },
      onRequest: (_request, _reply, done) => done(refusal()),
      handler: () => undefined,
    });
    await server.listen({ host: config.host, port: config.port });
    return () => server.close();
  }

  return {
    /** Listens from the first call on. */
    async answer(this: void, reason: string): Promise<void> {
      why = reason;
      await (listening ??= listen());
    },
    /** Leaves the port to the service. */
    async close(this: void): Promise<void> {
      const close = await listening?.catch(() => undefined);
      listening = undefined;
      await close?.();
    },
  };
}
