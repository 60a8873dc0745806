import { Type } from 'typebox';
import { answeringRoles } from '../operations/departure.ts';
import { personRoles } from '../operations/person-groups.ts';
import { guidPattern } from '../schema/guid.schema.ts';
import { personPattern } from '../schema/person.schema.ts';
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

export const groupsOfPersonQuery = olderThanQuery('group');

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
