// The status as an event stream: access, resumption, and the end of streams without a reader.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fastify } from 'fastify';
import { DomainError } from '../../ground/errors.ts';
import { systemClock } from '../../ground/clock.ts';
import {
  startTestService,
  teamRequest,
  testOperator,
  type TestService,
  type TestTenant,
} from '../../../testing/service.ts';
import { addStuckCreation } from '../../../testing/stuck-creation.ts';
import { createOpenResponses } from '../../http/open-responses.ts';
import { createEventStreams } from '../../http/event-streams.ts';
import type { TeamStatus } from './team.ts';
import { createCreationWatch } from './watch-status.ts';

describe('the status as an event stream', () => {
  let running: TestService;
  let tenant: TestTenant;
  let path: string;

  before(async () => {
    running = await startTestService();
    tenant = await running.addTenant();
    const { body } = await running.call(tenant, '/teams', {
      method: 'POST',
      body: teamRequest('followed'),
      headers: { prefer: 'wait=20' },
    });
    path = `/teams/${(body as { teamId: string }).teamId}/status`;
  });
  after(() => running.close());

  const get = (headers: Readonly<Record<string, string>>) =>
    fetch(`${running.address}${path}`, {
      headers: { authorization: `Bearer ${tenant.token}`, ...headers },
    });

  test('is the answer only to a caller who prefers it', async () => {
    const cases = [
      ['text/event-stream', 'text/event-stream; charset=utf-8'],
      ['TEXT/Event-Stream, */*;q=0.1', 'text/event-stream; charset=utf-8'],
      ['application/json, text/event-stream', 'text/event-stream; charset=utf-8'],
      ['application/json, text/event-stream;q=0', 'application/json; charset=utf-8'],
      ['application/json, text/event-stream;q=0.5', 'application/json; charset=utf-8'],
      ['*/*', 'application/json; charset=utf-8'],
      ['text/*, application/json;q=0.9', 'application/json; charset=utf-8'],
    ] as const;
    for (const [accept, mediaType] of cases) {
      const response = await get({ accept });
      await response.text();
      assert.equal(response.headers.get('content-type'), mediaType, accept);
    }
  });

  test('answers HEAD with the headers of a stream, and ends', async () => {
    const tenantOfStuck = await running.addTenant();
    const teamId = await addStuckCreation(running.at.database, tenantOfStuck.tenantId);
    const answer = await fetch(`${running.address}/teams/${teamId}/status`, {
      method: 'HEAD',
      headers: {
        authorization: `Bearer ${tenantOfStuck.token}`,
        accept: 'text/event-stream',
        connection: 'close',
      },
      signal: AbortSignal.timeout(60_000),
    });
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('content-type'), 'text/event-stream; charset=utf-8');
  });

  test('has nothing left for a caller who saw the last event, and the last event for all others', async () => {
    const accept = 'text/event-stream';
    const last = /^id: (\d+)$/m.exec(await (await get({ accept })).text())?.[1] ?? '';
    const again = await get({ accept, 'last-event-id': last });
    assert.equal(again.status, 204);
    for (const id of ['1', `${Number(last) + 1}`, 'none', '-1']) {
      const text = await (await get({ accept, 'last-event-id': id })).text();
      assert.match(text, new RegExp(`^id: ${last}$`, 'm'), id);
    }
  });
});

describe('a stream', () => {
  const clock = { offsetMs: 0 };
  let running: TestService;
  before(async () => {
    const now = () => systemClock.now() + clock.offsetMs;
    running = await startTestService({}, { deps: { clock: { ...systemClock, now } } });
  });
  after(() => running.close());

  /** A stream of a creation that does not end. */
  async function openStream() {
    const tenant = await running.addTenant();
    const teamId = await addStuckCreation(running.at.database, tenant.tenantId);
    const get = async () =>
      fetch(`${running.address}/teams/${teamId}/status`, {
        headers: { authorization: `Bearer ${tenant.token}`, accept: 'text/event-stream' },
      });
    const response = await get();
    assert.equal(response.status, 200);
    const ended = response.text().then(() => true);
    const endsWithin = (milliseconds: number) => Promise.race([ended, pause(milliseconds, false)]);
    return { tenant, get, endsWithin };
  }

  const endings: readonly { how: string; end: (tenant: TestTenant) => Promise<unknown> }[] = [
    {
      // By the database alone, as another process would.
      how: 'its API key was revoked elsewhere',
      end: ({ tenantId, keyId }) =>
        running.change(({ apiKeys }) => apiKeys.revoke(testOperator, tenantId, keyId)),
    },
    {
      how: 'its token has expired',
      end: async () => {
        clock.offsetMs = 86_400_000;
      },
    },
  ];
  for (const { how, end } of endings) {
    test(`ends soon after ${how}, and is not given again`, async () => {
      const { tenant, get, endsWithin } = await openStream();
      assert.equal(await endsWithin(800), false);
      try {
        await end(tenant);
        assert.equal(await endsWithin(30_000), true);
        assert.equal((await get()).status, 401);
      } finally {
        clock.offsetMs = 0;
      }
    });
  }

  test('is not the only thing that ends: a feed that is waited for tells nothing more', async () => {
    const tenant = await running.addTenant();
    const feed = running.call(tenant, '/events?after=latest&type=organisation.changed', {
      headers: { prefer: 'wait=10' },
    });
    await pause(300);
    const { tenantId, keyId } = tenant;
    await running.change(({ apiKeys }) => apiKeys.revoke(testOperator, tenantId, keyId));
    await pause(1_000);
    const renamed = { name: 'Renamed', identifier: 'aare' };
    await running.change(({ organisations }) =>
      organisations.change(testOperator, tenantId, tenant.organisationId, undefined, renamed),
    );
    const { status, body } = await feed;
    assert.deepEqual([status, (body as { code: string }).code], [401, 'invalid_token']);
  });
});

