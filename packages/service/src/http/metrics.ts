// The Prometheus registry, to which every part may add metrics, with Node's own metrics, and the count and
// duration of requests by route and status. A request costs a few additions; labels are only put together
// when someone reads them.
import { performance } from 'node:perf_hooks';
import {
  AggregatorRegistry,
  collectDefaultMetrics,
  Counter,
  type MetricObject,
  Registry,
} from 'prom-client';

const bucketsSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30];

interface Series {
  readonly counts: Float64Array;
  sumSeconds: number;
}

/** The figures of one route. */
export class RouteMetrics {
  readonly method: string;
  readonly route: string;
  readonly byStatus = new Map<number, Series>();

  constructor(method: string, route: string) {
    this.method = method;
    this.route = route;
  }

  observe(status: number, durationMs: number): void {
    let series = this.byStatus.get(status);
    if (series === undefined) {
      series = { counts: new Float64Array(bucketsSeconds.length + 1), sumSeconds: 0 };
      this.byStatus.set(status, series);
    }
    const seconds = durationMs / 1000;
    let bucket = 0;
    while (bucket < bucketsSeconds.length && seconds > (bucketsSeconds[bucket] ?? 0)) bucket++;
    series.counts[bucket] = (series.counts[bucket] ?? 0) + 1;
    series.sumSeconds += seconds;
  }
}

/** The metrics of one process, as `Registry.getMetricsAsJSON` gives them. */
export type MetricsOfProcess = readonly MetricObject[];

/** The metrics of all processes, of which these are this one's. */
export type GatherMetrics = (own: MetricsOfProcess) => Promise<readonly MetricsOfProcess[]>;

/** The text has the Prometheus format, summed over all processes; where a sum says nothing, it has the latest or none. */
export async function readMetrics(registry: Registry, gather?: GatherMetrics): Promise<string> {
  if (gather === undefined) return registry.metrics();
  const all = await gather(await registry.getMetricsAsJSON());
  return AggregatorRegistry.aggregate([...all] as object[]).metrics();
}

export interface Metrics {
  readonly registry: Registry;
  ofRoute(method: string, route: string): RouteMetrics;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 3_600_000 });
  // Each sample wakes the process, also an idle one. The counter below costs nothing until it is read.
  for (const figure of ['min', 'max', 'mean', 'stddev', 'p50', 'p90', 'p99'])
    registry.removeSingleMetric(`nodejs_eventloop_lag_${figure}_seconds`);
  countBusyTime(registry);
  const routes: RouteMetrics[] = [];
  // A metric of prom-client is whatever gives its values when asked; its own histogram would look
  // its labels up by a hash at every request.
  const durations = {
    name: 'groupwright_http_request_duration_seconds',
    get: () => ({
      name: 'groupwright_http_request_duration_seconds',
      help: 'Duration of requests, by route and status.',
      type: 'histogram',
      aggregator: 'sum',
      values: routes.flatMap((route) => valuesOf(route)),
    }),
  };
  registry.registerMetric(durations as unknown as Parameters<Registry['registerMetric']>[0]);
  return {
    registry,
    ofRoute(method, route) {
      const metrics = new RouteMetrics(method, route);
      routes.push(metrics);
      return metrics;
    },
  };
}

function countBusyTime(registry: Registry): void {
  const busy: Counter = new Counter({
    name: 'groupwright_event_loop_busy_seconds_total',
    help: 'Time for which the event loop was busy: its rate is the share of the time.',
    registers: [registry],
    collect() {
      busy.reset();
      busy.inc(performance.eventLoopUtilization().active / 1_000);
    },
  });
}

interface Value {
  readonly metricName: string;
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
}

function valuesOf({ method, route, byStatus }: RouteMetrics): Value[] {
  const name = 'groupwright_http_request_duration_seconds';
  return [...byStatus].flatMap(([status, { counts, sumSeconds }]) => {
    const labels = { method, route, status };
    let count = 0;
    const values = Array.from(counts, (inBucket, index): Value => {
      count += inBucket;
      const le = bucketsSeconds[index] ?? '+Inf';
      return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: count };
    });
    values.push(
      { metricName: `${name}_sum`, labels, value: sumSeconds },
      { metricName: `${name}_count`, labels, value: count },
    );
    return values;
  });
}
