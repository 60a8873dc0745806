// How every connection to the outside is made: directly or by the operator's proxy, and to checked addresses only
// where the target is an administrator's. docs/decisions/0033-proxies-get-addresses.md
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

/** For the `connect` of an undici Agent. */
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

  /** What the proxy is asked for: a checked address, so that it has no name to resolve otherwise. */
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
