// One call to Microsoft Graph: its turn, its token, its deadline, and what the answer means. A call is
// tried once; trying again is the provisioning's matter, which knows how often it did.
import { randomUUID } from 'node:crypto';
import type { Clock } from '../../foundation/clock.ts';
import type { CallContext } from '../call-context.ts';
import type { DirectoryError } from '../directory.ts';
import { kindOf, type CallName } from './operations.ts';
import { readError, readParts, type GraphResponse } from './graph-response.ts';
import {
  deniedFailure,
  isMissingPermission,
  lostResponse,
  statusFailure,
  unreadableResponse,
} from './graph-failures.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { rolesOf } from './permissions.ts';
import { readRetryAfter } from './retry-after.ts';
import type { TokenSource } from './token.ts';
import type { RawResponse, Transport } from './transport.ts';

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

/** A call within a batch. */
export type BatchPart = Pick<GraphCall, 'method' | 'path' | 'body' | 'headers'>;

/** Called for every call, for the log. */
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
  /** The error for a 403. @param act continues “The connection may not …” */
  denied(act: string, permission: string, answer: GraphResponse): DirectoryError;
  /** @throws DirectoryError for any status that is neither 2xx nor accepted */
  call(call: GraphCall, context: CallContext): Promise<GraphResponse>;
  /** Like `call`, for whichever of the calls has its turn first. */
  callAny(calls: readonly GraphCall[], context: CallContext): Promise<[GraphCall, GraphResponse]>;
  /**
   * Up to 20 calls of one kind in one request, with one turn for all. A part that was throttled or failed is in
   * the answers like any other, with its status.
   */
  batch(
    name: CallName,
    parts: readonly BatchPart[],
    context: CallContext,
  ): Promise<readonly GraphResponse[]>;
}

export const partsPerBatch = 20;

export function createGraphClient(deps: {
  graphBaseUrl: string;
  tokens: TokenSource;
  rateLimiter: RateLimiter;
  transport: Transport;
  clock: Clock;
  onCall?: OnCall;
}): GraphClient {
  const { tokens, rateLimiter, transport, clock, onCall } = deps;
  const { host } = new URL(deps.graphBaseUrl);
  /** Its roles tell a missing permission from another denial. */
  let lastToken = '';
  const root = `${deps.graphBaseUrl.replace(/\/+$/, '')}/v1.0`;

  function failure(name: CallName, answer: GraphResponse): DirectoryError {
    if (answer.status === 403 && isMissingPermission(answer)) {
      return denied(`do this (${name})`, kindOf(name).permission, answer);
    }
    return statusFailure(name, answer, {
      now: clock.now(),
      pausedMs: rateLimiter.blockedForMs(name),
    });
  }

  function denied(act: string, permission: string, answer: GraphResponse): DirectoryError {
    return deniedFailure(act, permission, answer, rolesOf(lastToken) ?? []);
  }

  function toResponse(raw: RawResponse, writes: boolean): GraphResponse {
    const directoryRequestId = raw.headers['request-id'];
    let body: unknown;
    try {
      body = raw.body === '' ? undefined : (JSON.parse(raw.body) as unknown);
    } catch (cause) {
      // The body explains a 400 or a 409; the status explains the other refusals.
      const speaks = raw.status > 400 && raw.status !== 409 && raw.status !== 422;
      if (!speaks) throw unreadableResponse(writes, cause, directoryRequestId);
    }
    const { status, headers } = raw;
    return { status, headers, body, error: readError(body), directoryRequestId };
  }

  function observe(name: CallName, { status, headers }: GraphResponse): void {
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
  ): Promise<GraphResponse> {
    for (let attempt = 1; ; attempt += 1) {
      const token = await tokens.token(context.signal);
      lastToken = token;
      const clientRequestId = randomUUID();
      const startedAt = clock.now();
      let raw: RawResponse | undefined;
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
        throw lostResponse(host, writes, cause);
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
      return toResponse(raw, writes);
    }
  }

  async function callAny(
    calls: readonly GraphCall[],
    context: CallContext,
  ): Promise<[GraphCall, GraphResponse]> {
    const groupId = calls.find((one) => one.groupId !== undefined)?.groupId;
    const name = await rateLimiter.acquire({
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
  ): Promise<readonly GraphResponse[]> {
    const { teamId, signal } = context;
    await rateLimiter.acquire({ anyOf: [name], calls: batchParts.length, teamId, signal });
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
    denied,
    callAny,
    batch,
    call: async (call, context) => (await callAny([call], context))[1],
  };
}
