// `fetch` by the operator's proxy, for libraries that bring their own requests.
import { Agent, fetch as undiciFetch } from 'undici';
import { createConnector } from './connector.http.ts';
import type { ProxyFor } from './proxies.ts';
import { explainUnreachable } from './unreachable.http.ts';

const connectWithinMs = 10_000;

/** Its targets are the operator's. If one cannot be reached, the error names the host and the cause. */
export function createFetch(proxyFor: ProxyFor): typeof fetch {
  const connect = createConnector({ targets: undefined, proxyFor, connectWithinMs });
  const dispatcher = new Agent({ connect });
  // The types of the package and of Node name the same things apart.
  return (async (input: string | URL, init?: object) => {
    try {
      return await undiciFetch(input, { ...init, dispatcher });
    } catch (cause) {
      const { reason } = explainUnreachable(cause);
      // As fetch does, which libraries rely on.
      throw new TypeError(`${new URL(input).host} cannot be reached: ${reason}`, { cause });
    }
  }) as unknown as typeof fetch;
}
