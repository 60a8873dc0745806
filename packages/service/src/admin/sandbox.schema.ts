import { exact, nullable } from '../ground/schema/parts.schema.ts';
import { Type } from 'typebox';
import { etag, idParams } from './common.schema.ts';
import { linesSchema, nameSchema } from '../ground/schema/name.schema.ts';
import { countedPageQuery } from '../http/paging.ts';
import { countedPageSchema } from '../ground/schema/page.schema.ts';

export const PersonParams = idParams({ personId: 'The person.' });

export const GroupParams = idParams({ groupId: 'The group, by its id in the directory.' });

export const ChangeInSuiteBody = Type.Object(
  {
    displayName: Type.Optional(nameSchema(256, 'New display name.')),
    description: Type.Optional(nullable(linesSchema({ maxLength: 1_024 }))),
    visibility: Type.Optional(Type.Enum(['private', 'public'])),
    archived: Type.Optional(Type.Boolean()),
    removeOwners: Type.Optional(
      Type.Boolean({ description: 'True: all owners lose the ownership, and stay members.' }),
    ),
  },
  { ...exact, minProperties: 1 },
);

export const browseQuery = Type.Object({
  search: Type.Optional(Type.String({ maxLength: 256 })),
  ...countedPageQuery,
});

export const Person = Type.Object(
  {
    personId: Type.String(),
    email: Type.String(),
    displayName: Type.String(),
    kind: Type.Enum(['member', 'guest']),
    enabled: Type.Boolean(),
    managerEmail: nullable(Type.String()),
    language: nullable(Type.String()),
    leavesOn: nullable(Type.String({ format: 'date' })),
    etag,
  },
  { ...exact, $id: 'SandboxPerson' },
);
export const PersonPage = countedPageSchema(Person, 'SandboxPersonPage');
