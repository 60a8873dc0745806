// One attempt to deliver an event: the request, and the interpretation of the answer.
import type { Encryption } from '../../ground/encryption/encryption.ts';
import type { CloudEvent } from '../event.ts';
import {
  beginSpan,
  noTracer,
  readTraceparent,
  writeTraceparent,
  type Tracer,
} from '../../ground/trace.ts';
import { liveKeys, openKey, type SigningKey, type WebhookEndpoint } from './endpoint.ts';
import { createSigner, type Signer, signMessage } from './signing.ts';

/** Sends a message once; never throws. */
export type Send = (message: {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}) => Promise<SendResult>;

export type SendResult =
  | {
      readonly kind: 'answered';
      readonly status: number;
      /** The beginning of the answer, as text. */
      readonly excerpt: string;
      readonly retryAfter: string | undefined;
      readonly durationMs: number;
    }
  | {
      readonly kind: 'failed';
      readonly reason: 'address_refused' | 'timeout' | 'unreachable';
      readonly detail: string;
      readonly durationMs: number;
    };

export interface Attempt {
  readonly outcome:
    | 'delivered'
    | 'refused'
    | 'redirected'
    /** 410: the endpoint wants no more events. */
    | 'gone'
    | 'timeout'
    | 'unreachable'
    | 'address_refused';
  readonly statusCode: number | null;
  /** A sentence for the administrator; null when it was delivered. */
  readonly detail: string | null;
  readonly answerExcerpt: string | null;
  /** The wait that the receiver asks for, in milliseconds from now. */
  readonly retryAfterMs: number | undefined;
  readonly attemptedAt: Date;
  readonly durationMs: number;
}

/** https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/bindings/http-protocol-binding.md#32-structured-content-mode */
const contentType = 'application/cloudevents+json; charset=utf-8';

const noKey =
  'Nothing was sent: no key of the endpoint can be decrypted, because its encryption key is gone. Add a key.';

/** Makes one attempt. Never throws for what the receiver does. */
export type Deliver = (endpoint: WebhookEndpoint, event: CloudEvent) => Promise<Attempt>;

export function createDeliver(deps: {
  send: Send;
  encryption: Encryption;
  clock: { now(): number };
  tracer?: Tracer | undefined;
}): Deliver {
  const { send, encryption, clock, tracer = noTracer } = deps;
  /** A signer lives as long as the endpoint that was read. */
  const signers = new WeakMap<SigningKey, Signer>();
  /** An event goes to several endpoints, and to some of them again. */
  const bodies = new WeakMap<CloudEvent, Buffer>();

  function bodyOf(event: CloudEvent): Buffer {
    let body = bodies.get(event);
    if (body === undefined) {
      body = Buffer.from(JSON.stringify(event));
      bodies.set(event, body);
    }
    return body;
  }

  /** Undefined where the encryption key is missing. */
  function signerOf(endpoint: WebhookEndpoint, key: SigningKey): Signer | undefined {
    const known = signers.get(key);
    if (known !== undefined) return known;
    const secret = openKey(endpoint, key, encryption);
    if (secret === undefined) return undefined;
    const signer = createSigner(secret);
    signers.set(key, signer);
    return signer;
  }

  return async function deliver(endpoint, event) {
    const now = clock.now();
    const body = bodyOf(event);
    const signers = liveKeys(endpoint, now).flatMap((key) => signerOf(endpoint, key) ?? []);
    if (signers.length === 0) {
      const result = {
        kind: 'failed',
        reason: 'unreachable',
        detail: noKey,
        durationMs: 0,
      } as const;
      return { ...meaningOf(result, now), attemptedAt: new Date(now), durationMs: 0 };
    }
    const span = beginSpan(tracer, readTraceparent(event.traceparent), clock);
    const headers = {
      'content-type': contentType,
      ...(span && { traceparent: writeTraceparent(span.context) }),
      'user-agent': 'Groupwright-Webhooks/1',
      ...signMessage(signers, { id: event.id, body }, now),
    };
    const result = await send({ url: endpoint.url, headers, body });
    const meaning = meaningOf(result, clock.now());
    span?.end({
      name: `webhook ${event.type}`,
      kind: 'client',
      attributes: {
        'http.request.method': 'POST',
        'http.response.status_code': meaning.statusCode ?? undefined,
        'server.address': new URL(endpoint.url).hostname,
        'groupwright.tenant_id': event.tenantid,
        'groupwright.event_id': event.id,
        'groupwright.outcome': meaning.outcome,
      },
      hasFailed: meaning.outcome !== 'delivered',
    });
    return { ...meaning, attemptedAt: new Date(now), durationMs: result.durationMs };
  };
}

function meaningOf(result: SendResult, now: number): Omit<Attempt, 'attemptedAt' | 'durationMs'> {
  if (result.kind === 'failed') {
    const { reason, detail } = result;
    return {
      outcome: reason,
      detail,
      statusCode: null,
      answerExcerpt: null,
      retryAfterMs: undefined,
    };
  }
  const { status, excerpt } = result;
  const answered = {
    statusCode: status,
    answerExcerpt: excerpt === '' ? null : excerpt,
    retryAfterMs: readRetryAfter(result.retryAfter, now),
  };
  if (status >= 200 && status < 300) {
    return { ...answered, outcome: 'delivered', detail: null };
  }
  if (status === 410) {
    const detail = 'The endpoint answered 410 Gone and was disabled.';
    return { ...answered, outcome: 'gone', detail };
  }
  if (status >= 300 && status < 400) {
    const detail = `The endpoint answered ${status}. Redirects are not followed: register the address it redirects to.`;
    return { ...answered, outcome: 'redirected', detail };
  }
  const detail = `The endpoint answered ${status}; only a 2xx status confirms the event.`;
  return { ...answered, outcome: 'refused', detail };
}

/** RFC 9110 section 10.2.3: seconds, or a date. */
function readRetryAfter(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
