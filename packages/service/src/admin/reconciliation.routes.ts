// The drift that the tenant's last reconciliation found, and when the next one is due.
import type { Server } from '../http/server.ts';
import type { ReconciliationState } from '../reconciliation/report.ts';
import { notFound } from '../audit/changes/change.ts';
import type { EnforcementBrake } from '../governance/enforcement/brake.postgres.ts';
import { declareOperations } from './declare-operations.ts';
import { TemplateParams } from './organisations.schema.ts';
import { ReconciliationResponse } from './reconciliation.schema.ts';
import { resourceOf } from './request.ts';

export interface ReconciliationDeps {
  readonly reconciliationState: (tenantId: string) => Promise<ReconciliationState | undefined>;
  /** The groups of the tenant are compared as soon as a worker can. */
  readonly askForReconciliation: (tenantId: string) => Promise<void>;
  readonly enforcement: EnforcementBrake;
}

const declared = declareOperations('Directory', {
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
  releaseAdoptions: {
    summary: 'Let a template adopt groups again, after too many of its adoptions failed.',
    description:
      'A template adopts no more groups when more than 5 % of its adoptions of an hour failed, and at least five. The release continues the adoptions that wait. Failures from before it no longer count.',
    admin: 'groups:manage',
    answer: 'The latest reconciliation, with what is stopped afterwards.',
    params: TemplateParams,
    response: { 200: ReconciliationResponse },
  },
  releaseIdle: {
    summary: 'Let groups become idle that nobody uses, although they are many.',
    description:
      'No group becomes idle while more than 20 or 5 % of all would in a day, whichever is more. A release is for the groups that were unused by now: their people are asked.',
    admin: 'groups:manage',
    answer: 'The latest reconciliation, with what is stopped afterwards.',
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
    return {
      ...state,
      stopped: await enforcement.read(tenantId, 'restore'),
      stoppedIdle: await enforcement.read(tenantId, 'idle'),
      usage: await enforcement.readUsage(tenantId),
      stoppedAdoptions: await enforcement.readAdoptions(tenantId),
      last: last && {
        ...last.report,
        drift: last.report.drift.map((one) => ({ mailNickName: one.mailNickname, ...one })),
        finishedAt: last.finishedAt,
      },
    };
  }

  server.get(path, declared.getReconciliation, (request) => read(resourceOf(request).tenantId));

  server.post(path, declared.startReconciliation, async (request) => {
    const { tenantId } = resourceOf(request);
    await askForReconciliation(tenantId);
    return read(tenantId);
  });

  const releases = [
    ['restore', 'enforcement', declared.releaseEnforcement],
    ['idle', 'idle', declared.releaseIdle],
  ] as const;
  for (const [rule, name, declaration] of releases) {
    server.post(`/:tenantId/directory/${name}/release`, declaration, async (request) => {
      const { tenantId, actor } = resourceOf(request);
      if (!(await enforcement.release(tenantId, rule, actor))) throw notFound('stop');
      return read(tenantId);
    });
  }

  server.post(
    '/:tenantId/directory/adoption/:templateId/release',
    declared.releaseAdoptions,
    async (request) => {
      const { tenantId, actor } = resourceOf(request);
      const { templateId } = request.params;
      if (!(await enforcement.releaseAdoptions(tenantId, templateId, actor))) {
        throw notFound('stop');
      }
      return read(tenantId);
    },
  );
}
