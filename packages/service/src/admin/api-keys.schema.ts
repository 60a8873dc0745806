import { Type } from 'typebox';
import { ScopeSchema } from '../schema/scope.schema.ts';
import { etag, exact, idParams, moment, nullable, offsetPageSchema } from './common.schema.ts';

export const KeyParams = idParams({ keyId: 'The key.' });
export const SecretParams = idParams({ keyId: 'The key.', secretId: 'The secret.' });

export const AdminApiKey = Type.Object(
  {
    keyId: Type.String(),
    name: Type.String(),
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
    expiresAt: nullable(moment()),
    revokedAt: nullable(moment()),
    lastUsedAt: nullable(moment({ description: 'Accurate to about ten seconds.' })),
    secrets: Type.Array(Type.Object({ secretId: Type.String(), createdAt: moment() }, exact), {
      description:
        'One entry, or two during a rotation. The service does not store the secrets themselves.',
    }),
    etag,
  },
  { ...exact, $id: 'ApiKey' },
);

export const AdminApiKeyPage = offsetPageSchema(AdminApiKey, 'ApiKeyPage');

export const NewSecret = Type.Object(
  { key: AdminApiKey, secret: Type.String({ description: 'Shown only once.' }) },
  { ...exact, $id: 'NewApiKeySecret' },
);
