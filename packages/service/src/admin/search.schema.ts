import { exact, nullable } from '../ground/schema/parts.schema.ts';
import { Type } from 'typebox';
import { summaryProperties } from '../groups/read/teams.schema.ts';
import { shortestSearch } from '../groups/change/people.schema.ts';

export const searchQuery = Type.Object({
  text: Type.String({
    minLength: shortestSearch,
    maxLength: 256,
    description: 'A part of a name, or an id.',
  }),
});

const { teamId, displayName, mailNickName, status, state } = summaryProperties;

export const SearchResults = Type.Object(
  {
    groups: Type.Array(Type.Object({ teamId, displayName, mailNickName, status, state }, exact)),
    people: nullable(
      Type.Array(
        Type.Object(
          {
            reference: Type.String({ description: 'E-mail address, or the user ID without one.' }),
            displayName: Type.String(),
          },
          exact,
        ),
      ),
    ),
    templates: Type.Array(
      Type.Object(
        { templateId: Type.String(), name: Type.String(), organisation: Type.String() },
        exact,
      ),
    ),
    apiKeys: Type.Array(Type.Object({ keyId: Type.String(), name: Type.String() }, exact)),
    webhooks: Type.Array(Type.Object({ endpointId: Type.String(), url: Type.String() }, exact)),
  },
  {
    ...exact,
    $id: 'SearchResults',
    description:
      'At most six of each kind. People are null if the directory did not answer within two seconds.',
  },
);
