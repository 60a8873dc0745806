// One request to Microsoft Graph or SharePoint with its token, and once more with a new one where the first is refused.
import { randomUUID } from 'node:crypto';
import type { Clock } from '../ground/clock.ts';
import { beginSpan, noTracer, type Tracer, writeTraceparent } from '../ground/trace.ts';
import type { CallContext } from '../directory/call-context.ts';
import { foreignResponse, lostResponse, unreadableResponse } from './graph-failures.ts';
import { readError, type GraphResponse } from './graph-response.ts';
import type { CallName, OnCall } from './graph-calls.ts';
import type { TokenSource } from './token.ts';
import type { RawResponse, Transport } from './transport.ts';
import type { Slot } from './waiting-calls.ts';

export interface SendDeps {
  /** It has no slash at its end. */
  readonly root: string;
  readonly tokens: TokenSource;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly onCall?: OnCall | undefined;
  /** Passes traces on to Graph without it, and records no spans. */
  readonly tracer?: Tracer | undefined;
  /** The names of spans have it; Graph unless said otherwise. */
  readonly peer?: 'SharePoint';
}

interface GraphRequest {
  readonly name: CallName | '$batch';
  readonly method: string;
  readonly path: string;
  readonly isBeta?: true | undefined;
  readonly body: unknown;
  /** A body that is no JSON. */
  readonly text?: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether a lost answer may have changed something. */
  readonly writes: boolean;
  /** Statuses that the caller deals with itself, among them 302. */
  readonly accept?: readonly number[] | undefined;
}

/** @param deps.onToken gets the token of each request */
export function createSendRequest(deps: SendDeps & { readonly onToken: (token: string) => void }) {
  const {
    root,
    tokens,
    transport,
    clock,
    onCall,
    onToken,
    tracer = noTracer,
    peer = 'Graph',
  } = deps;
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
          url: `${request.isBeta ? root.replace(/v1\.0$/, 'beta') : root}${request.path}`,
          headers: {
            authorization: `Bearer ${token}`,
            accept: 'application/json',
            'client-request-id': clientRequestId,
            ...(span && { traceparent: writeTraceparent(span.context) }),
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...(text === undefined ? {} : { 'content-type': 'text/plain' }),
            ...request.headers,
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
          name: `${peer} ${name}`,
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
      return toResponse(raw, request);
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

function toResponse(
  raw: RawResponse,
  { writes, accept = [] }: Pick<GraphRequest, 'writes' | 'accept'>,
): GraphResponse {
  const directoryRequestId = raw.headers['request-id'];
  const isRedirect = raw.status >= 300 && raw.status < 400;
  if (isRedirect && accept.includes(raw.status)) {
    const { status, headers } = raw;
    return { status, headers, body: undefined, error: readError(undefined), directoryRequestId };
  }
  // Graph redirects the calls for reports alone, and is no proxy.
  const isForeign = isRedirect || raw.status === 407;
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
