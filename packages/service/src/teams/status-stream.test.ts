// The status as an event stream: who gets one, how it resumes, and that nobody is followed for nothing.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fastify } from 'fastify';
import {
  startTestService,
  teamRequest,
  type TestService,
  type TestTenant,
} from '../testing/service.ts';
import { createStatusStreams } from './status-stream.routes.ts';

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

  test('is what a caller gets who likes it best, and nobody else', async () => {
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

test('a caller who hung up before the stream began is not followed', async () => {
  let follows = 0;
  const streams = createStatusStreams({
    watch: {
      notice: () => undefined,
      follow() {
        follows += 1;
        return () => undefined;
      },
      waitUntilFinal: () => Promise.resolve(undefined),
      endWaits: () => undefined,
    },
    toAnswer: () => ({}),
  });
  const server = fastify();
  const opened = Promise.withResolvers<void>();
  server.get('/', async (request, reply) => {
    await once(request.raw.socket, 'close');
    // The response notices in a turn after its socket.
    await pause(20);
    const status = {
      teamId: '',
      status: 'running',
      createdAt: new Date(0),
      updatedAt: new Date(0),
      completedAt: undefined,
      steps: [],
      error: undefined,
      warnings: [],
      version: 1,
    } as const;
    streams.open(request, reply, { tenantId: '', teamId: '' }, status);
    opened.resolve();
    return reply;
  });
  const { port } = new URL(await server.listen({ host: '127.0.0.1', port: 0 }));
  try {
    const socket = connect(Number(port), '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await pause(50);
    socket.destroy();
    await opened.promise;
    assert.equal(follows, 0);
  } finally {
    streams.endAll();
    await server.close();
  }
});
