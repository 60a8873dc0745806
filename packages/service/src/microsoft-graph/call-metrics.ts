// Counts the calls of this process to Microsoft 365 and for its tokens, and the tenants that get no token.
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Clock } from '../ground/clock.ts';
import { DirectoryError } from '../directory/directory.ts';
import type { OnCall } from './graph-calls.ts';

const bucketsSeconds = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const reasons = ['refused', 'unavailable'] as const;
/** A tenant whose work another process took over is not asked for here again. Its holder asks every five minutes. */
const failureLastsMs = 30 * 60_000;

/** @param clock never goes back */
export function createCallMetrics(registry: Registry, clock: Clock) {
  const calls = new Counter({
    name: 'groupwright_graph_calls_total',
    help: 'Requests to Microsoft Graph and SharePoint and, as sign_in, for their tokens, by kind of call and HTTP status; "none" if no answer came, 429 if throttled.',
    labelNames: ['call', 'status'],
    registers: [registry],
  });
  // A series that begins with its first failure would hide it from a rate.
  calls.inc({ call: 'sign_in', status: 'none' }, 0);
  const durations = new Histogram({
    name: 'groupwright_graph_call_duration_seconds',
    help: 'Duration of requests to Microsoft Graph and SharePoint and for their tokens, by kind of call.',
    labelNames: ['call'],
    buckets: bucketsSeconds,
    registers: [registry],
  });
  const failing = new Map<string, { reason: (typeof reasons)[number]; at: number }>();
  const tenants: Gauge = new Gauge({
    name: 'groupwright_sign_ins_failing',
    help: 'Tenants whose latest sign-in to their directory failed: refused by its credential, or unavailable.',
    labelNames: ['reason'],
    // Several processes may sign in for one tenant.
    aggregator: 'max',
    registers: [registry],
    collect() {
      const oldest = clock.now() - failureLastsMs;
      for (const [tenantId, { at }] of failing) if (at < oldest) failing.delete(tenantId);
      for (const reason of reasons) {
        const found = [...failing.values()].filter((failure) => failure.reason === reason);
        tenants.set({ reason }, found.length);
      }
    },
  });
  return {
    countCall({ name, status, durationMs }: Parameters<OnCall>[0]) {
      calls.inc({ call: name, status: status ?? 'none' });
      durations.observe({ call: name }, Math.max(0, durationMs) / 1_000);
    },
    /** @param error undefined if the sign-in gave a token */
    noteSignIn(tenantId: string, error: unknown) {
      const isRefused = error instanceof DirectoryError && error.permanent;
      if (error === undefined) failing.delete(tenantId);
      else
        failing.set(tenantId, { reason: isRefused ? 'refused' : 'unavailable', at: clock.now() });
    },
  };
}
