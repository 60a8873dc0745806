// HTTP_PROXY, HTTPS_PROXY and NO_PROXY. A proxy's address may hold a password, so a fault never repeats it.
import type { Wrong } from './read-values.ts';

export interface ProxyConfig {
  readonly httpProxy: string | undefined;
  readonly httpsProxy: string | undefined;
  readonly noProxy: readonly string[];
}

/** @param read the variable's value, undefined when it is empty */
export function readProxies(read: (name: string) => string | undefined, wrong: Wrong): ProxyConfig {
  // The lower case is older and goes first, as in curl.
  const either = (name: string) => read(name.toLowerCase()) ?? read(name);

  function readProxy(name: string): string | undefined {
    const value = either(name);
    if (value === undefined) return undefined;
    const url = URL.parse(value.includes('://') ? value : `http://${value}`);
    const isProxy =
      url !== null &&
      /^https?:$/.test(url.protocol) &&
      url.hostname !== '' &&
      url.pathname === '/' &&
      !/[?#]/.test(value);
    if (isProxy) return url.href;
    return wrong(
      `${name} must be the address of an http or https proxy, such as http://proxy.example:3128.`,
      undefined,
    );
  }

  const ranges = (either('NO_PROXY') ?? '').split(/[,\s]+/).filter((entry) => entry !== '');
  return {
    httpProxy: readProxy('HTTP_PROXY'),
    httpsProxy: readProxy('HTTPS_PROXY'),
    noProxy: ranges.filter((entry) => isException(entry) || refuse(entry)),
  };

  function refuse(entry: string): boolean {
    const shown = JSON.stringify(entry.slice(0, 60));
    return wrong(
      `NO_PROXY must list names, IP addresses or CIDR ranges, but contains ${shown}.`,
      false,
    );
  }
}

const name = /^(?:\*|(?:\*?\.)?[\w-]+(?:\.[\w-]+)*\.?)(?::\d{1,5})?$/;
const version6 = /^(?:[\da-f:.]+|\[[\da-f:.]+\](?::\d{1,5})?)$/i;

function isException(entry: string): boolean {
  const [, address, bits] = /^([\d.]+|[\da-f:.]+)\/(\d{1,3})$/i.exec(entry) ?? [];
  if (address === undefined) return name.test(entry) || version6.test(entry);
  return Number(bits) <= (address.includes(':') ? 128 : 32) && URL.canParse(hostUrl(address));
}

const hostUrl = (address: string): string =>
  `http://${address.includes(':') ? `[${address}]` : address}`;
