import { Type } from 'typebox';
import { exact, nullable, offsetPageSchema } from './common.schema.ts';

export const AdminApiKey = Type.Object(
  {
    keyId: Type.String(),
    name: Type.String(),
    state: Type.Enum(['active', 'expired', 'revoked']),
    createdAt: Type.String(),
    createdBy: Type.Object(
      {
        kind: Type.String({ description: 'administrator, operator or service.' }),
        id: Type.String(),
      },
      exact,
    ),
    expiresAt: nullable(Type.String()),
    revokedAt: nullable(Type.String()),
    lastUsedAt: nullable(Type.String({ description: 'Accurate to about ten seconds.' })),
    secrets: Type.Array(Type.Object({ secretId: Type.String(), createdAt: Type.String() }, exact), {
      description:
        'One entry, or two during a rotation. The service does not store the secrets themselves.',
    }),
    etag: Type.String({ description: 'Value for If-Match.' }),
  },
  exact,
);

export const AdminApiKeyPage = offsetPageSchema(AdminApiKey);

export const NewSecret = Type.Object(
  { key: AdminApiKey, secret: Type.String({ description: 'Shown only once.' }) },
  exact,
);
