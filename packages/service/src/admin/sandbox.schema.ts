import { noLabel } from '../directory/group-settings.ts';
import { exact, guidPattern, nullable } from '../ground/schema/parts.schema.ts';
import { Type } from 'typebox';
import { etag, idParams } from './common.schema.ts';
import { dayInput, optionalDay } from '../ground/schema/moment.schema.ts';
import { linesSchema, nameSchema } from '../ground/schema/name.schema.ts';
import { countedPageQuery } from '../http/paging.ts';
import { SettingsInput } from '../settings/organisations/settings-policy.ts';
import { countedPageSchema } from '../ground/schema/page.schema.ts';

export const PersonParams = idParams({ personId: 'The person.' });

export const GroupParams = idParams({ groupId: 'The group, by its id in the directory.' });

const emails = (description: string) =>
  Type.Optional(
    Type.Array(Type.String({ minLength: 3, maxLength: 320 }), { maxItems: 100, description }),
  );

const sensitivityLabel = Type.Optional(
  Type.String({
    pattern: `${guidPattern}|^${noLabel}$`,
    description: `Id of the sensitivity label of the group; ${noLabel} removes it.`,
    'x-fault': `must be the id of a sensitivity label (a GUID), or ${noLabel}`,
  }),
);

export const ChangeInSuiteBody = Type.Object(
  {
    displayName: Type.Optional(nameSchema(256, 'New display name.')),
    description: Type.Optional(nullable(linesSchema({ maxLength: 1_024 }))),
    visibility: Type.Optional(Type.Enum(['private', 'public'])),
    archived: Type.Optional(Type.Boolean()),
    kind: Type.Optional(
      Type.Enum(['team'], { description: 'team: someone adds a team to the group.' }),
    ),
    removeOwners: Type.Optional(
      Type.Boolean({ description: 'True: all owners lose the ownership, and stay members.' }),
    ),
    addMembers: emails(
      'E-mail addresses of people of the sandbox. A guest is refused while the group has settings.guests deny.',
    ),
    settings: Type.Optional(
      Type.Object(
        { ...SettingsInput.properties, sensitivityLabel },
        {
          ...exact,
          description: 'Settings of the group or team. Absent ones stay as they are.',
        },
      ),
    ),
    lastUsedOn: optionalDay(
      'Day of the last use, as a report of the suite has it. Null: none is known.',
    ),
  },
  { ...exact, minProperties: 1 },
);

export const NewInSuiteBody = Type.Object(
  {
    displayName: nameSchema(256, 'Name of the group.'),
    mailNickName: Type.String({
      pattern: '^[A-Za-z0-9._-]{1,64}$',
      description: 'Alias of the group.',
      'x-fault': 'must have 1 to 64 letters, digits, dots, hyphens or underscores',
    }),
    visibility: Type.Optional(Type.Enum(['private', 'public'])),
    kind: Type.Optional(Type.Enum(['team', 'group'], { description: 'A team by default.' })),
    owners: emails('E-mail addresses of people of the sandbox; others are passed over.'),
    members: emails('Besides the owners.'),
    obstacle: Type.Optional(
      Type.Enum(
        [
          'synced_from_on_premises',
          'dynamic_membership',
          'role_assignable',
          'hidden_membership',
          'class_team',
          'foreign_marker',
        ],
        { description: 'An obstacle to an adoption.' },
      ),
    ),
    hidesOwners: Type.Optional(
      Type.Boolean({
        description: 'True: the directory does not show the owners, as of groups from Exchange.',
      }),
    ),
    lastUsedOn: Type.Optional(dayInput('Day of the last use, as a report of the suite has it.')),
  },
  exact,
);
export const NewInSuite = Type.Object({ groupId: Type.String() }, exact);

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