const status = {
  teamId: '',
  organisationId: '',
  templateId: '',
  status: 'running',
  createdAt: new Date(0),
  updatedAt: new Date(0),
  completedAt: null,
  steps: [],
  error: null,
  warnings: [],
  version: 1,
  recordVersion: 0,
} as const;

const anySubscriber = { id: 'any', isStillAuthorized: () => Promise.resolve(true) };

/** Streams of creations in which nothing ever happens. */
function createStillStreams(maxPerTenant?: number) {
  const followed: string[] = [];
  const streams = createEventStreams<{ tenantId: string; teamId: string }, TeamStatus>({
    watch: {
      follow({ tenantId }) {
        followed.push(tenantId);
        return () => undefined;
      },
    },
    isLast: () => false,
    toResponse: () => ({}),
    schema: { type: 'object' },
    openResponses: createOpenResponses(),
    ...(maxPerTenant !== undefined && { maxPerTenant }),
  });
  return { streams, followed };
}

test('a caller who hung up before the stream began is not followed', async () => {
  const { streams, followed } = createStillStreams();
  const server = fastify();
  const [begun, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  server.get('/', async (request, reply) => {
    begun.resolve();
    await once(request.raw.socket, 'close');
    // The response notices in a turn after its socket.
    await pause(20);
    streams.open(request, reply, { tenantId: 't', teamId: '' }, status, anySubscriber);
    opened.resolve();
    return reply;
  });
  const { port } = new URL(await server.listen({ host: '127.0.0.1', port: 0 }));
  try {
    const socket = connect(Number(port), '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await begun.promise;
    socket.destroy();
    await opened.promise;
    assert.deepEqual(followed, []);
  } finally {
    streams.endAll();
    await server.close();
  }
});

test('a tenant with too many streams open gets no further one until it closes one', async () => {
  const { streams } = createStillStreams(2);
  const server = fastify();
  server.get('/:tenantId', (request, reply) => {
    const { tenantId } = request.params as { tenantId: string };
    return streams.open(request, reply, { tenantId, teamId: '' }, status, anySubscriber);
  });
  server.setErrorHandler((error, _request, reply) => {
    const code = error instanceof DomainError ? error.code : String(error);
    return reply.code(429).send(code);
  });
  const address = await server.listen({ host: '127.0.0.1', port: 0 });
  const get = async (tenantId: string, closing = new AbortController()) => {
    const answer = await fetch(`${address}/${tenantId}`, { signal: closing.signal });
    return { status: answer.status, answer, close: () => closing.abort() };
  };
  try {
    const first = await get('a');
    assert.deepEqual([first.status, (await get('a')).status], [200, 200]);
    const refused = await get('a');
    assert.equal(refused.status, 429);
    assert.equal(await refused.answer.text(), 'rate_limited');
    assert.equal((await get('b')).status, 200);
    first.close();
    while ((await get('a')).status !== 200) await pause(10);
  } finally {
    streams.endAll();
    await server.close();
  }
});

test('a stream or a wait whose request was in progress when the service stops does not begin', async () => {
  const { streams, followed } = createStillStreams();
  const server = fastify();
  server.get('/', (request, reply) =>
    streams.open(request, reply, { tenantId: 't', teamId: '' }, status, anySubscriber),
  );
  const address = await server.listen({ host: '127.0.0.1', port: 0 });
  streams.endAll();
  try {
    const answer = await fetch(address);
    // 200, or an event source would not come back.
    assert.equal(answer.status, 200);
    assert.equal(await answer.text(), 'retry: 2000\n\n');
    assert.deepEqual(followed, []);
  } finally {
    await server.close();
  }
  const watch = createCreationWatch({
    store: {
      readStatus: () => Promise.resolve(status),
      readVersions: (keys) => Promise.resolve(keys.map(() => status.version)),
    },
    timers: systemClock,
    onError: (error) => assert.fail(String(error)),
  });
  watch.endWaits();
  const startedAt = performance.now();
  await watch.waitUntilFinal({ tenantId: 't', teamId: '' }, 30_000);
  assert.ok(performance.now() - startedAt < 20_000);
});
