// The sensitivity label of a group, by the admin service of SharePoint: Microsoft Graph refuses labels to applications.
// SharePoint gives the label to the site of the group, from where it reaches the group. The service accepts no token of a
// client secret, and may say yes without an effect, so that only a read of the group proves a label.
// The calls are those of the client object model: [MS-CSOM], and SiteProperties of Microsoft.Online.SharePoint.Client.Tenant.
// This file is the only one that knows them, and is replaced when Graph takes labels: docs/decisions/0058.
import type { CallContext } from '../directory/call-context.ts';
import type { SharePointConnection } from '../directory/connection.ts';
import type { ConnectionReport } from '../directory/connection-report.ts';
import { DirectoryError } from '../directory/directory.ts';
import { labelSetting, noLabel, type RefusedSettings } from '../directory/group-settings.ts';
import type { GraphCall, GraphClient } from './graph-client.ts';
import { unreadableResponse } from './graph-failures.ts';
import type { GraphResponse } from './graph-response.ts';
import { rolesOf } from './permissions.ts';
import type { TokenSource } from './token.ts';

export interface SiteLabels {
  /**
   * @param labelId `noLabel` removes the label
   * @throws DirectoryError `not_visible_yet` while the group has no site
   */
  set(groupId: string, labelId: string, context: CallContext): Promise<readonly RefusedSettings[]>;
  test(context: CallContext): Promise<NonNullable<ConnectionReport['sharePoint']>>;
}

/** The origin is the resource for which its tokens are. */
export function resourceOfSharePoint({ adminUrl }: Pick<SharePointConnection, 'adminUrl'>): string {
  return new URL(adminUrl).origin;
}

const siteWriter = 'Sites.FullControl.All';
const siteReaders = new Set(['Sites.Read.All', 'Sites.ReadWrite.All', 'Sites.FullControl.All']);
const groupOfSite = /\/Guid\(([0-9a-f-]{36})\)\//i;
/** The constructor of the tenant in the client object model. */
const tenantType = '{268004ae-ef6b-4e9b-8425-127220d84719}';

export function createSiteLabels(deps: {
  /** The second application signs in to SharePoint, and to Graph, which tells the address of a site. */
  readonly tokens: { readonly sharePoint: TokenSource; readonly graph: TokenSource };
  readonly graph: Pick<GraphClient, 'call'>;
  /** The admin service of SharePoint. */
  readonly sharePoint: Pick<GraphClient, 'call'>;
}): SiteLabels {
  const { tokens, graph, sharePoint } = deps;

  /** One kind of call, so that SharePoint gets none of any group while it asks for a wait. */
  const send = (
    call: Pick<GraphCall, 'method' | 'path' | 'text' | 'headers'>,
    context: CallContext,
  ) =>
    sharePoint.call({ name: 'sharePoint.query', ...call, accept: [400, 401, 403, 404] }, context);

  /** The results by the ids of their queries. */
  async function query(
    text: string,
    context: CallContext,
  ): Promise<ReadonlyMap<number, Record<string, unknown>>> {
    const path = '/_vti_bin/client.svc/ProcessQuery';
    const headers = { 'content-type': 'text/xml' };
    const answer = await send({ method: 'POST', path, text, headers }, context);
    if (answer.status !== 200) throw refusedBy(answer);
    if (!Array.isArray(answer.body))
      throw unreadableResponse(true, undefined, answer.directoryRequestId);
    const [header, ...results] = answer.body as readonly unknown[];
    const { ErrorInfo: error } = (header ?? {}) as { ErrorInfo?: ErrorInfo | null };
    if (error != null) throw failureOf(error);
    return new Map(
      results.flatMap((value, index) =>
        typeof value === 'number'
          ? [[value, Object(results[index + 1]) as Record<string, unknown>] as const]
          : [],
      ),
    );
  }

  async function readAddress(groupId: string, context: CallContext): Promise<string> {
    const path = `/groups/${groupId}/sites/root?$select=webUrl`;
    const answer = await graph.call(
      { name: 'groups.site', method: 'GET', path, accept: [403, 404] },
      context,
    );
    if (answer.status === 403) throw deniedGraph();
    const { webUrl } = (answer.body ?? {}) as { webUrl?: unknown };
    if (answer.status === 404 || typeof webUrl !== 'string') throw noSite();
    return webUrl;
  }

  return {
    async set(groupId, labelId, context) {
      try {
        const address = await readAddress(groupId, context);
        const found = (await query(readSite(address), context)).get(queryId);
        const { GroupId: group, _ObjectIdentity_: identity } = found ?? {};
        // An address may have passed to another group.
        const owner = groupOfSite.exec(String(group))?.[1];
        if (owner?.toLowerCase() !== groupId.toLowerCase()) throw noSite();
        await query(writeLabel(String(identity), labelId === noLabel ? '' : labelId), context);
        return [];
      } catch (error) {
        if (!(error instanceof DirectoryError) || !error.permanent) throw error;
        return [{ names: [labelSetting], detail: error.message }];
      }
    },

    async test(context) {
      try {
        for (const source of [tokens.sharePoint, tokens.graph]) source.forget();
        const roles = rolesOf(await tokens.sharePoint.token(context.signal));
        const graphRoles = rolesOf(await tokens.graph.token(context.signal));
        const missing = [
          ...(roles?.includes(siteWriter) === false
            ? [
                `Grant the application permission ${siteWriter} of SharePoint, to set sensitivity labels, and consent to it as an administrator.`,
              ]
            : []),
          ...(graphRoles?.some((role) => siteReaders.has(role)) === false
            ? [
                'Grant the application permission Sites.Read.All of Microsoft Graph to the same application, to find the site of a group, and consent to it as an administrator.',
              ]
            : []),
        ];
        if (missing.length > 0) {
          const detail = 'The sign-in works; the second application lacks permissions.';
          return { ok: false, detail, missing };
        }
        const answer = await send({ method: 'GET', path: '/_api/web?$select=Url' }, context);
        if (answer.status !== 200) throw refusedBy(answer);
        return { ok: true, detail: warning, missing };
      } catch (error) {
        if (!(error instanceof DirectoryError)) throw error;
        return {
          ok: false,
          detail: error.message,
          missing: error.code === 'permission_missing' ? [error.message] : [],
        };
      }
    },
  };
}

