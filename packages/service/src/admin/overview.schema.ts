import { exact, moment, nullable } from '../ground/schema/parts.schema.ts';
import { Type } from 'typebox';
import { ComparisonResponse, FindingCountsResponse } from '../groups/read/observed-team.schema.ts';
import { creationReport, failureCount } from './reports.schema.ts';
import { MassDeparture } from './responsibility.schema.ts';

const KeyToLookAfter = Type.Object(
  {
    keyId: Type.String(),
    name: Type.String(),
    createdAt: moment(),
    expiresAt: nullable(moment()),
  },
  exact,
);

export const OverviewResponse = Type.Object(
  {
    ...creationReport,
    waiting: Type.Object(
      {
        accepted: Type.Integer(),
        running: Type.Integer(),
        oldestSince: nullable(moment()),
      },
      exact,
    ),
    groups: Type.Integer(),
    findings: FindingCountsResponse,
    comparison: ComparisonResponse,
    massDeparture: MassDeparture,
    attention: Type.Object(
      {
        vacant: Type.Integer({ description: 'Groups that nobody is responsible for.' }),
        approvals: Type.Integer({ description: 'Requests that wait for an approval.' }),
        overdueTasks: Type.Integer({ description: 'Open tasks whose due time has passed.' }),
        unansweredReviews: Type.Integer({
          description:
            'Reviews that lapsed in the last 30 days, unless a later review of the group was completed.',
        }),
        failingWebhooks: Type.Integer(),
        disabledWebhooks: Type.Integer({
          description:
            'Webhook endpoints that the service turned off, and nobody has enabled since.',
        }),
        failedMessages: Type.Integer({ description: 'Messages given up in the last 30 days.' }),
        unreachablePeople: Type.Integer({
          description:
            'People who answer for a group and did not get the last three messages to them.',
        }),
        messagesFailingSince: nullable(moment('Null while messages can be sent.')),
        expiring: Type.Integer({
          description: 'Groups that expire within 30 days, without groups on hold.',
        }),
        gone: Type.Integer({ description: 'Groups that the directory no longer has.' }),
        openFailures: Type.Array(failureCount, {
          description: 'Failed creations that nobody tried again, of all time, by reason.',
        }),
        failingEndpoints: Type.Array(
          Type.Object(
            { endpointId: Type.String(), url: Type.String(), failingSince: moment() },
            exact,
          ),
          { description: 'Up to ten of the failing webhooks.' },
        ),
        credentialExpiresAt: nullable(
          moment(
            'When the credential of the connection expires, if that is within 30 days or past.',
          ),
        ),
        connection: nullable(
          Type.Object(
            {
              state: Type.Enum(['failing', 'untested'], {
                description:
                  'failing: the last comparison with the directory did not complete. untested: there was none yet.',
              }),
              attemptedAt: nullable(moment('Of the failed comparison.')),
            },
            {
              ...exact,
              description: 'The connection to Microsoft 365, if a person has to look after it.',
            },
          ),
        ),
        expiringKeys: Type.Array(KeyToLookAfter, {
          description: 'Up to ten active API keys that expire within 30 days.',
        }),
        unusedKeys: Type.Array(KeyToLookAfter, {
          description: 'Up to ten active API keys, older than a week, that were never used.',
        }),
      },
      { ...exact, description: 'Numbers of things that a person has to look after now.' },
    ),
    organisations: Type.Integer(),
    templates: Type.Integer(),
  },
  { ...exact, $id: 'Overview' },
);
