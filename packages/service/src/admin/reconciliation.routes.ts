// The drift that the tenant's last reconciliation found, and when the next one is due.
import type { Server } from '../http/server.ts';
import type { ReconciliationState } from '../reconciliation/report.ts';
import { operations } from './operations.ts';
import { ReconciliationResponse } from './reconciliation.schema.ts';
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
});

export function registerReconciliationRoutes(
  server: Server,
  { reconciliationState }: ReconciliationDeps,
): void {
  server.get('/:tenantId/directory/reconciliation', declared.getReconciliation, async (request) => {
    const { last, ...state } = (await reconciliationState(resourceOf(request).tenantId)) ?? {};
    const drift = last?.report.drift.map((one) => ({ mailNickName: one.mailNickname, ...one }));
    return { ...state, last: last && { ...last.report, drift, finishedAt: last.finishedAt } };
  });
}
