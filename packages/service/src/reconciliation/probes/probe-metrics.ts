// Metrics of the last probes of all tenants. They name no tenant: anyone may read them.
import { Gauge, type Registry } from 'prom-client';
import type { Clock } from '../../ground/clock.ts';
import type { Tenant } from '../../settings/tenants/tenant.ts';
import type { ProbeStore } from './probe-store.ts';
import { isChanged } from './verdicts.ts';

/** A scrape reads them from the database at most once in this time. */
const keptForMs = 30_000;

export function createProbeMetrics(deps: {
  readonly registry: Registry;
  readonly store: Pick<ProbeStore, 'lastOf'>;
  readonly tenants: () => Iterable<Tenant>;
  /** Never goes back. */
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}): void {
  const { registry, store, tenants, clock, onError } = deps;
  type Last = Awaited<ReturnType<ProbeStore['lastOf']>>;
  let kept: { readonly until: number; readonly last: Promise<Last> } | undefined;

  function read(): Promise<Last> {
    const now = clock.now();
    if (kept === undefined || now >= kept.until) {
      const connected = [...tenants()].filter(({ directory }) => directory.kind !== 'sandbox');
      const ids = connected.map(({ tenantId }) => tenantId);
      const last = ids.length === 0 ? Promise.resolve([]) : store.lastOf(ids);
      kept = {
        until: now + keptForMs,
        last: last.catch((error: unknown) => {
          onError(error);
          return [];
        }),
      };
    }
    return kept.last;
  }

  const shared = { aggregator: 'max' as const, registers: [registry] };
  const changed: Gauge<'assumption'> = new Gauge({
    ...shared,
    name: 'groupwright_connection_assumption_changed',
    help: 'Tenants in which the last probe that saw an assumption about Microsoft 365 found another behaviour; 0: all are as assumed.',
    labelNames: ['assumption'],
    async collect() {
      changed.reset();
      for (const { assumptions } of await read()) {
        for (const one of assumptions.filter(({ verdict }) => verdict !== null)) {
          changed.inc({ assumption: one.name }, isChanged(one) ? 1 : 0);
        }
      }
    },
  });
  const last: Gauge = new Gauge({
    ...shared,
    name: 'groupwright_connection_probe_last_timestamp_seconds',
    help: 'When the newest probe of a connection ended with a result, in seconds since the Unix epoch; absent if there was none.',
    async collect() {
      const times = (await read()).map(({ finishedAt }) => finishedAt.getTime());
      if (times.length === 0) last.remove();
      else last.set(Math.max(...times) / 1_000);
    },
  });
}
