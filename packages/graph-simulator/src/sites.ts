// The SharePoint site of a group. Graph tells its address only to applications that may read every site.
import { Refusal } from './response.ts';
import { guidPattern, type Call, type Route } from './route.ts';
import { visibleGroup } from './groups.ts';
import { lag } from './lag.ts';
import { select } from './select.ts';
import type { SimulatedGroup, Tenant } from './tenant.ts';

export const siteReaders = ['Sites.Read.All', 'Sites.ReadWrite.All', 'Sites.FullControl.All'];

/** The site is made a while after the group. */
const provisioningMs = 10_000;

export function siteReadyAt(
  { id, createdAt }: SimulatedGroup,
  call: Pick<Call, 'random' | 'profile'>,
): number {
  return createdAt + provisioningMs + lag(call, id, 'site');
}
const standard = ['displayName', 'webUrl'];

export function siteOf(
  tenant: Pick<Tenant, 'domain'>,
  { id, displayName, mailNickname }: SimulatedGroup,
) {
  const [name] = tenant.domain.split('.');
  return {
    id: `${name}.sharepoint.com,${id},${id}`,
    displayName,
    webUrl: `https://${name}.sharepoint.com/sites/${mailNickname}`,
  };
}

export const siteRoutes: readonly Route[] = [
  {
    name: 'groups.site',
    method: 'GET',
    pattern: new RegExp(`^/groups/(${guidPattern})/sites/root$`),
    permissions: siteReaders,
    costs: { resourceUnits: 1, sharePointUnits: 1 },
    handle: (call, [id = '']) => {
      const group = visibleGroup(call, id);
      if (siteReadyAt(group, call) > call.now) {
        throw new Refusal(404, 'itemNotFound', 'The site of the group was not found.');
      }
      return {
        status: 200,
        body: select(call.query, 'site', siteOf(call.tenant, group), standard),
      };
    },
  },
];
