// One call to Microsoft Graph: its turn, its token, its deadline, and what the answer means. A call is
// tried once; trying again is the provisioning's matter, which knows how often it did.
import { randomUUID } from 'node:crypto';
import type { Clock } from '../../foundation/clock.ts';
import { refusedAddress } from '../../outbound/guarded-connector.http.ts';
import { DirectoryError, type CallContext } from '../directory.ts';
import { kindOf, type CallName } from './operations.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { readRetryAfter } from './retry-after.ts';
import type { TokenSource } from './token.ts';
import type { RawAnswer, Transport } from './transport.ts';

export interface GraphCall {
  readonly name: CallName;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/v1.0`. */
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The group, for calls on one team. */
  readonly groupId?: string;
  /** Statuses beyond 2xx that the caller deals with itself. */
  readonly accept?: readonly number[];
}

export interface GraphErrorBody {
  readonly code: string;
  readonly message: string;
  readonly details: readonly {
    readonly code: string;
    readonly target: string;
    readonly message: string;
  }[];
}

/** A call within a batch. */
export type BatchPart = Pick<GraphCall, 'method' | 'path' | 'body' | 'headers'>;

export interface GraphAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Parsed, or undefined when empty. */
  readonly body: unknown;
  /** Graph's `error`, for statuses from 400 on; missing texts are empty. */
  readonly error: GraphErrorBody;
  readonly directoryRequestId: string | undefined;
}

/** Told of every call, for the log. */
export type OnCall = (call: {
  readonly name: CallName | '$batch';
  readonly status: number | undefined;
  readonly durationMs: number;
  readonly clientRequestId: string;
  readonly directoryRequestId: string | undefined;
  readonly teamId: string;
}) => void;

export interface GraphClient {
  /** Waits for the call's turn among others. */
  readonly rateLimiter: RateLimiter;
  readonly clock: Clock;
  /** `https://graph.microsoft.com/v1.0`, or the like; without a slash at its end. */
  readonly root: string;
  /** @throws DirectoryError for any status that is neither 2xx nor accepted */
  call(call: GraphCall, context: CallContext): Promise<GraphAnswer>;
  /** Like `call`, for whichever of the calls has its turn first. */
  callAny(calls: readonly GraphCall[], context: CallContext): Promise<[GraphCall, GraphAnswer]>;
  /**
   * Up to 20 calls of one kind in one request, with one turn for all. A part that was throttled or failed is in
   * the answers like any other, with its status.
   */
  batch(
    name: CallName,
    parts: readonly BatchPart[],
    context: CallContext,
  ): Promise<readonly GraphAnswer[]>;
}

export const partsPerBatch = 20;

function readError(body: unknown): GraphErrorBody {
  const { error } = asRecord(body);
  const { code, message, details } = asRecord(error);
  return {
    code: asText(code),
    message: asText(message),
    details: (Array.isArray(details) ? (details as unknown[]) : []).map((detail) => {
      const { code: detailCode, target, message: detailMessage } = asRecord(detail);
      return { code: asText(detailCode), target: asText(target), message: asText(detailMessage) };
    }),
  };
}

const asRecord = (value: unknown): Record<string, unknown> =>
  Object(value) as Record<string, unknown>;
const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

