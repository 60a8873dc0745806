// The report in the names of earlier releases: for the deprecated route and metrics, and for reports that an earlier
// release stored or reads. See docs/decisions/0061-reconciliation.md.
import {
  completeReport,
  existenceKinds,
  type Drift,
  type DriftKind,
  type ReconciliationReport,
} from './report.ts';

export const earlierKinds = {
  adopt: 'adopt',
  remove: 'remove',
  missing: 'gone',
  restored: 'returned',
  unresolved: 'unclear',
} as const satisfies Record<(typeof existenceKinds)[number], string>;

/** Earlier releases do not know the other kinds, and their reports omit them. */
export function hasEarlierName(kind: DriftKind): kind is keyof typeof earlierKinds {
  return Object.hasOwn(earlierKinds, kind);
}

type EarlierKind = (typeof earlierKinds)[keyof typeof earlierKinds];
type EarlierCounts = Readonly<Record<EarlierKind, number>>;
type EarlierDrift = Omit<Drift, 'kind' | 'resolved'> & {
  readonly kind: EarlierKind;
  readonly settled: boolean;
};

export interface EarlierReport extends Pick<ReconciliationReport, 'by' | 'durationMs'> {
  readonly found: EarlierCounts;
  readonly settled: EarlierCounts;
  readonly settlements: readonly EarlierDrift[];
}

export function toEarlierReport(report: ReconciliationReport): EarlierReport {
  const { by, durationMs, found, resolved, drift } = report;
  return {
    by,
    durationMs,
    found: earlierCounts(found),
    settled: earlierCounts(resolved),
    settlements: drift.flatMap(({ kind, teamId, mailNickname, resolved: settled, outcome }) =>
      hasEarlierName(kind)
        ? [{ kind: earlierKinds[kind], teamId, mailNickname, settled, outcome }]
        : [],
    ),
  };
}

export function fromEarlierReport(report: EarlierReport): ReconciliationReport {
  const { by, durationMs, found, settled, settlements } = report;
  return completeReport({
    by,
    durationMs,
    found: presentCounts(found),
    resolved: presentCounts(settled),
    drift: settlements.flatMap(({ kind, teamId, mailNickname, settled: resolved, outcome }) =>
      existenceKinds
        .filter((one) => earlierKinds[one] === kind)
        .map((one) => ({ kind: one, teamId, mailNickname, resolved, outcome })),
    ),
  });
}

function earlierCounts(counts: ReconciliationReport['found']): EarlierCounts {
  return Object.fromEntries(
    existenceKinds.map((kind) => [earlierKinds[kind], counts[kind]]),
  ) as EarlierCounts;
}

function presentCounts(counts: EarlierCounts): ReconciliationReport['found'] {
  return Object.fromEntries(
    existenceKinds.map((kind) => [kind, counts[earlierKinds[kind]]]),
  ) as ReconciliationReport['found'];
}
