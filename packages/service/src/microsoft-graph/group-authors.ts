// Reads who changed groups, from the audit log of Microsoft Entra. It keeps 7 or 30 days, and shows a change some minutes late.
// https://learn.microsoft.com/en-us/graph/api/directoryaudit-list
import type { DirectoryAudit, TargetResource } from '@microsoft/microsoft-graph-types';
import type { CallContext } from '../directory/call-context.ts';
import type { AuthoredProperty, GroupAuthor } from '../directory/group-life.ts';
import type { GraphClient } from './graph-client.ts';
import { readPages } from './pages.ts';
import { auditLogPermission, isCovered, rolesOf } from './permissions.ts';
import type { TokenSource } from './token.ts';

/** The latest ones come first. */
const mostEntries = 5_000;

const propertyOf: Readonly<Record<string, AuthoredProperty>> = {
  displayname: 'displayName',
  description: 'description',
  visibility: 'visibility',
  ispublic: 'visibility',
};

export function createGroupAuthors(deps: {
  readonly client: GraphClient;
  readonly tokens: Pick<TokenSource, 'token'>;
  /** Its own changes explain no difference. */
  readonly clientId: string | undefined;
}) {
  const { client, tokens, clientId } = deps;

  return async (since: Date, context: CallContext): Promise<readonly GroupAuthor[] | undefined> => {
    const roles = rolesOf(await tokens.token(context.signal));
    if (roles === undefined || !isCovered(auditLogPermission, roles)) return undefined;
    const from = since.toISOString().slice(0, 19);
    const filter = `activityDateTime ge ${from}Z and loggedByService eq 'Core Directory'`;
    const call = {
      name: 'auditLogs.directoryAudits',
      method: 'GET',
      path: `/auditLogs/directoryAudits?$top=500&$filter=${encodeURIComponent(filter)}`,
      // A tenant without a licence of Entra ID P1 has no log to read.
      accept: [400, 403, 404],
    } as const;
    const authors: GroupAuthor[] = [];
    let entries = 0;
    for await (const answer of readPages(client, call, context)) {
      if (answer.status >= 300) return undefined;
      const { value } = (answer.body ?? {}) as { value?: DirectoryAudit[] };
      for (const entry of Array.isArray(value) ? value : []) {
        entries += 1;
        authors.push(...authorsOf(entry, clientId));
      }
      if (entries >= mostEntries) break;
    }
    return authors;
  };
}

function authorsOf(
  { initiatedBy, targetResources, activityDisplayName }: DirectoryAudit,
  clientId: string | undefined,
): readonly GroupAuthor[] {
  const { user, app } = initiatedBy ?? {};
  const by = user?.userPrincipalName ?? app?.displayName;
  const isOwn = app?.appId != null && app.appId.toLowerCase() === clientId?.toLowerCase();
  if (by == null || isOwn) return [];
  const resources = targetResources ?? [];
  const activity = activityDisplayName ?? '';
  const properties = /owner/i.test(activity)
    ? (['owners'] as const)
    : /^(hard )?delete group$/i.test(activity)
      ? (['deletion'] as const)
      : resources.flatMap(changedOf).flatMap((name) => propertyOf[name.toLowerCase()] ?? []);
  if (properties.length === 0) return [];
  return [...new Set(resources.flatMap(groupsOf))].map((groupId) => ({ groupId, by, properties }));
}

function changedOf({ modifiedProperties }: TargetResource): readonly string[] {
  return (modifiedProperties ?? []).flatMap(({ displayName }) => displayName ?? []);
}

/** A change of an owner names the person first, and its group among the properties. */
function groupsOf({ id, type, modifiedProperties }: TargetResource): readonly string[] {
  const named = (modifiedProperties ?? []).flatMap(({ displayName, newValue, oldValue }) =>
    displayName === 'Group.ObjectID' ? [newValue ?? oldValue ?? ''] : [],
  );
  return [...(type === 'Group' && id != null ? [id] : []), ...named]
    .map((text) => text.replaceAll('"', '').toLowerCase())
    .filter((text) => text !== '');
}
