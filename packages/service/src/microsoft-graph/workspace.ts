// The channels of a team and the site of a group, read when a person looks at the group.
// https://learn.microsoft.com/en-us/graph/api/channel-list, https://learn.microsoft.com/en-us/graph/api/site-get
import type { Channel as GraphChannel } from '@microsoft/microsoft-graph-types';
import {
  type ChannelKind,
  sortedChannels,
  type TeamChannel,
  type Workspace,
} from '../directory/workspace.ts';
import type { GraphClient } from './graph-client.ts';
import type { GraphResponse } from './graph-response.ts';
import { readPages } from './pages.ts';

/** Without it, Graph shows the kind of a shared channel as `unknownFutureValue`. */
const allKinds = { Prefer: 'include-unknown-enum-members' } as const;

/** Teams allows 1,000, with the deleted ones. */
const mostChannels = 5_000;
/** It limits a text of a channel: Teams allows 1,024 characters in a description, and less elsewhere. */
const mostCharacters = 4_096;

export function createWorkspace(client: GraphClient): Workspace {
  return {
    async listChannels(groupId, context) {
      const channels: TeamChannel[] = [];
      const list = {
        name: 'teams.channels.list',
        method: 'GET',
        path: `/teams/${groupId}/channels?$select=id,displayName,description,membershipType,webUrl`,
        headers: allKinds,
        groupId,
        accept: [404],
      } as const;
      for await (const answer of readPages(client, list, context, mostChannels)) {
        if (answer.status === 404) return undefined;
        channels.push(...channelsOf(answer));
      }
      return sortedChannels(channels);
    },

    async readSiteUrl(groupId, context) {
      const answer = await client.call(
        {
          name: 'groups.site',
          method: 'GET',
          path: `/groups/${groupId}/sites/root?$select=webUrl`,
          accept: [403, 404],
        },
        context,
      );
      if (answer.status === 404) return undefined;
      if (answer.status === 403) throw client.denied('read sites', 'Sites.Read.All', answer);
      const { webUrl } = (answer.body ?? {}) as { webUrl?: string | null };
      return secureUrl(webUrl);
    },
  };
}

function channelsOf({ body }: GraphResponse): readonly TeamChannel[] {
  const { value } = (body ?? {}) as { value?: readonly GraphChannel[] };
  return (Array.isArray(value) ? (value as readonly GraphChannel[]) : []).flatMap((channel) =>
    typeof channel.id !== 'string' || channel.id.length > mostCharacters
      ? []
      : [
          {
            channelId: channel.id,
            displayName: (channel.displayName ?? '').slice(0, mostCharacters),
            description: channel.description?.slice(0, mostCharacters) || null,
            kind: kindOf(channel.membershipType),
            webUrl: secureUrl(channel.webUrl),
          },
        ],
  );
}

/** Graph documents no value for standard channels of old teams. */
function kindOf(membershipType: string | null | undefined): ChannelKind {
  return membershipType === 'private' || membershipType === 'shared' ? membershipType : 'standard';
}

/** The page of the group makes a link of it, so that no other scheme may come from outside. */
function secureUrl(url: string | null | undefined): string | undefined {
  if (url == null || url.length > mostCharacters) return undefined;
  return URL.canParse(url) && new URL(url).protocol === 'https:' ? url : undefined;
}
