import { type TSchema, Type } from 'typebox';
import { channelKinds } from '../../directory/workspace.ts';
import { countedPageSchema } from '../../ground/schema/page.schema.ts';

const exact = { additionalProperties: false } as const;
const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

const TeamChannel = Type.Object(
  {
    channelId: Type.String({ description: "The directory's id of the channel." }),
    displayName: Type.String(),
    description: nullable(Type.String()),
    kind: Type.Enum([...channelKinds], {
      description: '`private` and `shared` channels have separate members.',
    }),
    webUrl: nullable(Type.String({ description: 'Opens the channel. Null in the sandbox.' })),
  },
  exact,
);

export const TeamChannelPage = Type.Object(
  {
    ...countedPageSchema(TeamChannel).properties,
    hasTeam: Type.Boolean({
      description: 'False if the group has no team, or the directory does not show it yet.',
    }),
  },
  { ...exact, $id: 'TeamChannelPage' },
);

export const TeamSite = Type.Object(
  {
    url: nullable(
      Type.String({
        description: 'Null if the group has no site, or the directory does not show it yet.',
      }),
    ),
  },
  { ...exact, $id: 'TeamSite' },
);
