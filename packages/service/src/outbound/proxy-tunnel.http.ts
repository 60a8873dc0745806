// A tunnel through a proxy (RFC 9110, section 9.3.6). The proxy is asked for the address that it is given, and
// nothing of the exchange is shown to it but that address.
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type Socket } from 'node:net';

/** The proxy did not open the tunnel; the target got nothing. */
export class ProxyFailure extends Error {
  readonly proxyHost: string;
  /** The proxy's answer; undefined if the proxy could not be reached, which the cause explains. */
  readonly status: number | undefined;

  constructor(proxyHost: string, status: number | undefined, cause?: unknown) {
    super(`The proxy ${proxyHost} did not open a tunnel.`, { cause });
    this.name = 'ProxyFailure';
    this.proxyHost = proxyHost;
    this.status = status;
  }
}

export function openTunnel(tunnel: {
  readonly proxy: URL;
  /** Name or address; the proxy resolves a name. */
  readonly hostname: string;
  readonly port: number;
  readonly withinMs: number;
}): Promise<Socket> {
  const { proxy, hostname, port, withinMs } = tunnel;
  const authority = `${isIP(hostname) === 6 ? `[${hostname}]` : hostname}:${port}`;
  const proxyName = proxy.hostname.replace(/^\[|\]$/g, '');
  const request = (proxy.protocol === 'https:' ? httpsRequest : httpRequest)({
    method: 'CONNECT',
    host: proxyName,
    port: proxy.port === '' ? (proxy.protocol === 'https:' ? 443 : 80) : Number(proxy.port),
    path: authority,
    headers: { host: authority, ...authorizationOf(proxy) },
    agent: false,
  });
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      request.destroy(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' }));
    }, withinMs);
    request.once('connect', (answer, socket, head) => {
      clearTimeout(timer);
      if (answer.statusCode === 200) {
        if (head.length > 0) socket.unshift(head);
        resolve(socket);
        return;
      }
      socket.destroy();
      reject(new ProxyFailure(proxy.host, answer.statusCode));
    });
    request.once('error', (cause) => {
      clearTimeout(timer);
      reject(new ProxyFailure(proxy.host, undefined, cause));
    });
    request.end();
  });
}

function authorizationOf({ username, password }: URL): Record<string, string> {
  if (username === '') return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
}
