// Counts the attempts of this process to deliver events.
import { Counter, type Registry } from 'prom-client';
import type { Attempt } from './delivery.ts';

export function createAttemptMetrics(registry: Registry) {
  const attempts = new Counter({
    name: 'groupwright_webhook_attempts_total',
    help: 'Attempts to deliver an event to a webhook endpoint, by outcome.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  return {
    countAttempt: ({ outcome }: Pick<Attempt, 'outcome'>): void => attempts.inc({ outcome }),
  };
}
