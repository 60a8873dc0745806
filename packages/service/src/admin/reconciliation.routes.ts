// The drift that the tenant's last reconciliation found, and when the next one is due.
import { Type, type TProperties } from 'typebox';
import type { Server } from '../http/server.ts';
import { toEarlierReport } from '../reconciliation/earlier-names.ts';
import type { ReconciliationReport, ReconciliationState } from '../reconciliation/report.ts';
import { exact, nullable, TenantParams } from './common.schema.ts';
import { tenantOf } from './requests.routes.ts';

export interface ReconciliationDeps {
  readonly reconciliationState: (tenantId: string) => Promise<ReconciliationState | undefined>;
}

const dateTime = Type.String({ format: 'date-time' });

/** The state with the members of the last report that differ between the two routes. */
const stateWith = <Members extends TProperties>(members: Members) =>
  Type.Object(
    {
      last: nullable(
        Type.Object(
          {
            finishedAt: dateTime,
            durationMs: Type.Integer(),
            by: Type.Object({ kind: Type.String(), id: Type.String() }, exact),
            ...members,
          },
          exact,
        ),
      ),
      error: nullable(
        Type.Object(
          { attemptedAt: dateTime, detail: Type.String() },
          { ...exact, description: 'Error of a later attempt that did not complete.' },
        ),
      ),
      dueAt: nullable(
        Type.String({
          format: 'date-time',
          description: 'Time of the next reconciliation. Null before the first.',
        }),
      ),
    },
    exact,
  );

const count = Type.Integer();
const drift = { teamId: Type.String(), mailNickName: Type.String(), outcome: Type.String() };

const counts = (description: string) =>
  Type.Object(
    { adopt: count, remove: count, missing: count, restored: count, unresolved: count },
    { ...exact, description },
  );
const ReconciliationAnswer = stateWith({
  found: counts('Number of differences of each kind.'),
  resolved: counts('Number of resolved differences.'),
  drift: Type.Array(
    Type.Object(
      {
        kind: Type.Enum(['adopt', 'remove', 'missing', 'restored', 'unresolved']),
        ...drift,
        resolved: Type.Boolean(),
      },
      exact,
    ),
    { description: 'At most 100 differences, unresolved ones first.' },
  ),
});

const earlierCounts = (description: string) =>
  Type.Object(
    { adopt: count, remove: count, gone: count, returned: count, unclear: count },
    { ...exact, description },
  );
const SweepAnswer = stateWith({
  found: earlierCounts('Number of differences of each kind.'),
  settled: earlierCounts('Number of settled differences.'),
  settlements: Type.Array(
    Type.Object(
      {
        kind: Type.Enum(['adopt', 'remove', 'gone', 'returned', 'unclear']),
        ...drift,
        settled: Type.Boolean(),
      },
      exact,
    ),
    { description: 'At most 100 differences, unsettled ones first.' },
  ),
});

export function registerReconciliationRoutes(
  server: Server,
  { reconciliationState }: ReconciliationDeps,
): void {
  const answerWith = async <Members>(
    tenantId: string,
    membersOf: (report: ReconciliationReport) => Members,
  ) => {
    const { last, error, dueAt } = (await reconciliationState(tenantId)) ?? {};
    return {
      last:
        last === undefined
          ? null
          : {
              finishedAt: last.finishedAt.toISOString(),
              durationMs: last.report.durationMs,
              by: { ...last.report.by },
              ...membersOf(last.report),
            },
      error:
        error === undefined
          ? null
          : { attemptedAt: error.attemptedAt.toISOString(), detail: error.detail },
      dueAt: dueAt?.toISOString() ?? null,
    };
  };

  server.get(
    '/:tenantId/directory/reconciliation',
    {
      config: { answer: 'The latest reconciliation.' },
      schema: {
        operationId: 'getReconciliation',
        tags: ['Directory'],
        summary: 'Read the latest reconciliation of records and directory, with its drift.',
        params: TenantParams,
        response: { 200: ReconciliationAnswer },
      },
    },
    (request) =>
      answerWith(tenantOf(request), (report) => ({
        found: { ...report.found },
        resolved: { ...report.resolved },
        drift: report.drift.map(({ kind, teamId, mailNickname, outcome, resolved }) => ({
          kind,
          teamId,
          mailNickName: mailNickname,
          outcome,
          resolved,
        })),
      })),
  );

  server.get(
    '/:tenantId/directory/sweep',
    {
      config: { answer: 'The latest reconciliation.' },
      schema: {
        operationId: 'getSweep',
        tags: ['Directory'],
        summary: 'Read the latest reconciliation in the names of earlier releases.',
        description: 'Deprecated: use `directory/reconciliation`.',
        deprecated: true,
        params: TenantParams,
        response: { 200: SweepAnswer },
      },
    },
    (request) =>
      answerWith(tenantOf(request), (report) => {
        const { found, settled, settlements } = toEarlierReport(report);
        return {
          found: { ...found },
          settled: { ...settled },
          settlements: settlements.map(
            ({ kind, teamId, mailNickname, outcome, settled: done }) => ({
              kind,
              teamId,
              mailNickName: mailNickname,
              outcome,
              settled: done,
            }),
          ),
        };
      }),
  );
}
