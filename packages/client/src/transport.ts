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
import type { CallOptions } from './options.ts';
import type { Problem } from './types.ts';
import { either, type Deps } from './dependencies.ts';

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Begins with a slash; its variable parts are already escaped. */
  readonly path: string;
  readonly query?: Query;
  /** They take precedence over those of the options. */
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined;
  readonly body?: unknown;
  readonly options?: CallOptions | undefined;
  /** It adds to the standard deadline, for calls that the service holds on purpose. */
  readonly extraTimeoutMs?: number;
  /** A body of another media type than JSON is text, and an empty one undefined. */
  readonly anyType?: boolean;
}

export type Query = Readonly<
  Record<string, string | number | boolean | Readonly<Record<string, string>> | undefined>
>;

/** An answer whose body was read. */
export interface Exchange<Body> {
  readonly response: Response;
  readonly body: Body;
}

export interface Transport {
  call<Body>(call: Call): Promise<Exchange<Body>>;
  /** It does what `call` does, but hands over the answer before its body was read, and has no deadline for the body. */
  open(call: Call): Promise<Response>;
}

export interface TransportOptions {
  readonly baseUrl: string;
  readonly authentication: Credentials | (() => string | Promise<string>);
  readonly retry: RetryPolicy;
  /** It limits one attempt. */
  readonly timeoutMs: number;
  readonly userAgent: string;
  readonly log: ((attempt: LoggedAttempt) => void) | undefined;
  readonly deps: Deps;
}

/** One attempt of a call; a retry is another one. It has neither headers nor bodies, so no secrets. */
export interface LoggedAttempt {
  readonly method: string;
  readonly url: string;
  /** It ends with the headers of the answer. */
  readonly durationMs: number;
  /** It belongs to the answer; undefined if there was none. */
  readonly status: number | undefined;
  /** The service's log has it, too. */
  readonly requestId: string | undefined;
  /** The reason why there was no answer. */
  readonly error: unknown;
}

export function createTransport(options: TransportOptions): Transport {
  const { baseUrl, authentication, userAgent, log, deps } = options;
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
    const { body, response } = await withRetries<Exchange<IssuedToken>>(call, () => exchange(call));
    const issuedAtMs = Date.parse(response.headers.get('date') ?? '');
    return Number.isNaN(issuedAtMs) ? body : { ...body, issuedAtMs };
  }

  /** Sends it with the present token; if the service no longer takes that, once more with a new one. */
  async function authenticated<T>(call: Call, send: (token: string) => Promise<T>): Promise<T> {
    let renewed = false;
    for (;;) {
      const token = await tokens.get(call.options?.signal);
      try {
        return await withRetries(call, () => send(token));
      } catch (error) {
        const refused = error instanceof ProblemError && error.code === 'invalid_token';
        if (!refused || renewed) throw error;
        tokens.discard(token);
        renewed = true;
      }
    }
  }

  async function withRetries<T>(call: Call, send: () => Promise<T>): Promise<T> {
    const { signal } = call.options ?? {};
    const retry = { ...options.retry, ...call.options?.retry };
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await send();
      } catch (error) {
        signal?.throwIfAborted();
        const retryAfterMs = retryAfterOf(error);
        const isWorthIt =
          attempt < retry.maxAttempts &&
          isRetriable(error) &&
          (retryAfterMs ?? 0) <= retry.maxRetryAfterMs;
        if (!isWorthIt) throw error;
        await deps.sleep(retryDelayMs(retry, attempt, retryAfterMs, deps.random()), signal);
      }
    }
  }

  async function exchange<Body>(call: Call, token?: string): Promise<Exchange<Body>> {
    const { signal, timeoutMs = options.timeoutMs } = call.options ?? {};
    const deadline = AbortSignal.timeout(timeoutMs + (call.extraTimeoutMs ?? 0));
    const response = await send(call, token, either(signal, deadline));
    const text = await response.text().catch((error: unknown) => {
      throw connectionError(error, baseUrl);
    });
    const isText = call.anyType === true && !isOfType(response, /[/+]json\b/i);
    return { response, body: (isText ? text || undefined : parse(text, response)) as Body };
  }

  /** Gives answers of status 2xx; throws the problem of all others. */
  async function send(
    call: Call,
    token: string | undefined,
    signal: AbortSignal | undefined,
  ): Promise<Response> {
    const sendable = headersOf(
      { accept: 'application/json' },
      call.options?.headers,
      call.headers,
      {
        authorization: token && `Bearer ${token}`,
        'user-agent': userAgent,
        'content-type': call.body === undefined ? undefined : 'application/json',
      },
    );
    const { method } = call;
    const url = `${baseUrl}${call.path}${queryString(call.query)}`;
    const body = call.body === undefined ? null : JSON.stringify(call.body);
    if (body?.includes('\uFFFD') || url.includes('%EF%BF%BD')) throw damagedText();
    const startedAt = deps.now();
    const logAttempt = (answer?: Response, error?: unknown): void =>
      log?.({
        method,
        url,
        durationMs: deps.now() - startedAt,
        status: answer?.status,
        requestId: requestIdOf(answer),
        error,
      });
    let response: Response;
    try {
      response = await deps.fetch(url, {
        method,
        headers: sendable,
        redirect: 'manual',
        body,
        signal: signal ?? null,
      });
    } catch (error) {
      logAttempt(undefined, error);
      throw connectionError(error, baseUrl);
    }
    logAttempt(response);
    if (response.ok) return response;
    throw await refusal(response, deps.now());
  }

  return {
    call: (call) => authenticated(call, (token) => exchange(call, token)),
    open: (call) => authenticated(call, (token) => send(call, token, call.options?.signal)),
  };
}

