// The wire to Microsoft Graph, and to the host of its reports: undici, with a deadline on every call and no redirects.
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
/** A report has some hundred bytes of each group. */
const maxDownloadBytes = 1024 * 1024 * 1024;

export interface Downloads {
  /** It sends no header of ours. The body rejects where it breaks off. */
  download(
    request: Pick<RawRequest, 'url' | 'signal'>,
  ): Promise<{ readonly status: number; readonly body: AsyncIterable<Buffer> }>;
  close(): Promise<void>;
}

interface TransportDeps {
  /** Where it may go; undefined: anywhere. */
  readonly targets?: TargetAddresses | undefined;
  readonly proxyFor?: ProxyFor;
}

function agentOf({ targets, proxyFor = noProxies }: TransportDeps, maxResponseSize: number): Agent {
  return new Agent({
    connections,
    connect: createConnector({
      targets,
      proxyFor,
      isTrustedName: isMicrosoftHost,
      connectWithinMs: connectTimeoutMs,
    }),
    headersTimeout: deadlineMs,
    bodyTimeout: deadlineMs,
    maxResponseSize,
  });
}

export function createDownloads(deps: TransportDeps): Downloads {
  const agent = agentOf(deps, maxDownloadBytes);
  return {
    async download({ url, signal }) {
      const { statusCode: status, body } = await request(url, { dispatcher: agent, signal });
      if (status !== 200) await body.dump();
      return { status, body };
    },
    close: () => agent.close(),
  };
}

export function createTransport(deps: TransportDeps = {}): Transport {
  const agent = agentOf(deps, maxBodyBytes);
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
