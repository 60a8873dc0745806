// Counts the calls of this process to Microsoft Graph.
import { Counter, Histogram, type Registry } from 'prom-client';
import type { OnCall } from './send-request.ts';

const bucketsSeconds = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export function createCallMetrics(registry: Registry): {
  readonly countCall: (call: Pick<Parameters<OnCall>[0], 'name' | 'status' | 'durationMs'>) => void;
} {
  const calls = new Counter({
    name: 'groupwright_graph_calls_total',
    help: 'Requests to Microsoft Graph by kind of call and HTTP status; "none" if no answer came, 429 if throttled.',
    labelNames: ['call', 'status'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'groupwright_graph_call_duration_seconds',
    help: 'Duration of requests to Microsoft Graph, by kind of call.',
    labelNames: ['call'],
    buckets: bucketsSeconds,
    registers: [registry],
  });
  return {
    countCall({ name, status, durationMs }) {
      calls.inc({ call: name, status: status ?? 'none' });
      durations.observe({ call: name }, Math.max(0, durationMs) / 1_000);
    },
  };
}
