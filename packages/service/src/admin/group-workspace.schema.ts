import { Type } from 'typebox';
import { channelKinds } from '../directory/workspace.ts';
import { exact, nullable, offsetPageSchema } from './common.schema.ts';

const GroupChannel = Type.Object(
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

export const GroupChannels = Type.Object(
  {
    ...offsetPageSchema(GroupChannel).properties,
    hasTeam: Type.Boolean({
      description: 'False if the group has no team, or the directory does not show it yet.',
    }),
  },
  { ...exact, $id: 'GroupChannels' },
);

export const GroupSite = Type.Object(
  {
    url: nullable(
      Type.String({
        description: 'Null if the group has no site, or the directory does not show it yet.',
      }),
    ),
  },
  { ...exact, $id: 'GroupSite' },
);
