import { exact, nullable } from '../ground/schema/parts.schema.ts';
import { Type } from 'typebox';
import { refTo } from '../http/schema-ref.ts';
import { summaryProperties, TeamMatchResponse } from '../groups/read/teams.schema.ts';
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
    groups: Type.Array(
      Type.Object(
        {
          teamId,
          displayName,
          mailNickName,
          status,
          state,
          match: Type.Optional(refTo(TeamMatchResponse)),
        },
        exact,
      ),
    ),
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
    administrators: Type.Array(
      Type.Object({ email: Type.String(), name: nullable(Type.String()) }, exact),
    ),
    problems: Type.Array(Type.Object({ code: Type.String(), title: Type.String() }, exact)),
    help: Type.Array(
      Type.Object(
        {
          path: Type.String({ description: 'Path below /docs.' }),
          title: Type.String(),
        },
        exact,
      ),
    ),
  },
  {
    ...exact,
    $id: 'SearchResults',
    description:
      'At most six of each kind: those whose name or id is the text, those that begin with it, then those that have its words. People are null if the directory did not answer within two seconds.',
  },
);
