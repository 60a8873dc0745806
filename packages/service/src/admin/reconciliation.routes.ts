// The drift that the tenant's last reconciliation found, and when the next one is due.
import type { Server } from '../http/server.ts';
import type { ReconciliationState } from '../reconciliation/report.ts';
import { notFound } from '../audit/changes/change.ts';
import type { EnforcementBrake } from '../governance/enforcement/brake.postgres.ts';
import { operations } from './operations.ts';
import { ReconciliationResponse } from './reconciliation.schema.ts';
import { resourceOf } from './request.ts';

export interface ReconciliationDeps {
  readonly reconciliationState: (tenantId: string) => Promise<ReconciliationState | undefined>;
  /** The groups of the tenant are compared as soon as a worker can. */
  readonly askForReconciliation: (tenantId: string) => Promise<void>;
  readonly enforcement: EnforcementBrake;
}

const declared = operations('Directory', {
  getReconciliation: {
    summary: 'Read the latest reconciliation of records and directory, with its drift.',
    answer: 'The latest reconciliation.',
    response: { 200: ReconciliationResponse },
  },
  startReconciliation: {
    summary: 'Compare all groups of the tenant with the directory now.',
    description:
      'A worker does it in the background, whether automatic reconciliations are on or off. While `askedAt` has a time, it has not ended; afterwards `last` or `error` has the result.',
    admin: 'groups:manage',
    answer: 'The latest reconciliation, with the time at which this one was asked for.',
    response: { 200: ReconciliationResponse },
  },
  releaseEnforcement: {
    summary: 'Let the templates restore the groups that differ, although they are many.',
    description:
      'Templates that restore records stop when more groups differ than 20 or 2 % of all in an hour. A release is for the differences that were seen by now.',
    admin: 'groups:manage',
    answer: 'The latest reconciliation, with what is stopped afterwards.',
    response: { 200: ReconciliationResponse },
  },
});

export function registerReconciliationRoutes(
  server: Server,
  { reconciliationState, askForReconciliation, enforcement }: ReconciliationDeps,
): void {
  const path = '/:tenantId/directory/reconciliation';

  async function read(tenantId: string) {
    const { last, ...state } = (await reconciliationState(tenantId)) ?? {};
    const drift = last?.report.drift.map((one) => ({ mailNickName: one.mailNickname, ...one }));
    const stopped = await enforcement.read(tenantId);
    return {
      ...state,
      stopped,
      last: last && { ...last.report, drift, finishedAt: last.finishedAt },
    };
  }

  server.get(path, declared.getReconciliation, (request) => read(resourceOf(request).tenantId));

  server.post(path, declared.startReconciliation, async (request) => {
    const { tenantId } = resourceOf(request);
    await askForReconciliation(tenantId);
    return read(tenantId);
  });

  server.post(
    '/:tenantId/directory/enforcement/release',
    declared.releaseEnforcement,
    async (request) => {
      const { tenantId, actor } = resourceOf(request);
      if (!(await enforcement.release(tenantId, actor))) throw notFound('stop');
      return read(tenantId);
    },
  );
}
