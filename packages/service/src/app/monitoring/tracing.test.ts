// The trace of a creation, from the request of a caller to the webhook, as a collector receives it.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { eventually } from '../../../testing/eventually.ts';
import { startReceiver, type Receiver } from '../../../testing/receiver.ts';
import {
  startTestService,
  teamRequest,
  testEncryptionKey,
  testOperator,
  type TestService,
  type TestTenant,
} from '../../../testing/service.ts';
import { createActivityLog } from '../../audit/activity.postgres.ts';
import { createEncryption } from '../../ground/encryption/encryption.ts';
import { systemClock } from '../../ground/clock.ts';
import { createIdGenerator } from '../../ground/identifiers.ts';
import { createEndpointStore, filterTargetsIn } from '../../events/webhooks/endpoints.postgres.ts';
import { createManageEndpoints } from '../../events/webhooks/manage-endpoints.ts';

interface ExportedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
}

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const callersSpan = '00f067aa0ba902b7';
const traceparent = `00-${traceId}-${callersSpan}-01`;
const traced = { traceparent, prefer: 'wait=60' };

let at: TestDatabase;
let collector: Receiver;
let hook: Receiver;

before(async () => {
  at = await createTestDatabase();
  collector = await startReceiver((_, response) => void response.writeHead(200).end('{}'));
  hook = await startReceiver();
});
beforeEach(() => {
  hook.received.length = 0;
  collector.received.length = 0;
});
after(async () => {
  await hook.close();
  await collector.close();
  await at.close();
});

async function addTenantWithWebhook(service: TestService): Promise<TestTenant> {
  const tenant = await service.addTenant();
  const endpoints = createManageEndpoints({
    activity: createActivityLog(at.database),
    clock: systemClock,
    createId: createIdGenerator({ clock: systemClock, randomBytes }),
    randomBytes,
    encryption: createEncryption([testEncryptionKey], randomBytes),
    store: createEndpointStore(at.database),
    urlFaults: () => [],
    filterTargets: filterTargetsIn(at.database),
  });
  await endpoints.add(testOperator, tenant.tenantId, { url: hook.url });
  return tenant;
}

function exportedSpans(): ExportedSpan[] {
  return collector.received.flatMap(({ body }) => {
    const { resourceSpans } = JSON.parse(body) as {
      resourceSpans: { scopeSpans: { spans: ExportedSpan[] }[] }[];
    };
    return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
  });
}

const delivered = (type: string) =>
  hook.received.find(({ body }) => (JSON.parse(body) as { type: string }).type === type);

test('the spans of a creation form one tree below the span of the caller', async () => {
  const service = await startTestService(
    {
      WEBHOOK_NETWORKS: 'loopback',
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collector.port}`,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20collector',
    },
    { at },
  );
  const tenant = await addTenantWithWebhook(service);
  const body = teamRequest('traced');
  const answer = await service.call(tenant, '/teams', { method: 'POST', body, headers: traced });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  await eventually(() => delivered('group.succeeded') !== undefined, 'the event was delivered');
  await service.close();

  const spans = exportedSpans().filter((span) => span.traceId === traceId);
  const only = (name: string): ExportedSpan => {
    const [span, ...others] = spans.filter((one) => one.name === name);
    assert.ok(span !== undefined && others.length === 0, `${name} of ${spans.length} spans`);
    return span;
  };
  const request = only('POST /teams');
  assert.equal(request.parentSpanId, callersSpan);
  assert.equal(answer.headers.get('request-id'), `00-${traceId}-${request.spanId}-01`);
  assert.equal(only('lane').parentSpanId, request.spanId);
  assert.equal(only('step create_group').parentSpanId, only('lane').spanId);
  const webhook = only('webhook group.succeeded');
  assert.equal(webhook.parentSpanId, request.spanId);
  const { headers, body: event } = delivered('group.succeeded') ?? assert.fail();
  assert.equal(headers['traceparent'], `00-${traceId}-${webhook.spanId}-01`);
  const ofEvent = JSON.parse(event) as { traceparent: string };
  assert.equal(ofEvent.traceparent, answer.headers.get('request-id'));
  for (const { startTimeUnixNano: start, endTimeUnixNano: end } of spans) {
    assert.ok(BigInt(start) <= BigInt(end) && Math.abs(Number(start) / 1e6 - Date.now()) < 600_000);
  }

  assert.doesNotMatch(JSON.stringify(spans), /traced|@/);

  const [first] = collector.received;
  assert.equal(first?.path, '/v1/traces');
  assert.equal(first.headers.authorization, 'Bearer collector');
  // A request without a trace begins one.
  const token = exportedSpans().find(({ name }) => name === 'POST /token');
  assert.ok(token !== undefined && token.parentSpanId === undefined && token.traceId !== traceId);
  assert.doesNotMatch(collector.received.map((one) => one.body).join(''), /"secret"|eyJ/);
});

test('without a collector, a trace is passed on, and other requests have none', async () => {
  const service = await startTestService({ WEBHOOK_NETWORKS: 'loopback' }, { at });
  const tenant = await addTenantWithWebhook(service);
  const create = (name: string, headers: Record<string, string>) =>
    service.call(tenant, '/teams', { method: 'POST', body: teamRequest(name), headers });
  const answer = await create('passed-on', {
    ...traced,
    traceparent: `${traceparent.slice(0, -2)}00`,
  });
  await eventually(() => delivered('group.succeeded') !== undefined, 'the event was delivered');
  const requestId = answer.headers.get('request-id') ?? '';
  assert.match(requestId, new RegExp(`^00-${traceId}-(?!${callersSpan})[0-9a-f]{16}-00$`));
  assert.equal(delivered('group.succeeded')?.headers['traceparent'], requestId);

  hook.received.length = 0;
  const other = await create('untraced', { prefer: 'wait=60' });
  await eventually(() => delivered('group.succeeded') !== undefined, 'the event was delivered');
  assert.match(other.headers.get('request-id') ?? '', /^[\w-]{18}$/);
  const { headers, body } = delivered('group.succeeded') ?? assert.fail();
  assert.ok(!('traceparent' in headers) && !('traceparent' in JSON.parse(body)));
  // An operation on the group.
  hook.received.length = 0;
  const changed = await service.call(
    tenant,
    `/teams/${(other.body as { teamId: string }).teamId}`,
    {
      method: 'PATCH',
      body: { displayName: 'Changed' },
      headers: traced,
    },
  );
  assert.ok(changed.status < 300, JSON.stringify(changed.body));
  await eventually(() => delivered('group.changed') !== undefined, 'the event was delivered');
  const ofChange = delivered('group.changed')?.headers ?? {};
  assert.equal(ofChange['traceparent'], changed.headers.get('request-id'));
  await service.close();
  assert.deepEqual(collector.received, []);
});