export function createGraphClient(deps: {
  graphBaseUrl: string;
  tokens: TokenSource;
  rateLimiter: RateLimiter;
  transport: Transport;
  clock: Clock;
  onCall?: OnCall;
}): GraphClient {
  const { tokens, rateLimiter, transport, clock, onCall } = deps;
  const root = `${deps.graphBaseUrl.replace(/\/+$/, '')}/v1.0`;

  /** Throws what a status means that nobody waited for. */
  function failure(name: CallName, answer: GraphAnswer): DirectoryError {
    const { status, error, directoryRequestId } = answer;
    const { writes, permission } = kindOf(name);
    const retryAfterMs = readRetryAfter(answer.headers['retry-after'], clock.now());
    const options = {
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      ...(directoryRequestId === undefined ? {} : { directoryRequestId }),
    };
    const said = error.message === '' ? `status ${status}` : `“${error.message}”`;
    if (status === 429) {
      return new DirectoryError('throttled', 'Microsoft 365 asks for fewer calls.', {
        ...options,
        retryAfterMs: retryAfterMs ?? rateLimiter.blockedForMs(name),
      });
    }
    if (status === 401) {
      const detail = 'Microsoft 365 does not accept the connection’s token.';
      return new DirectoryError('permission_missing', detail, options);
    }
    if (status === 403 && isMissingPermission(error)) {
      const detail = `The connection may not do this (${name}): the Entra application lacks the permission ${permission}, or consent to it.`;
      return new DirectoryError('permission_missing', detail, options);
    }
    if (status === 404) {
      const detail = 'Microsoft 365 does not show what was just created yet.';
      return new DirectoryError('not_visible_yet', detail, options);
    }
    const mayPass = status >= 500 || [408, 409, 412, 423, 424].includes(status);
    if (mayPass) {
      const detail = `Microsoft 365 did not carry the call out: ${said}.`;
      return new DirectoryError(writes ? 'outcome_unknown' : 'unavailable', detail, options);
    }
    return new DirectoryError('refused', `Microsoft 365 refuses: ${said}.`, options);
  }

  function lost(writes: boolean, cause: unknown, directoryRequestId?: string): DirectoryError {
    const refused = refusedAddress(cause);
    if (refused !== undefined) return new DirectoryError('unavailable', refused.message, { cause });
    return new DirectoryError(
      writes ? 'outcome_unknown' : 'unavailable',
      writes
        ? 'The answer of Microsoft 365 was lost; whether the call was carried out is not known.'
        : 'Microsoft 365 did not answer.',
      { cause, ...(directoryRequestId === undefined ? {} : { directoryRequestId }) },
    );
  }

  function toAnswer(raw: RawAnswer, writes: boolean): GraphAnswer {
    const directoryRequestId = raw.headers['request-id'];
    let body: unknown;
    try {
      body = raw.body === '' ? undefined : (JSON.parse(raw.body) as unknown);
    } catch (cause) {
      // What a 400 or a 409 means is in the body; the other refusals speak for themselves.
      const speaks = raw.status > 400 && raw.status !== 409 && raw.status !== 422;
      if (!speaks) throw lost(writes, cause, directoryRequestId);
    }
    const { status, headers } = raw;
    return { status, headers, body, error: readError(body), directoryRequestId };
  }

  function observe(name: CallName, { status, headers }: GraphAnswer): void {
    const used = Number(headers['x-ms-throttle-limit-percentage']);
    const mayAsk = status === 429 || status === 503;
    rateLimiter.observe(name, {
      throttled: status === 429,
      retryAfterMs: mayAsk ? readRetryAfter(headers['retry-after'], clock.now()) : undefined,
      used: Number.isFinite(used) && used > 0 ? used : undefined,
    });
  }

  /** Sends, with a new token and once more where the first one is refused. */
  async function send(
    name: CallName | '$batch',
    request: {
      method: string;
      path: string;
      body: unknown;
      headers: Readonly<Record<string, string>>;
    },
    writes: boolean,
    context: CallContext,
  ): Promise<GraphAnswer> {
    for (let attempt = 1; ; attempt += 1) {
      const token = await tokens.token(context.signal);
      const clientRequestId = randomUUID();
      const startedAt = clock.now();
      let raw: RawAnswer | undefined;
      try {
        raw = await transport.send({
          method: request.method,
          url: `${root}${request.path}`,
          headers: {
            ...request.headers,
            authorization: `Bearer ${token}`,
            accept: 'application/json',
            'client-request-id': clientRequestId,
            ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
          },
          body: request.body === undefined ? undefined : JSON.stringify(request.body),
          signal: context.signal,
        });
      } catch (cause) {
        throw lost(writes, cause);
      } finally {
        onCall?.({
          name,
          status: raw?.status,
          durationMs: clock.now() - startedAt,
          clientRequestId,
          directoryRequestId: raw?.headers['request-id'],
          teamId: context.teamId,
        });
      }
      if (raw.status === 401 && attempt === 1) {
        tokens.forget();
        continue;
      }
      return toAnswer(raw, writes);
    }
  }

  async function callAny(
    calls: readonly GraphCall[],
    context: CallContext,
  ): Promise<[GraphCall, GraphAnswer]> {
    const groupId = calls.find((one) => one.groupId !== undefined)?.groupId;
    const name = await rateLimiter.turn({
      anyOf: calls.map((one) => one.name),
      teamId: context.teamId,
      ...(groupId === undefined ? {} : { groupId }),
      signal: context.signal,
    });
    const call = calls.find((one) => one.name === name);
    if (call === undefined)
      throw new Error(`The turn was given to ${name}, which nobody asked for.`);
    const { method, path, body, headers = {}, accept = [] } = call;
    const answer = await send(name, { method, path, body, headers }, kindOf(name).writes, context);
    observe(name, answer);
    if (answer.status >= 300 && !accept.includes(answer.status)) throw failure(name, answer);
    return [call, answer];
  }

  async function batch(
    name: CallName,
    batchParts: readonly BatchPart[],
    context: CallContext,
  ): Promise<readonly GraphAnswer[]> {
    const { teamId, signal } = context;
    await rateLimiter.turn({ anyOf: [name], calls: batchParts.length, teamId, signal });
    const requests = batchParts.map(({ method, path, body, headers = {} }, index) => ({
      id: String(index),
      method,
      url: path,
      headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body }),
    }));
    const whole = await send(
      '$batch',
      { method: 'POST', path: '/$batch', body: { requests }, headers: {} },
      kindOf(name).writes,
      context,
    );
    if (whole.status !== 200) {
      observe(name, whole);
      throw failure(name, whole);
    }
    const parts = readParts(whole);
    return batchParts.map((_, index) => {
      const part = parts.get(String(index));
      // A part that is not in the answer is one of which nothing is known.
      const answer = part ?? { ...whole, status: 504, headers: {}, body: undefined };
      observe(name, answer);
      return answer;
    });
  }

  return {
    rateLimiter,
    clock,
    root,
    callAny,
    batch,
    call: async (call, context) => (await callAny([call], context))[1],
  };
}

function isMissingPermission({ code, message }: GraphAnswer['error']): boolean {
  return (
    /^(?:Authorization_RequestDenied|AccessDenied)$/i.test(code) ||
    /insufficient privileges|missing (?:role|scope)/i.test(message)
  );
}

function readParts(whole: GraphAnswer): Map<string, GraphAnswer> {
  const list = (whole.body as { responses?: unknown } | undefined)?.responses;
  const parts = new Map<string, GraphAnswer>();
  for (const item of Array.isArray(list) ? (list as unknown[]) : []) {
    const { id, status, headers, body } = item as Record<string, unknown>;
    if (typeof id !== 'string' || typeof status !== 'number') continue;
    const named = Object.entries((headers ?? {}) as Record<string, unknown>).map(
      ([name, value]): [string, string] => [name.toLowerCase(), String(value)],
    );
    parts.set(id, {
      status,
      headers: Object.fromEntries(named),
      body,
      error: readError(body),
      directoryRequestId: whole.directoryRequestId,
    });
  }
  return parts;
}
