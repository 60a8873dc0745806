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
    lastUsedAt: nullable(Type.String({ description: 'Known within some ten seconds.' })),
    secrets: Type.Array(Type.Object({ secretId: Type.String(), createdAt: Type.String() }, exact), {
      description: 'One, or two while rotating. The secrets themselves are kept nowhere.',
    }),
    etag: Type.String({ description: 'For If-Match.' }),
  },
  exact,
);

export const AdminApiKeyPage = offsetPageSchema(AdminApiKey);

export const NewSecret = Type.Object(
  { key: AdminApiKey, secret: Type.String({ description: 'Told this once.' }) },
  exact,
);
