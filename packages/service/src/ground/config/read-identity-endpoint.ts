// IDENTITY_ENDPOINT and IDENTITY_HEADER, which Azure sets for a host with a managed identity. The latter is a secret.
import type { Wrong } from './read-values.ts';

export interface IdentityEndpointConfig {
  readonly url: string;
  readonly header: string | undefined;
}

export function readIdentityEndpoint(
  url: string | undefined,
  header: string | undefined,
  wrong: Wrong,
): IdentityEndpointConfig | undefined {
  if (url === undefined) return undefined;
  if (/^https?:$/.test(URL.parse(url)?.protocol ?? '')) return Object.freeze({ url, header });
  return wrong('IDENTITY_ENDPOINT must be an absolute http or https address.', undefined);
}
