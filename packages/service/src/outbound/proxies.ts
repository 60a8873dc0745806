// Chooses the proxy for a target, by HTTP_PROXY, HTTPS_PROXY and NO_PROXY in their usual meaning. This machine and
// link-local addresses, such as the identity endpoint of a cloud, are always reached directly.
import { createIpRanges } from '../ground/ip-address.ts';

export interface ProxySettings {
  /** Addresses of the proxies: http or https, perhaps with a user name and password. */
  readonly httpProxy: string | undefined;
  readonly httpsProxy: string | undefined;
  readonly noProxy: readonly string[];
}

export interface ProxyTarget {
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: string | number | null | undefined;
}

/** Undefined: the target is reached directly. */
export type ProxyFor = (target: ProxyTarget) => URL | undefined;

export const noProxies: ProxyFor = () => undefined;

const alwaysDirect = createIpRanges(['127.0.0.0/8', '::1/128', '169.254.0.0/16', 'fe80::/10']);

export function createProxyFor({ httpProxy, httpsProxy, noProxy }: ProxySettings): ProxyFor {
  const http = httpProxy === undefined ? undefined : new URL(httpProxy);
  const https = httpsProxy === undefined ? undefined : new URL(httpsProxy);
  const exceptions = noProxy.map((entry) => readException(entry));
  return ({ protocol, hostname, port }) => {
    const isHttps = protocol === 'https:';
    const proxy = isHttps ? https : http;
    if (proxy === undefined) return undefined;
    const host = hostname
      .toLowerCase()
      .replace(/^\[|\]$/g, '')
      .replace(/\.$/, '');
    const isLocal = host === 'localhost' || host.endsWith('.localhost');
    if (isLocal || alwaysDirect.contains(host)) return undefined;
    const portNumber = Number(port) || (isHttps ? 443 : 80);
    return exceptions.some((covers) => covers(host, portNumber)) ? undefined : proxy;
  };
}

type Exception = (host: string, port: number) => boolean;

/** `*`, a name with its subdomains, `.name` or `*.name`, an IP address or a CIDR range; each but ranges with a port. */
function readException(entry: string): Exception {
  if (/\/\d+$/.test(entry)) {
    const list = createIpRanges([entry]);
    return (host) => list.contains(host);
  }
  const { name, port } = splitPort(entry.toLowerCase());
  const isOnPort = (given: number) => port === undefined || port === given;
  if (name === '*') return (_, given) => isOnPort(given);
  const plain = name.replace(/^\*?\./, '').replace(/\.$/, '');
  const takesItself = !name.startsWith('*.');
  return (host, given) =>
    isOnPort(given) && ((takesItself && host === plain) || host.endsWith(`.${plain}`));
}

function splitPort(entry: string): { name: string; port: number | undefined } {
  const [, bracketed, after] = /^\[([^\]]+)\](?::(\d+))?$/.exec(entry) ?? [];
  if (bracketed !== undefined) {
    return { name: bracketed, port: after === undefined ? undefined : Number(after) };
  }
  const [, name, port] = /^([^:]+):(\d+)$/.exec(entry) ?? [];
  return name === undefined ? { name: entry, port: undefined } : { name, port: Number(port) };
}
