// Opens a socket to a server that does not speak HTTP: directly or through the operator's proxy, and only to checked
// addresses if an administrator chose the server.
import { connect, isIP, type Socket } from 'node:net';
import { findPermittedAddresses, type Resolve } from './guarded-connector.http.ts';
import type { ProxyFor } from './proxies.ts';
import { openTunnel } from './proxy-tunnel.http.ts';
import type { TargetAddresses } from './target-addresses.ts';

export interface SocketTarget {
  readonly host: string;
  readonly port: number;
  /** Without TLS, only networks that the operator named are permitted. */
  readonly isEncrypted: boolean;
}

export type OpenSocket = (target: SocketTarget) => Promise<Socket>;

export function createOpenSocket(deps: {
  /** Undefined: the target is the operator's, and leads anywhere. */
  readonly targets: TargetAddresses | undefined;
  readonly proxyFor: ProxyFor;
  readonly resolve?: Resolve | undefined;
  readonly connectWithinMs: number;
}): OpenSocket {
  const { targets, proxyFor, resolve, connectWithinMs: withinMs } = deps;
  return async ({ host, port, isEncrypted }) => {
    const protocol = isEncrypted ? 'https:' : 'http:';
    const hosts =
      targets === undefined
        ? [host]
        : await findPermittedAddresses({ targets, resolve }, protocol, host);
    // A mail server is reached like a server of HTTPS, for which proxies open tunnels.
    const proxy = proxyFor({ protocol: 'https:', hostname: host, port });
    let failure: unknown;
    for (const hostname of hosts) {
      try {
        return proxy === undefined
          ? await openDirectly(hostname, port, withinMs)
          : await openTunnel({ proxy, hostname, port, withinMs });
      } catch (error) {
        failure = error;
      }
    }
    throw failure;
  };
}

function openDirectly(host: string, port: number, withinMs: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, ...(isIP(host) === 0 && { autoSelectFamily: true }) });
    const timer = setTimeout(() => {
      socket.destroy(Object.assign(new Error('timeout'), { code: 'UND_ERR_CONNECT_TIMEOUT' }));
    }, withinMs);
    socket.once('connect', () => {
      clearTimeout(timer);
      socket.off('error', reject);
      resolve(socket);
    });
    socket.once('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
  });
}