export function requestIdOf(response: Response | undefined): string | undefined {
  return response?.headers.get('request-id') ?? undefined;
}

/** The later ones win. Names a header that cannot be sent, and not its value: it may be a token. */
function headersOf(...parts: readonly Call['headers'][]): Headers {
  const sendable = new Headers();
  for (const [name, value] of parts.flatMap((part = {}) => Object.entries(part))) {
    try {
      if (value !== undefined) sendable.set(name, value);
    } catch {
      throw new GroupwrightError(
        `The header ${name} contains characters that HTTP does not allow.`,
      );
    }
  }
  return sendable;
}

function damagedText(): GroupwrightError {
  return new GroupwrightError(
    'The request contains U+FFFD, which replaces text that could not be read. Read the text in its own encoding, such as UTF-8, and send it again.',
  );
}

/** Whether the same call may succeed later: there was no answer, or one that says so by its status. */
export function isPassing(error: unknown): boolean {
  return (
    error instanceof ConnectionError ||
    (error instanceof GroupwrightError && retriableStatuses.has((error as ProblemError).status))
  );
}

/** A ProblemError or an UnexpectedAnswerError has it: a proxy may say it, too. */
export const retryAfterOf = (error: unknown) =>
  (error as Partial<ProblemError> | null)?.retryAfterMs;

function isRetriable(error: unknown): boolean {
  // Waiting does not make wrong credentials right.
  if (error instanceof ProblemError && error.code === 'too_many_failed_attempts') return false;
  return isPassing(error);
}

function connectionError(error: unknown, baseUrl: string): GroupwrightError {
  const isTimeout = error instanceof Error && error.name === 'TimeoutError';
  const sentence = isTimeout ? 'did not answer in time' : 'could not be reached';
  return new ConnectionError(`${baseUrl} ${sentence}: ${reasonOf(error)}.`, { cause: error });
}

/** The cause of all others: fetch itself only says that it failed. */
function reasonOf(error: unknown): string {
  let cause = error as { message?: string; code?: string; cause?: unknown };
  while (cause.cause instanceof Error) cause = cause.cause;
  const reason = (cause.message || cause.code || String(error)).trim().replace(/[.:]+$/, '');
  // OpenSSL on a port without TLS.
  return /wrong version number/.test(reason) ? 'it speaks http there, not https' : reason;
}

async function refusal(response: Response, now: number): Promise<GroupwrightError> {
  const { status } = response;
  const text = await response.text().catch(() => '');
  const retryAfterMs = parseRetryAfterMs(response, now);
  if (isOfType(response, /^application\/problem\+json\b/i)) {
    return new ProblemError(parse(text, response) as Problem, retryAfterMs);
  }
  // A redirect that a browser hides has the status 0.
  const what = status < 400 ? 'was a redirect' : `had the status ${status}`;
  const sentence = `The answer ${what}. Check the base URL.`;
  return new UnexpectedAnswerError(sentence, status, undefined, retryAfterMs);
}

/** Whether the media type of the answer matches. */
export function isOfType({ headers }: Response, type: RegExp): boolean {
  return type.test(headers.get('content-type') ?? '');
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
  // The members of an object are separate parameters: properties.projectCode=4711.
  const given = Object.entries(query ?? {}).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).map(([member, one]) => [`${name}.${member}`, one])
      : value === undefined
        ? []
        : [[name, value]],
  );
  // Makes text of numbers and booleans.
  const text = String(new URLSearchParams(given as [string, string][]));
  return text && `?${text}`;
}
