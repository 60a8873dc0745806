import { Type } from 'typebox';
import { exact, nullable, offsetPageSchema, offsetQuery } from './common.schema.ts';

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
    etag: Type.String({ description: 'Value for If-Match.' }),
  },
  exact,
);
export const PersonPage = offsetPageSchema(Person);

export const DirectoryGroupPage = offsetPageSchema(
  Type.Object(
    {
      groupId: Type.String(),
      teamId: nullable(
        Type.String({
          description: 'Team of the group. Null if the service did not create the group.',
        }),
      ),
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
