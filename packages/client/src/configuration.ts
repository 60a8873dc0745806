// The configuration of a client: its options, the environment for what they leave out, and defaults.
import type { Credentials } from './access-token.ts';
import { realDeps, type Deps } from './dependencies.ts';
import { GroupwrightError } from './errors.ts';
import { refuseUnknown, requireTiming, requireType } from './options.ts';
import { defaultRetryPolicy, type RetryPolicy } from './retry.ts';
import type { LoggedAttempt, TransportOptions } from './transport.ts';
import { VERSION } from './version.ts';

export interface ClientOptions {
  /**
   * For example https://groups.nordlicht.example, without a trailing slash or with one. By default the environment variable
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
  /** The product token of your program. By default the name and version of this package. */
  readonly userAgent?: string;
  /** Called after each attempt, for logs and metrics: it has no headers and no bodies. */
  readonly log?: (attempt: LoggedAttempt) => void;
  /** Sends the requests instead of the global `fetch`, for example through a proxy. */
  readonly fetch?: Deps['fetch'];
  /** Another clock or source of randomness, for tests. */
  readonly deps?: Partial<Deps>;
}

const known: readonly (keyof ClientOptions)[] = [
  'baseUrl',
  'credentials',
  'accessToken',
  'retry',
  'timeoutMs',
  'userAgent',
  'log',
  'fetch',
  'deps',
];
const defaultTimeoutMs = 30_000;

/** @throws GroupwrightError when the options cannot work; TypeError for a number that is none */
export function readConfiguration(options: ClientOptions): TransportOptions {
  refuseUnknown(options, known);
  requireTiming(options);
  requireType('accessToken', options.accessToken, 'function');
  requireType('log', options.log, 'function');
  requireType('fetch', options.fetch, 'function');
  return {
    baseUrl: readBaseUrl(options.baseUrl ?? fromEnvironment('BASE_URL')),
    authentication: readAuthentication(options),
    retry: { ...defaultRetryPolicy, ...options.retry },
    timeoutMs: options.timeoutMs ?? defaultTimeoutMs,
    userAgent: options.userAgent ?? `groupwright-client/${VERSION}`,
    log: options.log,
    deps: { ...realDeps, ...options.deps, ...(options.fetch && { fetch: options.fetch }) },
  };
}

function readBaseUrl(baseUrl: string): string {
  let url: URL | undefined;
  try {
    url = new URL(baseUrl);
  } catch {
    // It is refused below.
  }
  const isHttp = /^https?:$/.test(url?.protocol ?? '');
  if (url === undefined || !isHttp || url.username + url.password + url.search + url.hash !== '') {
    throw new GroupwrightError(
      'baseUrl must be an http or https address without user, query and fragment.',
    );
  }
  return url.href.replace(/\/+$/, '');
}

function readAuthentication({ credentials, accessToken }: ClientOptions) {
  if (accessToken !== undefined) {
    if (credentials === undefined) return accessToken;
    throw new GroupwrightError('Give either credentials or accessToken.');
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
    `Set GROUPWRIGHT_${name}, or pass baseUrl and credentials or accessToken.`,
  );
}