const warning = `Sensitivity labels can be set. The permission ${siteWriter} lets the second application read and change every site of the tenant: keep its credential apart.`;

const queryId = 5;

function request(actions: string, paths: string): string {
  return `<Request AddExpandoFieldTypeSuffix="true" SchemaVersion="15.0.0.0" LibraryVersion="16.0.0.0" ApplicationName="Groupwright" xmlns="http://schemas.microsoft.com/sharepoint/clientquery/2009"><Actions>${actions}</Actions><ObjectPaths>${paths}</ObjectPaths></Request>`;
}

function readSite(address: string): string {
  return request(
    `<ObjectPath Id="2" ObjectPathId="1"/><ObjectPath Id="4" ObjectPathId="3"/><Query Id="${queryId}" ObjectPathId="3"><Query SelectAllProperties="false"><Properties><Property Name="GroupId" ScalarProperty="true"/></Properties></Query></Query>`,
    `<Constructor Id="1" TypeId="${tenantType}"/><Method Id="3" ParentId="1" Name="GetSitePropertiesByUrl"><Parameters><Parameter Type="String">${escaped(address)}</Parameter><Parameter Type="Boolean">true</Parameter></Parameters></Method>`,
  );
}

/** SharePoint carries a long update out later, and a read of the group shows it then. */
function writeLabel(identity: string, label: string): string {
  return request(
    `<SetProperty Id="2" ObjectPathId="1" Name="SensitivityLabel2"><Parameter Type="String">${escaped(label)}</Parameter></SetProperty><ObjectPath Id="4" ObjectPathId="3"/><Query Id="${queryId}" ObjectPathId="3"><Query SelectAllProperties="false"><Properties><Property Name="IsComplete" ScalarProperty="true"/></Properties></Query></Query>`,
    `<Identity Id="1" Name="${escaped(identity)}"/><Method Id="3" ParentId="1" Name="Update"/>`,
  );
}

function escaped(text: string): string {
  return text.replace(
    /[&<>"\n\r]/g,
    (one) => `&#x${one.charCodeAt(0).toString(16).toUpperCase()};`,
  );
}

interface ErrorInfo {
  readonly ErrorMessage?: string;
  readonly ErrorTypeName?: string;
}

function failureOf({
  ErrorMessage: said = '',
  ErrorTypeName: type = '',
}: ErrorInfo): DirectoryError {
  if (/UnauthorizedAccess/i.test(type)) return deniedSharePoint();
  if (/FileNotFound|SpoNoSite/i.test(type)) return noSite();
  return new DirectoryError('refused', `SharePoint refuses the sensitivity label: “${said}”.`);
}

function refusedBy({ status }: GraphResponse): DirectoryError {
  if (status === 401) {
    const detail =
      'SharePoint does not accept the token of the second credential: it takes certificates and managed identities only, and an application of this tenant.';
    return new DirectoryError('permission_missing', detail);
  }
  if (status === 403) return deniedSharePoint();
  return new DirectoryError('refused', `SharePoint refused the request: status ${status}.`);
}

function deniedSharePoint(): DirectoryError {
  const detail = `The connection may not set sensitivity labels: the second application lacks the permission ${siteWriter} of SharePoint, or consent to it.`;
  return new DirectoryError('permission_missing', detail);
}

function deniedGraph(): DirectoryError {
  const detail =
    'The connection may not find the site of a group: the second application lacks the permission Sites.Read.All of Microsoft Graph, or consent to it.';
  return new DirectoryError('permission_missing', detail);
}

function noSite(): DirectoryError {
  return new DirectoryError(
    'not_visible_yet',
    'SharePoint does not show the site of the group yet.',
  );
}
