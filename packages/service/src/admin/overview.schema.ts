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
    attention: Type.Object(
      {
        vacant: Type.Integer({ description: 'Groups that nobody is responsible for.' }),
        approvals: Type.Integer({ description: 'Requests that wait for an approval.' }),
        overdueTasks: Type.Integer({ description: 'Open tasks whose due time has passed.' }),
        failingWebhooks: Type.Integer(),
        failedMessages: Type.Integer({ description: 'Messages given up in the last 30 days.' }),
        messagesFailingSince: nullable(moment({ description: 'Null while messages can be sent.' })),
        expiring: Type.Integer({
          description: 'Groups that expire within 30 days, without groups on hold.',
        }),
      },
      { ...exact, description: 'Numbers of things that a person has to look after now.' },
    ),
    organisations: Type.Integer(),
    templates: Type.Integer(),
  },
  { ...exact, $id: 'Overview' },
);
