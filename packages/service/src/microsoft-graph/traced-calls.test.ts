import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noTracer, type Span, type TraceContext } from '../ground/trace.ts';
import { createSendRequest } from './send-request.ts';

const trace: TraceContext = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), isSampled: true };
const childSpan = 'c'.repeat(16);

async function send(
  context: { trace?: TraceContext },
  status: number,
  spans?: Span[],
  peer?: 'SharePoint',
) {
  const sent: Readonly<Record<string, string>>[] = [];
  const request = createSendRequest({
    root: 'https://graph.example/v1.0',
    ...(peer && { peer }),
    tokens: { token: async () => 'token', forget: () => undefined },
    transport: {
      async send({ headers }) {
        sent.push(headers);
        return { status, headers: {}, body: '{}' };
      },
      close: async () => undefined,
    },
    clock: { now: () => 1_000 },
    onToken: () => undefined,
    tracer:
      spans === undefined
        ? noTracer
        : {
            isOn: true,
            begin: (parent) => ({ ...parent, spanId: childSpan }),
            end: (span) => void spans.push(span),
          },
  });
  await request(
    {
      name: 'groups.create',
      method: 'POST',
      path: '/groups',
      body: { displayName: 'secret name' },
      headers: {},
      writes: true,
    },
    { name: 'groups.create', sent: () => undefined, answered: () => undefined },
    { signal: new AbortController().signal, teamId: 'team', ...context },
  );
  return sent.map((headers) => headers['traceparent']);
}

test('a call hands the trace of its work to Graph, and is a span below it', async () => {
  const spans: Span[] = [];
  assert.deepEqual(await send({ trace }, 503, spans), [`00-${trace.traceId}-${childSpan}-01`]);
  const [span] = spans;
  assert.deepEqual(
    {
      name: span?.name,
      parent: span?.parent,
      spanId: span?.context.spanId,
      failed: span?.hasFailed,
    },
    { name: 'Graph groups.create', parent: trace, spanId: childSpan, failed: true },
  );
  assert.equal(span?.attributes['http.response.status_code'], 503);
  assert.doesNotMatch(JSON.stringify(spans), /secret|token/);
});

test('a call to SharePoint is a span under its name', async () => {
  const spans: Span[] = [];
  await send({ trace }, 200, spans, 'SharePoint');
  assert.deepEqual(
    spans.map(({ name, parent }) => [name, parent]),
    [['SharePoint groups.create', trace]],
  );
});

test('without a collector the trace is handed on as it is, and work without one hands on none', async () => {
  assert.deepEqual(await send({ trace }, 200), [`00-${trace.traceId}-${trace.spanId}-01`]);
  assert.deepEqual(await send({}, 200, []), [undefined]);
});
