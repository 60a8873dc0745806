import { Type } from 'typebox';
import { exact, moment, nullable } from './common.schema.ts';
import { FindingCounts } from './findings.schema.ts';
import { MassDeparture } from './responsibility.schema.ts';

export const OverviewResponse = Type.Object(
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
        oldestSince: nullable(moment()),
      },
      exact,
    ),
    groups: Type.Integer(),
    findings: FindingCounts,
    massDeparture: MassDeparture,
    organisations: Type.Integer(),
    templates: Type.Integer(),
  },
  { ...exact, $id: 'Overview' },
);
