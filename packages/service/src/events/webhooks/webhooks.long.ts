// 10,000 events to receivers that are down, slow, redirecting, rebinding their name or answering rubbish, and to
// one that is well: none loses an event, and the one that is well does not wait for the others.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { CloudEvent } from '../event.ts';
import { eventually } from '../../../testing/eventually.ts';
import { startReceiver, type Received, type Receiver } from '../../../testing/receiver.ts';
import { startTestWebhooks, type TestWebhooks } from '../../../testing/webhooks.ts';

const events = 10_000;
const groups = 2_500;
const ill = ['down', 'slow', 'redirecting', 'rebinding', 'rubbish'] as const;

let running: TestWebhooks;
const addresses = new Map<string, string>();
const receivers = new Map<string, Receiver>();
const taken = new Map<string, string[]>();

before(async () => {
  running = await startTestWebhooks({
    resolve: async (hostname) => [addresses.get(hostname) ?? '127.0.0.1'],
  });
});
after(async () => {
  await running.close();
  for (const receiver of receivers.values()) await receiver.close();
});

type Respond = Parameters<Receiver['answer']>[0];

const take =
  (name: string): Respond =>
  (request, response) => {
    const event = JSON.parse(request.body) as CloudEvent;
    taken.get(name)?.push(`${event.subject}/${event.data['name'] as string}/${event.id}`);
    response.writeHead(204).end();
  };

const illness: Record<(typeof ill)[number], Respond> = {
  down: (_, response) => response.destroy(),
  slow: () => undefined,
  redirecting: (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  rebinding: (_, response) => response.writeHead(500, { connection: 'close' }).end(),
  rubbish: (_: Received, response) => response.socket?.end('\u0000\u0001 what?\r\n\r\n'),
};

suite('webhooks, long', () => {
  test(`${events} events reach every receiver, in the order of each group, whatever ails it meanwhile`, async (t) => {
    const tenantId = await running.addTenant();
    for (const name of ['well', ...ill]) {
      const receiver = await startReceiver(take(name));
      receivers.set(name, receiver);
      taken.set(name, []);
      await running.addEndpoint(tenantId, `http://${name}.example:${receiver.port}/hook`);
    }
    for (const name of ill) receivers.get(name)?.answer(illness[name]);
    addresses.set('rebinding.example', '10.0.0.1');

    const startedAt = performance.now();
    for (let first = 0; first < events; first += 1_000) {
      const subjects = Array.from({ length: 1_000 }, (_, n) => `group-${(first + n) % groups}`);
      await running.write(tenantId, subjects);
    }
    const count = (name: string) => taken.get(name)?.length ?? 0;
    await eventually(() => count('well') >= events, 'the one that is well has all', 240_000);
    const seconds = (performance.now() - startedAt) / 1000;
    t.diagnostic(
      `the one that is well: ${(events / seconds).toFixed(0)} events/s beside five ill ones`,
    );
    for (const name of ill) assert.equal(count(name), 0);

    for (const name of ill) receivers.get(name)?.answer(take(name));
    addresses.clear();
    const recoveredAt = performance.now();
    const haveAll = async () => {
      await running.advance(600_000);
      await new Promise((resolve) => setTimeout(resolve, 200));
      return ill.every((name) => new Set(taken.get(name)).size >= events);
    };
    await eventually(haveAll, 'all have recovered', 480_000);
    t.diagnostic(
      `all five recovered in ${((performance.now() - recoveredAt) / 1000).toFixed(0)} s`,
    );

    for (const name of ['well', ...ill]) {
      const all = taken.get(name) ?? [];
      assert.equal(new Set(all).size, events, name);
      t.diagnostic(`${name}: ${all.length - events} delivered more than once`);
      // The first delivery of each event comes after those of its group that came before it.
      const last = new Map<string, number>();
      for (const one of new Set(all)) {
        const [group = '', , id = ''] = one.split('/');
        const position = Number(id.split('_')[1]);
        assert.ok(position > (last.get(group) ?? 0), `${name}: ${one}`);
        last.set(group, position);
      }
    }
    assert.deepEqual(running.errors, []);
  });
});
