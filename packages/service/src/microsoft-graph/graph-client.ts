// One call to Microsoft Graph: its slot, its token, its deadline, and what the answer means. A call is
// tried once; trying again is the provisioning's matter, which knows how often it did.
import type { Clock } from '../ground/clock.ts';
import type { CallContext } from '../directory/call-context.ts';
import type { DirectoryError } from '../directory/directory.ts';
import { kindOf, type CallName } from './graph-calls.ts';
import { readParts, type GraphResponse } from './graph-response.ts';
import { deniedFailure, isMissingPermission, statusFailure } from './graph-failures.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { rolesOf } from './permissions.ts';
import { readRetryAfter } from './retry-after.ts';
import { createSendRequest, type SendDeps } from './send-request.ts';

export interface GraphCall {
  readonly name: CallName;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/v1.0`, or below `/beta` where v1.0 does not have it. */
  readonly path: string;
  readonly isBeta?: true;
  readonly body?: unknown;
  /** A body that is no JSON. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The group, for calls on one team. */
  readonly groupId?: string;
  /** Statuses beyond 2xx that the caller deals with itself. */
  readonly accept?: readonly number[];
}

export type BatchPart = Pick<GraphCall, 'method' | 'path' | 'body' | 'headers'>;

export interface GraphClient {
  /** Waits for the call's slot among others. */
  readonly rateLimiter: RateLimiter;
  readonly clock: Clock;
  /** `https://graph.microsoft.com/v1.0`, or the like; without a slash at its end. */
  readonly root: string;
  /** The error for a 403. @param act continues “The connection may not …” */
  denied(act: string, permission: string, answer: GraphResponse): DirectoryError;
  /** @throws DirectoryError for any status that is neither 2xx nor accepted */
  call(call: GraphCall, context: CallContext): Promise<GraphResponse>;
  /** Like `call`, for whichever of the calls has its slot first. */
  callAny(calls: readonly GraphCall[], context: CallContext): Promise<[GraphCall, GraphResponse]>;
  /**
   * Up to 20 calls of one kind in one request, with one slot for all. A part that was throttled or failed is in
   * the answers like any other, with its status.
   */
  batch(
    name: CallName,
    parts: readonly BatchPart[],
    context: CallContext,
  ): Promise<readonly GraphResponse[]>;
}

export const partsPerBatch = 20;

export const graphRootOf = (graphBaseUrl: string): string =>
  `${graphBaseUrl.replace(/\/+$/, '')}/v1.0`;

export function createGraphClient(
  deps: SendDeps & { readonly rateLimiter: RateLimiter },
): GraphClient {
  const { root, rateLimiter, clock, tokens } = deps;
  /** Its roles tell a missing permission from another denial. */
  let lastToken = '';
  const send = createSendRequest({
    ...deps,
    onToken: (token) => {
      lastToken = token;
    },
  });

  /** A call that has its slot leaves at once: a new token may take longer than the window of a limit. */
  async function signIn({ signal }: CallContext): Promise<void> {
    await tokens.token(signal);
  }

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

  function observe(name: CallName, { status, headers }: GraphResponse): void {
    const used = Number(headers['x-ms-throttle-limit-percentage']);
    const mayAsk = status === 429 || status === 503;
    rateLimiter.observe(name, {
      throttled: status === 429,
      retryAfterMs: mayAsk
        ? readRetryAfter(headers['retry-after'], clock.now(), headers['date'])
        : undefined,
      used: Number.isFinite(used) && used > 0 ? used : undefined,
    });
  }

  async function callAny(
    calls: readonly GraphCall[],
    context: CallContext,
  ): Promise<[GraphCall, GraphResponse]> {
    const groupId = calls.find((one) => one.groupId !== undefined)?.groupId;
    await signIn(context);
    const slot = await rateLimiter.acquire({
      anyOf: calls.map((one) => one.name),
      teamId: context.teamId,
      ...(groupId === undefined ? {} : { groupId }),
      signal: context.signal,
    });
    const { name } = slot;
    const call = calls.find((one) => one.name === name);
    if (call === undefined)
      throw new Error(`The slot was given to ${name}, which nobody asked for.`);
    const { method, path, isBeta, body, text, headers = {}, accept = [] } = call;
    const { writes } = kindOf(name);
    const request = { name, method, path, isBeta, body, text, headers, writes, accept };
    const answer = await send(request, slot, context);
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
    const calls = batchParts.length;
    await signIn(context);
    const slot = await rateLimiter.acquire({ anyOf: [name], calls, teamId, signal });
    const requests = batchParts.map(({ method, path, body, headers = {} }, index) => ({
      id: String(index),
      method,
      url: path,
      headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body }),
    }));
    const { writes } = kindOf(name);
    const batchCall = { name: '$batch', method: 'POST', path: '/$batch' } as const;
    const request = { ...batchCall, body: { requests }, headers: {}, writes };
    const whole = await send(request, slot, context);
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
