// Drift between the records and a directory: one record from its detection to the report that the operator, the admin
// center and the metrics read. A tenant's report is kept until its next reconciliation.
import type { Actor } from '../audit/activity.ts';
import { observationKinds } from '../engine/observed-state.ts';

/** The groups that exist on one side only. */
export const existenceKinds = ['adopt', 'remove', 'missing', 'restored', 'unresolved'] as const;
export const driftKinds = [...existenceKinds, ...observationKinds] as const;
export type DriftKind = (typeof driftKinds)[number];

export interface Drift {
  readonly kind: DriftKind;
  readonly teamId: string;
  readonly mailNickname: string;
  /** False until it is resolved. If it stays false, a person or the next reconciliation has to resolve it. */
  readonly resolved: boolean;
  /** The cause when it is detected, and the result afterwards. */
  readonly outcome: string;
}

type Counts = Readonly<Record<DriftKind, number>>;

export interface ReconciliationReport {
  readonly by: Pick<Actor, 'kind' | 'id'>;
  readonly durationMs: number;
  /** Number of each kind, and number of those that are resolved. */
  readonly found: Counts;
  readonly resolved: Counts;
  /** The first ones, unresolved ones before resolved ones. */
  readonly drift: readonly Drift[];
}

/** The known state of a tenant's reconciliation. */
export interface ReconciliationState {
  /** The last complete one; undefined before the first. */
  readonly last: { readonly finishedAt: Date; readonly report: ReconciliationReport } | undefined;
  /** The reason why a later attempt did not complete. */
  readonly error: { readonly attemptedAt: Date; readonly detail: string } | undefined;
  /** Time of the next automatic one. */
  readonly dueAt: Date;
  /** When a person asked for one that has not ended; null: none did. */
  readonly askedAt: Date | null;
}

const maxReported = 100;

export function reportOf(
  by: ReconciliationReport['by'],
  durationMs: number,
  drift: readonly Drift[],
): ReconciliationReport {
  const count = (counted: readonly Drift[]) =>
    Object.fromEntries(
      driftKinds.map((kind) => [kind, counted.filter((one) => one.kind === kind).length]),
    ) as Counts;
  return {
    by: { kind: by.kind, id: by.id },
    durationMs,
    found: count(drift),
    resolved: count(drift.filter(({ resolved }) => resolved)),
    drift: drift.toSorted((a, b) => Number(a.resolved) - Number(b.resolved)).slice(0, maxReported),
  };
}
