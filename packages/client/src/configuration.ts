// The configuration of a client: its options, the environment for what they leave out, and defaults.
import type { Credentials } from './access-token.ts';
import { realDeps, type Deps } from './dependencies.ts';
import { GroupwrightError } from './errors.ts';
import { refuseUnknown } from './options.ts';
import { defaultRetryPolicy, type RetryPolicy } from './retry.ts';
import type { TransportOptions } from './transport.ts';

export interface ClientOptions {
  /**
   * For example https://groups.example.org, without a trailing slash or with one. By default the environment variable
   * GROUPWRIGHT_BASE_URL.
   */
  readonly baseUrl?: string;
  /**
   * An API key; the client exchanges it for tokens as needed. Keep it out of browsers. By default the environment
   * variables GROUPWRIGHT_TENANT_ID, GROUPWRIGHT_KEY_ID and GROUPWRIGHT_SECRET.
   */
  readonly credentials?: Credentials;
  /** Instead of credentials: gives a valid access token whenever one is needed. */
  readonly accessToken?: () => string | Promise<string>;
  readonly retry?: Partial<RetryPolicy>;
  /** Deadline of one attempt; 30 seconds by default. */
  readonly timeoutMs?: number;
  /** Named to the service, where the runtime allows it. */
  readonly userAgent?: string;
  /** Another network, clock or source of randomness, for example the `fetch` of a proxy. */
  readonly deps?: Partial<Deps>;
  /** @deprecated The former name of `deps`. */
  readonly world?: Partial<Deps>;
}

const known: readonly (keyof ClientOptions)[] = [
  'baseUrl',
  'credentials',
  'accessToken',
  'retry',
  'timeoutMs',
  'userAgent',
  'deps',
  'world',
];
const defaultTimeoutMs = 30_000;

/** @throws GroupwrightError when the options cannot work */
export function readConfiguration(options: ClientOptions): TransportOptions {
  refuseUnknown(options, known);
  return {
    baseUrl: readBaseUrl(options.baseUrl ?? fromEnvironment('BASE_URL')),
    authentication: readAuthentication(options),
    retry: { ...defaultRetryPolicy, ...options.retry },
    timeoutMs: options.timeoutMs ?? defaultTimeoutMs,
    userAgent: options.userAgent,
    deps: { ...realDeps, ...options.world, ...options.deps },
  };
}

function readBaseUrl(baseUrl: string): string {
  let url: URL | undefined;
  try {
    url = new URL(baseUrl);
  } catch {
    // It is refused below.
  }
  const isHttp = url?.protocol === 'http:' || url?.protocol === 'https:';
  if (url === undefined || !isHttp || url.username + url.password + url.search + url.hash !== '') {
    throw new GroupwrightError(
      'baseUrl must be an absolute http or https address without user name, query and fragment.',
    );
  }
  return url.href.replace(/\/+$/, '');
}

function readAuthentication({ credentials, accessToken }: ClientOptions) {
  if (accessToken !== undefined) {
    if (credentials === undefined) return accessToken;
    throw new GroupwrightError('Give the client either credentials or accessToken.');
  }
  return (
    credentials ?? {
      tenantId: fromEnvironment('TENANT_ID'),
      keyId: fromEnvironment('KEY_ID'),
      secret: fromEnvironment('SECRET'),
    }
  );
}

/** Browsers have no environment. */
function fromEnvironment(name: string): string {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  const value = process?.env?.[`GROUPWRIGHT_${name}`]?.trim() ?? '';
  if (value !== '') return value;
  throw new GroupwrightError(
    `GROUPWRIGHT_${name} is not set. Set it, or pass baseUrl and credentials or accessToken.`,
  );
}
