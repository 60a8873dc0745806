// Metrics of the unfinished work of all tenants, and of the database server. Each process that is asked reads them from
// the database, at most once in a few seconds: `/metrics` may be public, and must not become a way to load the database.
import { Gauge, type Registry } from 'prom-client';
import type { Clock } from '../../ground/clock.ts';

const keptForMs = 5_000;

/** Always there, so that an alert sees a zero instead of nothing. */
const usual: readonly Pick<Backlog, 'work' | 'status'>[] = [
  { work: 'creation', status: 'accepted' },
  { work: 'creation', status: 'running' },
  { work: 'creation', status: 'awaiting_approval' },
  { work: 'creation', status: 'held' },
  { work: 'operation', status: 'accepted' },
  { work: 'operation', status: 'running' },
  { work: 'delivery', status: 'pending' },
  { work: 'message', status: 'pending' },
  { work: 'activity', status: 'unsealed' },
];

/** @param deps.read answers undefined while the database cannot be read: the metrics are left out then */
export function createBacklogMetrics(deps: {
  readonly registry: Registry;
  readonly read: () => Promise<DatabaseState | undefined>;
  /** Never goes back. */
  readonly clock: Clock;
}): void {
  const read = keepFor(deps.read, deps.clock);
  const shared = {
    labelNames: ['work', 'status'] as const,
    aggregator: 'max' as const,
    registers: [deps.registry],
  };
  const waiting: Gauge<'work' | 'status'> = new Gauge({
    ...shared,
    name: 'groupwright_unfinished',
    help: `Unfinished work of all tenants in the database, by kind and status; at most ${maxCounted} of each kind are counted.`,
    async collect() {
      waiting.reset();
      const state = await read();
      if (state === undefined) return;
      for (const labels of usual) waiting.set(labels, 0);
      for (const { work, status, count } of state.backlogs) waiting.set({ work, status }, count);
    },
  });
  const oldest: Gauge<'work' | 'status'> = new Gauge({
    ...shared,
    name: 'groupwright_oldest_unfinished_seconds',
    help: 'Age of the oldest unfinished work, by kind and status; 0 if there is none.',
    async collect() {
      oldest.reset();
      const state = await read();
      if (state === undefined) return;
      for (const labels of usual) if (labels.work !== 'activity') oldest.set(labels, 0);
      for (const { work, status, oldestMs } of state.backlogs) {
        if (oldestMs !== null) oldest.set({ work, status }, oldestMs / 1_000);
      }
    },
  });
  const started: Gauge = new Gauge({
    name: 'groupwright_postgres_start_timestamp_seconds',
    help: 'When the PostgreSQL server started, in seconds since the Unix epoch. It changes with each restart.',
    aggregator: 'max',
    registers: [deps.registry],
    async collect() {
      const state = await read();
      if (state === undefined) started.remove();
      else started.set(state.startedAt / 1_000);
    },
  });
}

/** Readers at the same time share one call, and those of the next seconds its result. */
function keepFor<T>(read: () => Promise<T>, clock: Clock): () => Promise<T> {
  let kept: { readonly at: number; readonly value: Promise<T> } | undefined;
  return () => {
    const now = clock.now();
    if (kept === undefined || now - kept.at >= keptForMs) kept = { at: now, value: read() };
    return kept.value;
  };
}

// The unfinished work of all tenants, as metrics show it.

/** Rows of each kind that are read. A count of so many means that at least as many wait. */
export const maxCounted = 100_000;

export interface Backlog {
  readonly work: 'creation' | 'operation' | 'delivery' | 'message' | 'activity';
  readonly status: string;
  readonly count: number;
  /**
   * By the database's clock: since the acceptance of a creation or an operation, since a delivery was queued, and since
   * a message was due. Null for activity, whose order tells no age.
   */
  readonly oldestMs: number | null;
}

export interface DatabaseState {
  readonly backlogs: readonly Backlog[];
  /** When the server started, in milliseconds since the Unix epoch. */
  readonly startedAt: number;
}
