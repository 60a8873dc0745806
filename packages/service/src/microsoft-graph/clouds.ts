// Microsoft's clouds: where each signs applications in, and where its Graph is. A token is for the Graph of one
// cloud, so its scope follows from the addresses.
interface Cloud {
  readonly login: readonly string[];
  /** The first one is the default of the cloud. */
  readonly graph: readonly [string, ...string[]];
  /** Hosts of the pages for people, where Microsoft documents them. */
  readonly portals?: Portals;
}

interface Portals {
  /** The Entra admin center: https://learn.microsoft.com/entra/fundamentals/faq */
  readonly entra?: string;
  readonly outlook?: string;
}

const globalCloud: Cloud = {
  login: ['login.microsoftonline.com'],
  graph: ['graph.microsoft.com'],
  portals: { entra: 'entra.microsoft.com', outlook: 'outlook.office.com' },
};

const clouds: readonly Cloud[] = [
  globalCloud,
  {
    login: ['login.microsoftonline.us'],
    graph: ['graph.microsoft.us', 'dod-graph.microsoft.us'],
    portals: { entra: 'entra.microsoft.us' },
  },
  {
    login: ['login.partner.microsoftonline.cn', 'login.chinacloudapi.cn'],
    graph: ['microsoftgraph.chinacloudapi.cn'],
    portals: { entra: 'entra.microsoftonline.cn' },
  },
  { login: ['login.sovcloud-identity.fr'], graph: ['graph.svc.sovcloud.fr'] },
  { login: ['login.sovcloud-identity.de'], graph: ['graph.svc.sovcloud.de'] },
  { login: ['login.sovcloud-identity.sg'], graph: ['graph.svc.sovcloud.sg'] },
];

/** Hosts that deliver the reports of the global cloud; the other clouds have none. */
export const publicReportHosts: readonly string[] = ['reports*.office.com'];

const hostOf = (address: string): string => new URL(address).host;

/** Whether the name is Microsoft's own, so that it leads nowhere else. */
export function isMicrosoftHost(hostname: string): boolean {
  return clouds.some(({ login, graph }) => [...login, ...graph].includes(hostname));
}

interface Addresses {
  readonly graphBaseUrl: string;
  readonly loginBaseUrl: string;
}

/**
 * A Graph of Microsoft's is asked for by its own address. Another address is a gateway when the sign-in is
 * Microsoft's, and otherwise the Graph of a cloud that is not listed here; on this machine it is a simulator.
 */
export function resourceOf(connection: Addresses): string {
  const { host, origin, protocol } = new URL(connection.graphBaseUrl);
  const byGraph = clouds.some(({ graph }) => graph.includes(host));
  const byLogin = clouds.find(({ login }) => login.includes(hostOf(connection.loginBaseUrl)));
  const isElsewhere = byLogin === undefined && protocol === 'https:';
  if (byGraph || isElsewhere) return origin;
  return `https://${(byLogin ?? globalCloud).graph[0]}`;
}

/** None for a cloud that is not listed here. */
export function portalsOf({ loginBaseUrl }: Pick<Addresses, 'loginBaseUrl'>): Portals {
  return clouds.find(({ login }) => login.includes(hostOf(loginBaseUrl)))?.portals ?? {};
}

/** It belongs to all application permissions. */
export function scopeOf(resource: string): string {
  return `${resource}/.default`;
}
