// One request to Microsoft Graph with its token, and once more with a new one where the first is refused.
import { randomUUID } from 'node:crypto';
import type { Clock } from '../ground/clock.ts';
import { beginSpan, noTracer, type Tracer, writeTraceparent } from '../ground/trace.ts';
import type { CallContext } from '../directory/call-context.ts';
import { foreignResponse, lostResponse, unreadableResponse } from './graph-failures.ts';
import { readError, type GraphResponse } from './graph-response.ts';
import type { CallName } from './operations.ts';
import type { TokenSource } from './token.ts';
import type { RawResponse, Transport } from './transport.ts';
import type { Slot } from './slot.ts';

/** Called for every call, for the log. */
export type OnCall = (call: {
  readonly name: CallName | '$batch';
  readonly status: number | undefined;
  readonly durationMs: number;
  readonly clientRequestId: string;
  readonly directoryRequestId: string | undefined;
  readonly teamId: string;
}) => void;

export interface SendDeps {
  /** It has no slash at its end. */
  readonly root: string;
  readonly tokens: TokenSource;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly onCall?: OnCall | undefined;
  /** Passes traces on to Graph without it, and records no spans. */
  readonly tracer?: Tracer | undefined;
}

interface GraphRequest {
  readonly name: CallName | '$batch';
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  /** A body that is no JSON. */
  readonly text?: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether a lost answer may have changed something. */
  readonly writes: boolean;
}

/** @param deps.onToken gets the token of each request */
export function createSendRequest(deps: SendDeps & { readonly onToken: (token: string) => void }) {
  const { root, tokens, transport, clock, onCall, onToken, tracer = noTracer } = deps;
  const { host } = new URL(root);

  async function sendTwiceAtMost(
    request: GraphRequest,
    slot: Slot,
    context: CallContext,
  ): Promise<GraphResponse> {
    const { name, body, text, writes } = request;
    for (let attempt = 1; ; attempt += 1) {
      const token = await tokens.token(context.signal);
      onToken(token);
      const clientRequestId = randomUUID();
      const startedAt = clock.now();
      const span = beginSpan(tracer, context.trace, clock);
      let raw: RawResponse | undefined;
      try {
        const answer = transport.send({
          method: request.method,
          url: `${root}${request.path}`,
          headers: {
            ...request.headers,
            authorization: `Bearer ${token}`,
            accept: 'application/json',
            'client-request-id': clientRequestId,
            ...(span && { traceparent: writeTraceparent(span.context) }),
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...(text === undefined ? {} : { 'content-type': 'text/plain' }),
          },
          body: body === undefined ? text : JSON.stringify(body),
          signal: context.signal,
        });
        // Later than the slot where the first token was refused.
        slot.sent();
        raw = await answer;
      } catch (cause) {
        throw lostResponse(host, writes, cause);
      } finally {
        span?.end({
          name: `Graph ${name}`,
          kind: 'client',
          attributes: {
            'http.request.method': request.method,
            'http.response.status_code': raw?.status,
            'server.address': host,
            'groupwright.team_id': context.teamId,
            'groupwright.client_request_id': clientRequestId,
          },
          hasFailed: raw === undefined || raw.status >= 400,
        });
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

  return async (
    request: GraphRequest,
    slot: Slot,
    context: CallContext,
  ): Promise<GraphResponse> => {
    try {
      return await sendTwiceAtMost(request, slot, context);
    } finally {
      slot.answered();
    }
  };
}

/** Firewalls answer with a page. Graph explains its own refusals in JSON. */
const firewallStatuses: ReadonlySet<number> = new Set([403, 451]);

function toResponse(raw: RawResponse, writes: boolean): GraphResponse {
  const directoryRequestId = raw.headers['request-id'];
  // Graph redirects none of our calls, and is no proxy.
  const isForeign = (raw.status >= 300 && raw.status < 400) || raw.status === 407;
  if (isForeign) throw foreignResponse(writes, undefined, raw.status);
  let body: unknown;
  try {
    body = raw.body === '' ? undefined : (JSON.parse(raw.body) as unknown);
  } catch (cause) {
    if (firewallStatuses.has(raw.status)) throw foreignResponse(writes, cause, raw.status);
    // The body explains a 400 or a 409; the status explains the other refusals.
    const speaks = raw.status > 400 && raw.status !== 409 && raw.status !== 422;
    if (!speaks) throw unreadableResponse(writes, cause, directoryRequestId);
  }
  const { status, headers } = raw;
  return { status, headers, body, error: readError(body), directoryRequestId };
}
