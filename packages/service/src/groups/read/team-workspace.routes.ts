// The places of a group in its suite, read when they are asked for: the channels of its team, and its site.
import { TeamParams, exact, nullable } from '../../ground/schema/parts.schema.ts';
import { Type } from 'typebox';
import type { CallContext } from '../../directory/call-context.ts';
import type { Directory } from '../../directory/directory.ts';
import { asDomainError } from '../../directory/find-people.ts';
import { channelKinds } from '../../directory/workspace.ts';
import { DomainError, notFound } from '../../ground/errors.ts';
import { type GroupLimit, isWithin } from '../../ground/group-limit.ts';
import { countedPageSchema } from '../../ground/schema/page.schema.ts';
import { countedPageQuery, readCountedList } from '../../http/paging.ts';
import { refTo, shareSchemas } from '../../http/schema-ref.ts';
import { type MountUrl, senderOf } from '../../http/sender.ts';
import type { Server } from '../../http/server.ts';
import type { Directories } from '../../settings/configuration/directories.ts';
import type { TeamStore } from './team.ts';

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

const TeamChannelPage = Type.Object(
  {
    ...countedPageSchema(TeamChannel).properties,
    hasTeam: Type.Boolean({
      description: 'False if the group has no team, or the directory does not show it yet.',
    }),
  },
  { ...exact, $id: 'TeamChannelPage' },
);

const TeamSite = Type.Object(
  {
    url: nullable(
      Type.String({
        description: 'Null if the group has no site, or the directory does not show it yet.',
      }),
    ),
  },
  { ...exact, $id: 'TeamSite' },
);

/** A team may have a thousand channels. */
const timeoutMs = 10_000;
const problems = [
  'not_found',
  'invalid_query',
  'group_not_active',
  'directory_unavailable',
  'directory_permission_missing',
] as const;
/** The directory is read. */
const weight = 5;

export function registerTeamWorkspaceRoutes(
  server: Server,
  deps: {
    readonly teams: Pick<TeamStore, 'readTeam'>;
    readonly directories: Directories;
    readonly urlOf: MountUrl;
  },
): void {
  const { teams, directories, urlOf } = deps;
  shareSchemas(server, [TeamChannelPage, TeamSite]);

  /** @throws DomainError `group_not_active` unless the group exists; if the directory cannot be asked */
  async function read<T>(
    { tenantId, within }: { readonly tenantId: string; readonly within: GroupLimit },
    teamId: string,
    work: (directory: Directory, groupId: string, call: CallContext) => Promise<T>,
  ): Promise<T> {
    const team = await teams.readTeam(tenantId, teamId);
    if (team === undefined || !isWithin(within, team)) throw notFound();
    const { directory, state } = team;
    if (directory === undefined || (state !== 'active' && state !== 'archived')) {
      throw new DomainError('group_not_active', 'The group is not in the directory.');
    }
    const call = { signal: AbortSignal.timeout(timeoutMs), teamId, isBackground: false };
    try {
      return await work(directories.of(tenantId), directory.groupId, call);
    } catch (error) {
      throw asDomainError(error);
    }
  }

  server.get(
    '/teams/:teamId/channels',
    {
      config: { scope: 'groups:read', answer: 'A page of the channels.', problems },
      schema: {
        operationId: 'listTeamChannels',
        tags: ['Teams'],
        summary: 'List the channels of a team, by name.',
        description: 'Reads the directory.',
        params: TeamParams,
        querystring: Type.Object(countedPageQuery, { additionalProperties: false }),
        response: { 200: refTo(TeamChannelPage) },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'private, no-store');
      const sender = senderOf(request);
      const { tenantId } = sender;
      const teamId = request.params.teamId.toLowerCase();
      const list = readCountedList(request.query, {
        path: `/teams/${teamId}/channels`,
        tenantId,
        mountUrl: urlOf(tenantId),
      });
      server.weighRequest(request, reply, weight);
      const channels = await read(sender, teamId, (directory, groupId, call) =>
        directory.listChannels(groupId, call),
      );
      const all = channels ?? [];
      const answer = list.answer({ items: list.partOf(all), total: all.length });
      return { ...answer, hasTeam: channels !== undefined };
    },
  );

  server.get(
    '/teams/:teamId/site',
    {
      config: { scope: 'groups:read', answer: 'The address of the site.', problems },
      schema: {
        operationId: 'getTeamSite',
        tags: ['Teams'],
        summary: 'Read the address of the SharePoint site of a team.',
        description:
          'Reads the directory. Microsoft 365 requires the application permission Sites.Read.All, which the service needs for nothing else.',
        params: TeamParams,
        response: { 200: refTo(TeamSite) },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'private, no-store');
      server.weighRequest(request, reply, weight);
      const url = await read(
        senderOf(request),
        request.params.teamId.toLowerCase(),
        (directory, groupId, call) => directory.readSiteUrl(groupId, call),
      );
      return { url: url ?? null };
    },
  );
}
