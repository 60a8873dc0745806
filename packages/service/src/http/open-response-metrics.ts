// The answers that this process holds open.
import { Gauge, type Registry } from 'prom-client';

export function createOpenResponseMetrics({
  registry,
  count,
}: {
  registry: Registry;
  count: () => number;
}): void {
  const open: Gauge = new Gauge({
    name: 'groupwright_open_responses',
    help: 'Event streams, waits and other answers that callers of the API hold open.',
    registers: [registry],
    collect: () => open.set(count()),
  });
}
