// Sends spans to a collector by OTLP over HTTP, in JSON: `POST /v1/traces`.
// https://opentelemetry.io/docs/specs/otlp/#otlphttp
import type { Span } from '../../ground/trace.ts';
import type { SendSpans } from './span-exporter.ts';

const answerWithinMs = 5_000;
/** It belongs to the enumerations of the protocol. */
const kinds = { internal: 1, server: 2, client: 3 } as const;
const failedStatus = 2;
const sampledFlags = 1;

type Attributes = Span['attributes'];

export function createSendSpans(deps: {
  /** It has no slash at its end. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  /** It belongs to this process. */
  readonly resource: Attributes;
  readonly version: string;
  readonly fetch: typeof fetch;
}): SendSpans {
  const { endpoint, headers, fetch } = deps;
  const resource = { attributes: toAttributes(deps.resource) };
  const scope = { name: 'groupwright', version: deps.version };
  return async function sendSpans(spans) {
    const resourceSpans = [{ resource, scopeSpans: [{ scope, spans: spans.map(toSpan) }] }];
    const response = await fetch(`${endpoint}/v1/traces`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ resourceSpans }),
      redirect: 'error',
      signal: AbortSignal.timeout(answerWithinMs),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`The collector of traces answered ${response.status}.`);
  };
}

function toSpan({ context, parent, name, kind, startedAt, durationMs, ...span }: Span) {
  return {
    traceId: context.traceId,
    spanId: context.spanId,
    ...(parent !== undefined && { parentSpanId: parent.spanId }),
    flags: sampledFlags,
    name,
    kind: kinds[kind],
    startTimeUnixNano: toNanoseconds(startedAt),
    endTimeUnixNano: toNanoseconds(startedAt + Math.max(0, durationMs)),
    attributes: toAttributes(span.attributes),
    status: span.hasFailed ? { code: failedStatus } : {},
  };
}

/** Microseconds are exact in a number; nanoseconds would not be. */
function toNanoseconds(ms: number): string {
  return `${Math.round(ms * 1_000)}000`;
}

function toAttributes(attributes: Attributes) {
  return Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ({ key, value: toValue(value) }));
}

function toValue(value: Attributes[string]) {
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value !== 'number') return { stringValue: String(value) };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}
