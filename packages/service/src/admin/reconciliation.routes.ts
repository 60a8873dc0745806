// The drift that the tenant's last reconciliation found, and when the next one is due.
import type { Server } from '../http/server.ts';
import { toEarlierReport } from '../reconciliation/earlier-names.ts';
import type { ReconciliationReport, ReconciliationState } from '../reconciliation/report.ts';
import { operations } from './operations.ts';
import { ReconciliationResponse, SweepResponse } from './reconciliation.schema.ts';
import { resourceOf } from './request.ts';

export interface ReconciliationDeps {
  readonly reconciliationState: (tenantId: string) => Promise<ReconciliationState | undefined>;
}

const declared = operations('Directory', {
  getReconciliation: {
    summary: 'Read the latest reconciliation of records and directory, with its drift.',
    answer: 'The latest reconciliation.',
    response: { 200: ReconciliationResponse },
  },
  getSweep: {
    summary: 'Read the latest reconciliation in the names of earlier releases.',
    description: 'Deprecated: use `directory/reconciliation`.',
    deprecated: true,
    answer: 'The latest reconciliation.',
    response: { 200: SweepResponse },
  },
});

export function registerReconciliationRoutes(
  server: Server,
  { reconciliationState }: ReconciliationDeps,
): void {
  async function stateWith<Report>(
    tenantId: string,
    reportOf: (report: ReconciliationReport) => Report,
  ) {
    const { last, ...state } = (await reconciliationState(tenantId)) ?? {};
    return { ...state, last: last && { ...reportOf(last.report), finishedAt: last.finishedAt } };
  }

  server.get('/:tenantId/directory/reconciliation', declared.getReconciliation, (request) =>
    stateWith(resourceOf(request).tenantId, (report) => ({
      ...report,
      drift: report.drift.map(withAlias),
    })),
  );

  server.get('/:tenantId/directory/sweep', declared.getSweep, (request) =>
    stateWith(resourceOf(request).tenantId, (present) => {
      const report = toEarlierReport(present);
      return { ...report, settlements: report.settlements.map(withAlias) };
    }),
  );
}

function withAlias<Drift extends { readonly mailNickname: string }>(drift: Drift) {
  return Object.assign({ mailNickName: drift.mailNickname }, drift);
}
