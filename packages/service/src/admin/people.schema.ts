import { Type } from 'typebox';
import { answeringRoles } from '../groups/change/departure.ts';
import { personRoles } from '../groups/change/person-groups.ts';
import { guidPattern } from '../ground/schema/guid.schema.ts';
import { personPattern } from '../ground/schema/person.schema.ts';
import { exact, listPartSchema, nullable, olderThanQuery, refusal } from './common.schema.ts';
import { GroupSummary } from './groups.schema.ts';

export const PersonOfGroupsParams = Type.Object({
  tenantId: Type.String({ pattern: guidPattern, description: 'The tenant.' }),
  person: Type.String({
    maxLength: 320,
    pattern: personPattern,
    description: 'User ID or e-mail address of the person.',
  }),
});

export const GroupsOfPerson = listPartSchema(
  Type.Object(
    { ...GroupSummary.properties, roles: Type.Array(Type.Enum([...personRoles])) },
    exact,
  ),
  'True if there are older groups.',
);

export const groupsOfPersonQuery = Type.Object({
  ...olderThanQuery('group').properties,
  role: Type.Optional(
    Type.Enum([...personRoles], {
      description:
        'Only groups in which this is the highest role of the person: responsible, deputy, owner, member.',
    }),
  ),
});

const PlannedDeparture = Type.Object(
  {
    teamId: Type.String(),
    displayName: Type.String(),
    etag: Type.String(),
    role: Type.Enum([...answeringRoles], { description: 'The role that the person gives up.' }),
    responsible: nullable(
      Type.String({ description: 'The responsible afterwards. Null without a successor.' }),
    ),
    deputy: nullable(Type.String({ description: 'The deputy afterwards.' })),
    vacant: Type.Array(Type.Enum([...answeringRoles])),
    error: refusal,
  },
  exact,
);

export const AdminDeparturePlan = listPartSchema(
  PlannedDeparture,
  'True if the person answers for further groups.',
  'AdminDeparturePlan',
);

export const shortestSearch = 2;

export const suggestionQuery = Type.Object({
  search: Type.String({
    minLength: shortestSearch,
    maxLength: 100,
    description: 'The beginning of a name or of an e-mail address.',
  }),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 20, default: 6 })),
});

export const Suggestions = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          reference: Type.String({ description: 'E-mail address, or the user ID without one.' }),
          displayName: Type.String(),
        },
        exact,
      ),
    ),
  },
  { ...exact, $id: 'PeopleSuggestions' },
);

export const PeopleLookup = Type.Object(
  {
    references: Type.Array(
      Type.String({
        maxLength: 320,
        pattern: personPattern,
        description: 'User ID or e-mail address.',
        'x-fault': 'must be a user ID or an e-mail address',
      }),
      { minItems: 1, maxItems: 200 },
    ),
  },
  exact,
);

export const PeopleByReference = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          reference: Type.String({ description: 'As in the request.' }),
          person: nullable(
            Type.Object(
              {
                id: Type.String({ description: "The directory's id." }),
                displayName: Type.String(),
                email: nullable(Type.String()),
                isGuest: Type.Boolean(),
                isEnabled: Type.Boolean({ description: 'False if the account is blocked.' }),
              },
              { ...exact, description: 'Null if the directory has no such person.' },
            ),
          ),
        },
        exact,
      ),
      { description: 'One for each reference, in the same order.' },
    ),
  },
  { ...exact, $id: 'PeopleByReference' },
);
