import { exact, moment, nullable } from '../ground/schema/parts.schema.ts';
import { Type } from 'typebox';
import { ScopeSchema } from '../ground/schema/scope.schema.ts';
import { etag, idParams } from './common.schema.ts';
import { countedPageSchema } from '../ground/schema/page.schema.ts';

export const KeyParams = idParams({ keyId: 'The key.' });
export const SecretParams = idParams({ keyId: 'The key.', secretId: 'The secret.' });

export const AdminApiKey = Type.Object(
  {
    keyId: Type.String(),
    name: Type.String(),
    owner: nullable(Type.String({ description: 'The person or team to ask about the key.' })),
    purpose: nullable(Type.String()),
    state: Type.Enum(['active', 'expired', 'revoked']),
    createdAt: moment(),
    createdBy: Type.Object(
      {
        kind: Type.String({ description: 'administrator, operator, service or api_key.' }),
        id: Type.String(),
      },
      exact,
    ),
    scopes: Type.Array(ScopeSchema),
    organisationIds: nullable(
      Type.Array(Type.String(), { description: 'The organisations that the key is limited to.' }),
    ),
    templateIds: nullable(
      Type.Array(Type.String(), { description: 'The templates that the key is limited to.' }),
    ),
    ipRanges: nullable(
      Type.Array(Type.String(), {
        description: 'The addresses that the key may be used from, as ranges in CIDR notation.',
      }),
    ),
    source: nullable(
      Type.String({ description: 'The source that the key is bound to. null: any.' }),
    ),
    expiresAt: nullable(moment()),
    revokedAt: nullable(moment()),
    lastUsedAt: nullable(moment('Accurate to about ten seconds.')),
    secrets: Type.Array(Type.Object({ secretId: Type.String(), createdAt: moment() }, exact), {
      description:
        'One entry, or two during a rotation. The service does not store the secrets themselves.',
    }),
    etag,
  },
  { ...exact, $id: 'ApiKey' },
);

export const ApiKeyUse = Type.Object(
  {
    secrets: Type.Array(
      Type.Object(
        {
          secretId: Type.String(),
          lastUsedAt: moment('Accurate to about ten seconds.'),
          address: Type.String(),
          userAgent: nullable(Type.String()),
        },
        exact,
      ),
      { description: 'The last use of each secret of the key that was used.' },
    ),
    days: Type.Array(
      Type.Object(
        {
          date: Type.String({ format: 'date' }),
          calls: Type.Integer({ description: 'All calls of the day, refused ones included.' }),
          refused: Type.Integer(),
        },
        exact,
      ),
      { description: 'Calls on each of the last 30 days in UTC, oldest first.' },
    ),
  },
  { ...exact, $id: 'ApiKeyUse' },
);

export const AdminApiKeyPage = countedPageSchema(AdminApiKey, 'ApiKeyPage');

export const NewSecret = Type.Object(
  {
    key: AdminApiKey,
    secret: Type.String({ description: 'Shown only once.' }),
    baseUrl: Type.String({ description: 'Address of the API at which the key is used.' }),
  },
  { ...exact, $id: 'NewApiKeySecret' },
);
