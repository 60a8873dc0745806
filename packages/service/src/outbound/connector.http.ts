// Makes every connection to the outside: directly or through the operator's proxy, and only to checked addresses if an
// administrator chose the target. docs/decisions/0046-proxies-get-addresses.md
import { callbackify } from 'node:util';
import { buildConnector } from 'undici';
import {
  createGuardedConnector,
  findPermittedAddresses,
  type Resolve,
} from './guarded-connector.http.ts';
import type { ProxyFor } from './proxies.ts';
import { openTunnel } from './proxy-tunnel.http.ts';
import type { TargetAddresses } from './target-addresses.ts';

/** The `connect` of an undici Agent takes it. */
export function createConnector(deps: {
  /** Undefined: the targets are the operator's, and lead anywhere. */
  targets: TargetAddresses | undefined;
  proxyFor: ProxyFor;
  /** Names that a proxy may resolve itself, because their owner is known. */
  isTrustedName?: (hostname: string) => boolean;
  resolve?: Resolve | undefined;
  connectWithinMs: number;
}): buildConnector.connector {
  const { targets, proxyFor, isTrustedName = () => false, resolve, connectWithinMs } = deps;
  const connectDirectly =
    targets === undefined
      ? buildConnector({ timeout: connectWithinMs })
      : createGuardedConnector({ targets, resolve, connectWithinMs });
  const secure = buildConnector({ allowH2: false, timeout: connectWithinMs });

  /** The target for the proxy: a checked address, so that the proxy resolves no name itself. */
  async function authoritiesOf(protocol: string, hostname: string): Promise<readonly string[]> {
    const name = hostname.replace(/^\[|\]$/g, '');
    if (targets === undefined || isTrustedName(name)) return [name];
    return findPermittedAddresses({ targets, resolve }, protocol, name);
  }

  async function tunnel(proxy: URL, options: buildConnector.Options) {
    const { protocol, hostname } = options;
    const port = Number(options.port) || (protocol === 'https:' ? 443 : 80);
    let failure: unknown;
    for (const authority of await authoritiesOf(protocol, hostname)) {
      try {
        return await openTunnel({ proxy, hostname: authority, port, withinMs: connectWithinMs });
      } catch (error) {
        failure = error;
      }
    }
    throw failure;
  }

  const openAndTell = callbackify(tunnel);
  return (options, callback) => {
    const proxy = proxyFor(options);
    if (proxy === undefined) {
      connectDirectly(options, callback);
      return;
    }
    openAndTell(proxy, options, (error, socket) => {
      if (error !== null) callback(error, null);
      else if (options.protocol === 'https:') secure({ ...options, httpSocket: socket }, callback);
      else callback(null, socket);
    });
  };
}
