// The results of a sweep, kept until the next one: for the operator, the admin center and the metrics.
import type { Actor } from '../activity/activity.ts';
import type { Settlement } from './sweep.ts';
import { findingKinds, type FindingKind } from './sweep-search.ts';

export interface SweepReport {
  readonly by: Pick<Actor, 'kind' | 'id'>;
  readonly durationMs: number;
  /** Number of findings of each kind, and number of those that are resolved. */
  readonly found: Readonly<Record<FindingKind, number>>;
  readonly settled: Readonly<Record<FindingKind, number>>;
  /** The first ones, those that are left before those that were settled. */
  readonly settlements: readonly Settlement[];
}

/** The known state of a tenant's sweeps. */
export interface SweepState {
  /** Of the last one that came to its end; undefined when none did yet. */
  readonly last: { readonly finishedAt: Date; readonly report: SweepReport } | undefined;
  /** The reason why a later attempt did not complete. */
  readonly error: { readonly attemptedAt: Date; readonly detail: string } | undefined;
  /** When the service sweeps by itself again. */
  readonly dueAt: Date;
}

const settlementsKept = 100;

export function reportOf(
  by: SweepReport['by'],
  durationMs: number,
  settlements: readonly Settlement[],
): SweepReport {
  const count = (counted: readonly Settlement[]) =>
    Object.fromEntries(
      findingKinds.map((kind) => [kind, counted.filter((one) => one.kind === kind).length]),
    ) as Record<FindingKind, number>;
  return {
    by: { kind: by.kind, id: by.id },
    durationMs,
    found: count(settlements),
    settled: count(settlements.filter(({ settled }) => settled)),
    settlements: settlements
      .toSorted((a, b) => Number(a.settled) - Number(b.settled))
      .slice(0, settlementsKept),
  };
}
