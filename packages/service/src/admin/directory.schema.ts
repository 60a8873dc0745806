import { Type } from 'typebox';
import { exact, nullable, offsetPageSchema, offsetQuery } from './common.schema.ts';

export const DirectoryAnswer = Type.Object(
  {
    kind: Type.Enum(['sandbox', 'microsoft365']),
    settings: Type.Array(Type.Object({ name: Type.String(), value: Type.String() }, exact), {
      description: 'What is set, for reading; secrets are not among it.',
    }),
    sandbox: nullable(
      Type.Object({ replicationDelayMs: Type.Integer(), teamCreationMs: Type.Integer() }, exact),
    ),
    etag: Type.String({ description: 'For If-Match.' }),
  },
  exact,
);

export const SandboxSettings = Type.Object(
  {
    replicationDelayMs: Type.Integer({ minimum: 0, maximum: 900_000 }),
    teamCreationMs: Type.Integer({ minimum: 0, maximum: 900_000 }),
  },
  exact,
);

export const ConnectionTest = Type.Object(
  {
    ok: Type.Boolean(),
    detail: Type.String(),
    missing: Type.Array(Type.String({ description: 'What has to be added, in plain words.' })),
    durationMs: Type.Integer(),
  },
  exact,
);

export const browseQuery = {
  search: Type.Optional(Type.String({ maxLength: 256 })),
  ...offsetQuery,
};

export const Person = Type.Object(
  {
    personId: Type.String(),
    email: Type.String(),
    displayName: Type.String(),
    kind: Type.Enum(['member', 'guest']),
    enabled: Type.Boolean(),
    etag: Type.String({ description: 'For If-Match.' }),
  },
  exact,
);
export const PersonPage = offsetPageSchema(Person);

export const DirectoryGroupPage = offsetPageSchema(
  Type.Object(
    {
      groupId: Type.String(),
      teamId: nullable(Type.String({ description: 'Null for a group that somebody else made.' })),
      displayName: Type.String(),
      mailNickName: Type.String(),
      visibility: Type.String(),
      owners: Type.Integer(),
      members: Type.Integer(),
      hasTeam: Type.Boolean(),
      createdAt: Type.String(),
    },
    exact,
  ),
);
