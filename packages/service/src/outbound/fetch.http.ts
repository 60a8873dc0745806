// `fetch` by the operator's proxy, for libraries that bring their own requests.
import { Agent, fetch as undiciFetch } from 'undici';
import { createConnector } from './connector.http.ts';
import type { ProxyFor } from './proxies.ts';

const connectWithinMs = 10_000;

/** Its targets are the operator's. */
export function createFetch(proxyFor: ProxyFor): typeof fetch {
  const connect = createConnector({ targets: undefined, proxyFor, connectWithinMs });
  const dispatcher = new Agent({ connect });
  // The types of the package and of Node name the same things apart.
  return (async (input: string | URL, init?: object) =>
    undiciFetch(input, { ...init, dispatcher })) as unknown as typeof fetch;
}
