// The wire to Microsoft Graph: undici, with a deadline on every call and no redirects.
import { Agent, request } from 'undici';
import { createConnector } from '../outbound/connector.http.ts';
import { noProxies, type ProxyFor } from '../outbound/proxies.ts';
import type { TargetAddresses } from '../outbound/target-addresses.ts';
import { isMicrosoftHost } from './clouds.ts';

export interface RawRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly signal: AbortSignal;
}

export interface RawResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

export interface Transport {
  /** Rejects when no complete answer came. */
  send(request: RawRequest): Promise<RawResponse>;
  close(): Promise<void>;
}

const deadlineMs = 30_000;
const connectTimeoutMs = 10_000;
const connections = 64;
const maxBodyBytes = 8 * 1024 * 1024;

/** @param deps.targets where it may go; undefined: anywhere */
export function createTransport(
  deps: { readonly targets?: TargetAddresses | undefined; readonly proxyFor?: ProxyFor } = {},
): Transport {
  const { targets, proxyFor = noProxies } = deps;
  const agent = new Agent({
    connections,
    connect: createConnector({
      targets,
      proxyFor,
      isTrustedName: isMicrosoftHost,
      connectWithinMs: connectTimeoutMs,
    }),
    headersTimeout: deadlineMs,
    bodyTimeout: deadlineMs,
    maxResponseSize: maxBodyBytes,
  });
  return {
    async send({ method, url, headers, body, signal }) {
      const answer = await request(url, {
        dispatcher: agent,
        method: method as 'GET',
        headers,
        body: body ?? null,
        signal,
      });
      const text = await answer.body.text();
      return {
        status: answer.statusCode,
        headers: Object.fromEntries(
          Object.entries(answer.headers).map(([name, value]) => [
            name,
            Array.isArray(value) ? value[0] : value,
          ]),
        ),
        body: text,
      };
    },
    close: () => agent.close(),
  };
}
