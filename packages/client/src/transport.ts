// Sends one call: with a token, a deadline, and as many attempts as its policy grants. Every call of this
// client may be repeated: it reads, it changes nothing, or it carries an Idempotency-Key.
// The token and the secret go to the base URL only: redirects are not followed, and links that the
// service hands out are read for their query, not for their host.
import type { Credentials, IssuedToken, TokenKeeper } from './access-token.ts';
import { createTokenKeeper } from './access-token.ts';
import {
  ConnectionError,
  GroupwrightError,
  ProblemError,
  UnexpectedAnswerError,
} from './errors.ts';
import { parseRetryAfterMs, retriableStatuses, retryDelayMs, type RetryPolicy } from './retry.ts';
import type { Problem } from './types.ts';
import type { Deps } from './dependencies.ts';

export interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Begins with a slash; its variable parts are already escaped. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  /** On top of the standard deadline, for calls that the service holds on purpose. */
  readonly extraTimeoutMs?: number;
}

interface Answer<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

export interface Transport {
  call<Body>(call: Call): Promise<Answer<Body>>;
  /** As `call`, but hands over the answer before its body was read, and has no deadline for the body. */
  open(call: Call): Promise<Response>;
}

export interface TransportOptions {
  readonly baseUrl: string;
  readonly authentication: Credentials | (() => string | Promise<string>);
  readonly retry: RetryPolicy;
  /** For one attempt. */
  readonly timeoutMs: number;
  readonly userAgent: string | undefined;
  readonly deps: Deps;
}

export function createTransport(options: TransportOptions): Transport {
  const { baseUrl, authentication, retry, timeoutMs, userAgent, deps } = options;
  const tokens: TokenKeeper =
    typeof authentication === 'function'
      ? { get: async () => authentication(), discard: () => undefined }
      : createTokenKeeper(
          () => requestToken(authentication),
          () => deps.now(),
        );

  async function requestToken(credentials: Credentials): Promise<IssuedToken> {
    const { tenantId, keyId, secret } = credentials;
    const call: Call = { method: 'POST', path: '/token', body: { tenantId, keyId, secret } };
    const { body, headers } = await withRetries<Answer<IssuedToken>>(call, (signal) =>
      exchange(call, undefined, signal),
    );
    const issuedAtMs = Date.parse(headers.get('date') ?? '');
    return Number.isNaN(issuedAtMs) ? body : { ...body, issuedAtMs };
  }

  /** Sends it with the present token; if the service no longer takes that, once more with a new one. */
  async function authenticated<T>(
    call: Call,
    send: (token: string, signal: AbortSignal | undefined) => Promise<T>,
  ): Promise<T> {
    let renewed = false;
    for (;;) {
      const token = await tokens.get(call.signal);
      try {
        return await withRetries(call, (signal) => send(token, signal));
      } catch (error) {
        const refused = error instanceof ProblemError && error.code === 'invalid_token';
        if (!refused || renewed) throw error;
        tokens.discard(token);
        renewed = true;
      }
    }
  }

  async function withRetries<T>(
    call: Call,
    send: (signal: AbortSignal | undefined) => Promise<T>,
  ): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await send(call.signal);
      } catch (error) {
        if (call.signal?.aborted === true) throw call.signal.reason;
        const retryAfterMs = error instanceof ProblemError ? error.retryAfterMs : undefined;
        const isWorthIt =
          attempt < retry.maxAttempts &&
          isRetriable(error) &&
          (retryAfterMs ?? 0) <= retry.maxRetryAfterMs;
        if (!isWorthIt) throw error;
        await deps.sleep(retryDelayMs(retry, attempt, retryAfterMs, deps.random()), call.signal);
      }
    }
  }

  async function exchange<Body>(
    call: Call,
    token: string | undefined,
    signal: AbortSignal | undefined,
  ): Promise<Answer<Body>> {
    const deadline = AbortSignal.timeout(timeoutMs + (call.extraTimeoutMs ?? 0));
    const either = signal === undefined ? deadline : AbortSignal.any([signal, deadline]);
    const response = await send(call, token, either);
    const text = await response.text().catch((error: unknown) => {
      throw connectionError(error, baseUrl);
    });
    return {
      status: response.status,
      headers: response.headers,
      body: parse(text, response) as Body,
    };
  }

  /** Gives answers of status 2xx; throws the problem of all others. */
  async function send(
    call: Call,
    token: string | undefined,
    signal: AbortSignal | undefined,
  ): Promise<Response> {
    const headers: Record<string, string> = { accept: 'application/json', ...call.headers };
    if (token !== undefined) headers['authorization'] = `Bearer ${token}`;
    if (userAgent !== undefined) headers['user-agent'] = userAgent;
    if (call.body !== undefined) headers['content-type'] = 'application/json';
    const sendable = headersOf(headers);
    let response: Response;
    try {
      response = await deps.fetch(`${baseUrl}${call.path}${queryString(call.query)}`, {
        method: call.method,
        headers: sendable,
        redirect: 'manual',
        ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
        ...(signal === undefined ? {} : { signal }),
      });
    } catch (error) {
      throw connectionError(error, baseUrl);
    }
    if (response.ok) return response;
    throw await refusal(response, deps.now());
  }

  return {
    call: (call) => authenticated(call, (token, signal) => exchange(call, token, signal)),
    open: (call) => authenticated(call, (token, signal) => send(call, token, signal)),
  };
}

/** Names a header that cannot be sent, and not its value: it may be a token. */
function headersOf(headers: Readonly<Record<string, string>>): Headers {
  const sendable = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    try {
      sendable.set(name, value);
    } catch {
      throw new GroupwrightError(
        `The header ${name} contains characters that HTTP does not allow.`,
      );
    }
  }
  return sendable;
}

function isRetriable(error: unknown): boolean {
  if (error instanceof ConnectionError) return true;
  // Waiting does not make wrong credentials right.
  if (error instanceof ProblemError && error.code === 'too_many_failed_attempts') return false;
  return (
    (error instanceof ProblemError || error instanceof UnexpectedAnswerError) &&
    retriableStatuses.has(error.status)
  );
}

function connectionError(error: unknown, baseUrl: string): GroupwrightError {
  const isTimeout = error instanceof Error && error.name === 'TimeoutError';
  const sentence = isTimeout
    ? `${baseUrl} did not answer in time.`
    : `${baseUrl} could not be reached, or the connection broke.`;
  return new ConnectionError(sentence, { cause: error });
}

async function refusal(response: Response, now: number): Promise<GroupwrightError> {
  const { status } = response;
  const text = await response.text().catch(() => '');
  if (/^application\/problem\+json\b/i.test(response.headers.get('content-type') ?? '')) {
    const problem = parse(text, response) as Problem;
    return new ProblemError(problem, parseRetryAfterMs(response.headers.get('retry-after'), now));
  }
  const isRedirect = response.type === 'opaqueredirect' || (status >= 300 && status < 400);
  return new UnexpectedAnswerError(
    isRedirect
      ? 'The answer was a redirect, which the client does not follow. Check the base URL.'
      : `The answer had the status ${status} and no problem details. Check the base URL.`,
    status,
  );
}

function parse(text: string, response: Response): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UnexpectedAnswerError(
      'The answer was not JSON. Check the base URL.',
      response.status,
      { cause },
    );
  }
}

function queryString(query: Call['query']): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) given.set(name, String(value));
  }
  const text = given.toString();
  return text === '' ? '' : `?${text}`;
}
