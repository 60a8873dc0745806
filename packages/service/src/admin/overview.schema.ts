import { exact, moment, nullable } from '../ground/schema/parts.schema.ts';
import { Type } from 'typebox';
import { creationReport } from './reports.schema.ts';

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
    attention: Type.Object(
      {
        failingWebhooks: Type.Integer(),
        disabledWebhooks: Type.Integer({
          description:
            'Webhook endpoints that the service turned off, and nobody has enabled since.',
        }),
        failedMessages: Type.Integer({ description: 'Messages given up in the last 30 days.' }),
        messagesFailingSince: nullable(moment('Null while messages can be sent.')),
        expiring: Type.Integer({
          description: 'Groups that expire within 30 days, without groups on hold.',
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
        sharePointCredentialExpiresAt: nullable(
          moment(
            'When the second credential, for SharePoint, expires, if that is within 30 days or past.',
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
        changedAssumptions: Type.Array(
          Type.Object({ name: Type.String(), since: moment() }, exact),
          {
            description:
              'Assumptions about Microsoft 365 that are no longer true, by the last probe of the connection that saw them.',
          },
        ),
        expiringKeys: Type.Array(KeyToLookAfter, {
          description: 'Up to ten active API keys that expire within 30 days.',
        }),
        unusedKeys: Type.Array(KeyToLookAfter, {
          description: 'Up to ten active API keys, older than a week, that were never used.',
        }),
      },
      {
        ...exact,
        description:
          'Things of the service that a person has to look after. Those of groups: `GET /to-do`.',
      },
    ),
    organisations: Type.Integer(),
    templates: Type.Integer(),
  },
  { ...exact, $id: 'Overview' },
);
