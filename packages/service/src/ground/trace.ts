// W3C trace context: which trace a piece of work belongs to, and the span above it. A traced request has its own context
// as its id, so that whatever keeps the id of a request, such as its group and its activity, also keeps its trace.
// https://www.w3.org/TR/trace-context/

export interface TraceContext {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  /** Whether spans of the trace are recorded. */
  readonly isSampled: boolean;
}

export interface Span {
  readonly context: TraceContext;
  /** Undefined at the root of a trace. */
  readonly parent: TraceContext | undefined;
  readonly name: string;
  readonly kind: 'server' | 'client' | 'internal';
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number;
  readonly durationMs: number;
  /** The undefined ones are left out. */
  readonly attributes: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly hasFailed: boolean;
}

export interface Tracer {
  readonly isOn: boolean;
  /** The context of a span below `parent`: the parent itself where the span would not be recorded. */
  begin(parent: TraceContext): TraceContext;
  /** Records a span that `begin` gave a context; no other one. */
  end(span: Span): void;
}

/** Passes traces on, and records none. */
export const noTracer: Tracer = { isOn: false, begin: (parent) => parent, end: () => undefined };

export interface OpenSpan {
  readonly context: TraceContext;
  end(how: Pick<Span, 'name' | 'kind' | 'attributes' | 'hasFailed'>): void;
}

/** @returns undefined for work that belongs to no trace */
export function beginSpan(
  tracer: Tracer,
  parent: TraceContext | undefined,
  clock: { now(): number },
): OpenSpan | undefined {
  if (parent === undefined) return undefined;
  const context = tracer.begin(parent);
  const startedAt = clock.now();
  return {
    context,
    end(how) {
      tracer.end({ ...how, context, parent, startedAt, durationMs: clock.now() - startedAt });
    },
  };
}

const form = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/;
const shortest = '00-'.length + 32 + '-'.length + 16 + '-00'.length;
const sampledFlag = 1;

/** Undefined if the text is no context: a later version may have more behind the flags. */
export function readTraceparent(text: unknown): TraceContext | undefined {
  // Ids of requests that are not traced are shorter.
  if (typeof text !== 'string' || text.length < shortest) return undefined;
  const [, version, traceId = '', spanId = '', flags = '', more] = form.exec(text) ?? [];
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) {
    return undefined;
  }
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & sampledFlag) !== 0 };
}

export function writeTraceparent({ traceId, spanId, isSampled }: TraceContext): string {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
}

/**
 * The context of a new span: below `parent`, or of a new trace, which is sampled.
 * @param randomBytes a CSPRNG, so that no id is given twice
 */
export function newContext(
  parent: TraceContext | undefined,
  randomBytes: (size: number) => Buffer,
): TraceContext {
  const spanId = randomBytes(8).toString('hex');
  if (parent !== undefined) return { ...parent, spanId };
  return { traceId: randomBytes(16).toString('hex'), spanId, isSampled: true };
}
