// The places of a group in its suite, read when an administrator opens them: the channels of its team, and its site.
import { notFound } from '../audit/changes/change.ts';
import type { Directories } from '../settings/configuration/directories.ts';
import type { CallContext } from '../directory/call-context.ts';
import type { Directory } from '../directory/directory.ts';
import { asDomainError } from '../directory/find-people.ts';
import { DomainError } from '../ground/errors.ts';
import type { Server } from '../http/server.ts';
import type { TeamStore } from '../groups/read/team.ts';
import type { AdminApiDeps } from './admin-api-deps.ts';
import { offsetQuery } from './common.schema.ts';
import { GroupChannels, GroupSite } from './group-workspace.schema.ts';
import { GroupParams } from './groups.schema.ts';
import { pageOfAll } from './offset-page.ts';
import { operations } from './operations.ts';
import { resourceOf } from './request.ts';

export interface GroupWorkspaceDeps extends AdminApiDeps {
  readonly teams: TeamStore;
  readonly directories: Directories;
}

/** A team may have a thousand channels. */
const timeoutMs = 10_000;
const problems = [
  'group_not_active',
  'directory_unavailable',
  'directory_permission_missing',
] as const;

const declared = operations('Groups', {
  listGroupChannels: {
    reach: 'organisations',
    summary: 'List the channels of the team of a group, by name.',
    description: 'Reads the directory.',
    answer: 'A page of the channels.',
    problems,
    params: GroupParams,
    querystring: offsetQuery,
    response: { 200: GroupChannels },
  },
  getGroupSite: {
    reach: 'organisations',
    summary: 'Read the address of the SharePoint site of a group.',
    description:
      'Reads the directory. Microsoft 365 requires the application permission Sites.Read.All, which the service needs for nothing else.',
    answer: 'The address of the site.',
    problems,
    params: GroupParams,
    response: { 200: GroupSite },
  },
});

export function registerGroupWorkspaceRoutes(server: Server, deps: GroupWorkspaceDeps): void {
  const { address, teams, directories } = deps;
  const path = '/:tenantId/groups/:teamId';

  /** @throws DomainError `group_not_active` unless the group exists; if the directory cannot be asked */
  async function read<T>(
    { tenantId, teamId }: { readonly tenantId: string; readonly teamId: string },
    work: (directory: Directory, groupId: string, call: CallContext) => Promise<T>,
  ): Promise<T> {
    const team = await teams.readTeam(tenantId, teamId);
    if (team === undefined) throw notFound('group');
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

  server.get(`${path}/channels`, declared.listGroupChannels, async (request) => {
    const channels = await read(resourceOf(request), (directory, groupId, call) =>
      directory.listChannels(groupId, call),
    );
    const page = await pageOfAll(request, address, channels ?? [], (channel) => channel);
    return { ...page, hasTeam: channels !== undefined };
  });

  server.get(`${path}/site`, declared.getGroupSite, async (request) => {
    const url = await read(resourceOf(request), (directory, groupId, call) =>
      directory.readSiteUrl(groupId, call),
    );
    return { url: url ?? null };
  });
}
