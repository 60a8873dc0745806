// The findings of the tenant's last sweep, and when the next one is due.
import { Type } from 'typebox';
import type { Server } from '../http/server.ts';
import type { SweepState } from '../reconciliation/sweep-report.ts';
import { exact, nullable, TenantParams } from './common.schema.ts';
import { tenantOf } from './requests.routes.ts';

export interface SweepDeps {
  readonly sweepState: (tenantId: string) => Promise<SweepState | undefined>;
}

const kind = Type.Enum(['adopt', 'remove', 'gone', 'returned', 'unclear']);
const counts = (description: string) =>
  Type.Object(
    {
      adopt: Type.Integer(),
      remove: Type.Integer(),
      gone: Type.Integer(),
      returned: Type.Integer(),
      unclear: Type.Integer(),
    },
    { ...exact, description },
  );

const SweepAnswer = Type.Object(
  {
    last: nullable(
      Type.Object(
        {
          finishedAt: Type.String({ format: 'date-time' }),
          durationMs: Type.Integer(),
          by: Type.Object({ kind: Type.String(), id: Type.String() }, exact),
          found: counts('Number of differences of each kind.'),
          settled: counts('Number of settled differences.'),
          settlements: Type.Array(
            Type.Object(
              {
                kind,
                teamId: Type.String(),
                mailNickName: Type.String(),
                settled: Type.Boolean(),
                outcome: Type.String(),
              },
              exact,
            ),
            { description: 'At most 100 differences, unsettled ones first.' },
          ),
        },
        exact,
      ),
    ),
    error: nullable(
      Type.Object(
        { attemptedAt: Type.String({ format: 'date-time' }), detail: Type.String() },
        { ...exact, description: 'Error of a later attempt that did not complete.' },
      ),
    ),
    dueAt: nullable(
      Type.String({
        format: 'date-time',
        description: 'Time of the next comparison. Null before the first.',
      }),
    ),
  },
  exact,
);

export function registerSweepRoutes(server: Server, { sweepState }: SweepDeps): void {
  server.get(
    '/:tenantId/directory/sweep',
    {
      config: { answer: 'The latest comparison.' },
      schema: {
        operationId: 'getSweep',
        tags: ['Directory'],
        summary: 'Read the latest comparison of records and directory, with its differences.',
        params: TenantParams,
        response: { 200: SweepAnswer },
      },
    },
    async (request) => {
      const state = await sweepState(tenantOf(request));
      const { last, error, dueAt } = state ?? {};
      return {
        last:
          last === undefined
            ? null
            : {
                finishedAt: last.finishedAt.toISOString(),
                durationMs: last.report.durationMs,
                by: { ...last.report.by },
                found: { ...last.report.found },
                settled: { ...last.report.settled },
                settlements: last.report.settlements.map((settlement) => ({
                  kind: settlement.kind,
                  teamId: settlement.teamId,
                  mailNickName: settlement.mailNickname,
                  settled: settlement.settled,
                  outcome: settlement.outcome,
                })),
              },
        error:
          error === undefined
            ? null
            : { attemptedAt: error.attemptedAt.toISOString(), detail: error.detail },
        dueAt: dueAt?.toISOString() ?? null,
      };
    },
  );
}
