// Traces: recorded and exported where a collector is configured, and only passed on elsewhere.
import { hostname } from 'node:os';
import serviceManifest from '../../../package.json' with { type: 'json' };
import type { Config } from '../../ground/config/config.ts';
import type { Timers } from '../../ground/clock.ts';
import type { BackgroundLog } from '../../ground/fold-repeats.ts';
import { noTracer, type Tracer } from '../../ground/trace.ts';
import { createSendSpans } from '../monitoring/send-spans.http.ts';
import { createSpanExporter } from '../monitoring/span-exporter.ts';
import { createFetch } from '../../outbound/fetch.http.ts';
import { noProxies } from '../../outbound/proxies.ts';

export interface Tracing {
  readonly tracer: Tracer;
  /** Sends what waits. */
  close(): Promise<void>;
}

export function composeTracing(deps: {
  readonly config: Config;
  readonly backgroundLog: BackgroundLog;
  readonly clock: Timers;
  readonly randomBytes: (size: number) => Buffer;
  readonly processName?: string | undefined;
}): Tracing {
  const { config, backgroundLog, clock, randomBytes, processName } = deps;
  const { version } = serviceManifest;
  if (config.tracing === undefined) return { tracer: noTracer, close: async () => undefined };
  const tracer = createSpanExporter({
    send: createSendSpans({
      ...config.tracing,
      resource: {
        'service.name': 'groupwright',
        'service.version': version,
        'service.instance.id': `${hostname()}:${process.pid}`,
        'host.name': hostname(),
        'process.pid': process.pid,
        'groupwright.process': processName,
      },
      version,
      // The collector is the operator's, and beside the service.
      fetch: createFetch(noProxies),
    }),
    timers: clock,
    randomBytes,
    onError: (error, dropped) =>
      backgroundLog.warn({ err: error, dropped }, 'spans could not be exported'),
  });
  return { tracer, close: () => tracer.close() };
}
