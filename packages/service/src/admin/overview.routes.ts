// The first page: the recent creations and their results, and the number that wait.
import { Type } from 'typebox';
import type { Configuration } from '../configuration/configuration.ts';
import type { Server } from '../http/server.ts';
import { finishClassesMs, type Overview } from '../teams/overview.ts';
import { exact, nullable, TenantParams } from './common.schema.ts';
import { tenantOf } from './requests.routes.ts';

export interface OverviewDeps {
  readonly configuration: Configuration;
  readonly overview: (tenantId: string) => Promise<Overview>;
}

const OverviewAnswer = Type.Object(
  {
    days: Type.Array(
      Type.Object(
        {
          date: Type.String(),
          open: Type.Integer(),
          succeeded: Type.Integer(),
          failed: Type.Integer(),
          cancelled: Type.Integer(),
        },
        exact,
      ),
      { description: 'The last 30 days, oldest first.' },
    ),
    finish: Type.Object(
      {
        medianMs: nullable(Type.Number()),
        p95Ms: nullable(Type.Number()),
        classes: Type.Array(
          Type.Object({ upToMs: nullable(Type.Integer()), count: Type.Integer() }, exact),
        ),
      },
      exact,
    ),
    failures: Type.Array(Type.Object({ code: Type.String(), count: Type.Integer() }, exact)),
    waiting: Type.Object(
      {
        accepted: Type.Integer(),
        running: Type.Integer(),
        oldestSince: nullable(Type.String()),
      },
      exact,
    ),
    groups: Type.Integer(),
    organisations: Type.Integer(),
    templates: Type.Integer(),
  },
  exact,
);

export function registerOverviewRoutes(server: Server, deps: OverviewDeps): void {
  server.get(
    '/:tenantId/overview',
    {
      config: { answer: 'The results of creations, and the pending work.' },
      schema: {
        operationId: 'getOverview',
        tags: ['Overview'],
        summary: 'Read the results of creations in the last 30 days, and the pending work.',
        params: TenantParams,
        response: { 200: OverviewAnswer },
      },
    },
    async (request) => {
      const tenantId = tenantOf(request);
      const { days, finish, failures, waiting, groups } = await deps.overview(tenantId);
      const organisations = deps.configuration.organisations(tenantId);
      return {
        days: [...days],
        finish: {
          medianMs: finish.medianMs ?? null,
          p95Ms: finish.p95Ms ?? null,
          classes: finish.classes.map((count, index) => ({
            upToMs: finishClassesMs[index] ?? null,
            count,
          })),
        },
        failures: [...failures],
        waiting: {
          accepted: waiting.accepted,
          running: waiting.running,
          oldestSince: waiting.oldestSince?.toISOString() ?? null,
        },
        groups,
        organisations: organisations.length,
        templates: organisations.flatMap(({ templates }) => templates).length,
      };
    },
  );
}
