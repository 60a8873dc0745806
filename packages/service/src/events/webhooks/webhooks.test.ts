import { noLimit } from '../../ground/group-limit.ts';
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, suite, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import type { CloudEvent } from '../event.ts';
import { readAttention } from '../../groups/read/attention.postgres.ts';
import { eventually } from '../../../testing/eventually.ts';
import { startReceiver, type Received, type Receiver } from '../../../testing/receiver.ts';
import { testOperator } from '../../../testing/service.ts';
import { startTestWebhooks, type TestWebhooks } from '../../../testing/webhooks.ts';

/** No answer of a receiver takes nearly as long, however slow the machine is. */
const answerWithinMs = 120_000;
let running: TestWebhooks;
let receiver: Receiver;
let tenantId: string;
/** The addresses to which the name rebind.example resolves. */
const names = new Map<string, string[]>();

before(async () => {
  running = await startTestWebhooks({
    resolve: async (hostname) => names.get(hostname) ?? ['127.0.0.1'],
    answerWithinMs,
  });
});
after(() => running.close());
beforeEach(async () => {
  receiver = await startReceiver();
  tenantId = await running.addTenant();
});
afterEach(async () => {
  await receiver.close();
  // Nothing that a test left undelivered shall come between the attempts of the next.
  await running.at.database.query('delete from webhook_endpoints');
  assert.deepEqual(running.errors, []);
});

const eventOf = ({ body }: Received) => JSON.parse(body) as CloudEvent;
const subjectsOf = (all: readonly Received[]) => all.map((one) => eventOf(one).subject);

async function lastAttempt(endpointId: string) {
  const [attempt] = await running.webhooks.log.attempts(tenantId, endpointId, { limit: 1 });
  return attempt;
}

async function attemptOf(respond: Parameters<Receiver['answer']>[0]) {
  receiver.answer(respond);
  const { endpointId } = await running.addEndpoint(tenantId, receiver.url);
  await running.write(tenantId, ['a']);
  await eventually(async () => (await lastAttempt(endpointId)) !== undefined, 'it was attempted');
  const attempt = await lastAttempt(endpointId);
  assert.ok(attempt !== undefined);
  return { endpointId, attempt };
}

suite('webhooks', () => {
  test('an event is delivered signed, with the id and content that it has in the feed', async () => {
    const { endpointId, verificationKey } = await running.addEndpoint(tenantId, receiver.url);
    await running.write(tenantId, ['a']);
    await eventually(() => receiver.received.length === 1, 'the event was delivered');
    const [got] = receiver.received;
    assert.ok(got !== undefined);
    assert.match(got.headers['content-type'] ?? '', /^application\/cloudevents\+json/);
    new Webhook(verificationKey).verify(got.body, got.headers as Record<string, string>);
    const page = await running.jobs.readFeed({
      tenantId,
      within: noLimit,
      after: undefined,
      types: undefined,
      limit: 10,
      waitMs: 0,
    });
    assert.deepEqual(eventOf(got), page.events.at(-1));
    assert.equal(got.headers['webhook-id'], page.events.at(-1)?.id);
    await eventually(
      async () => (await lastAttempt(endpointId))?.outcome === 'delivered',
      'the attempt was logged',
    );
    assert.equal((await lastAttempt(endpointId))?.statusCode, 204);
  });

  test('an endpoint gets what happens after it was added, of the types it asked for, of its tenant', async () => {
    const other = await running.addTenant();
    await running.write(tenantId, ['before']);
    await eventually(
      async () => (await running.at.database.query('select from activity_unsealed')).length === 0,
      'all was sealed',
    );
    const { endpoint } = await running.webhooks.change((endpoints) =>
      endpoints.add(testOperator, tenantId, {
        url: receiver.url,
        types: ['template.deleted'],
      }),
    );
    await running.write(other, ['theirs'], 'template.deleted');
    await running.write(tenantId, ['changed']);
    await running.write(tenantId, ['deleted'], 'template.deleted');
    await eventually(() => receiver.received.length > 0, 'the event was delivered');
    assert.deepEqual(subjectsOf(receiver.received), ['deleted']);
    const log = await running.webhooks.log.deliveries(tenantId, endpoint.endpointId, { limit: 10 });
    assert.equal(log.length, 1);
  });

  test('a refused delivery is repeated with the same id until it is taken, and logged each time', async () => {
    let refusals = 2;
    const { endpointId } = await attemptOf((_, response) => {
      refusals -= 1;
      response.writeHead(refusals < 0 ? 200 : 500).end('out of order');
    });
    for (const attempts of [2, 3]) {
      await running.advance(60_000);
      await eventually(() => receiver.received.length === attempts, `there were ${attempts}`);
      await eventually(
        async () =>
          (await running.webhooks.log.attempts(tenantId, endpointId, { limit: 9 })).length ===
          attempts,
        'it was logged',
      );
    }
    assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 1);
    assert.equal(new Set(receiver.received.map(({ body }) => body)).size, 1);
    const attempts = await running.webhooks.log.attempts(tenantId, endpointId, { limit: 9 });
    assert.deepEqual(
      attempts.map(({ outcome }) => outcome),
      ['delivered', 'refused', 'refused'],
    );
    assert.equal(attempts[1]?.answerExcerpt, 'out of order');
    const [delivery] = await running.webhooks.log.deliveries(tenantId, endpointId, { limit: 1 });
    assert.equal(delivery?.state, 'delivered');
  });

  test('events of one group are delivered in their order, also when one has to be repeated', async () => {
    const { endpointId } = await running.addEndpoint(tenantId, receiver.url);
    let refusals = 1;
    receiver.answer((request, response) => {
      const isFirst = eventOf(request).subject === 'a' && eventOf(request).data['name'] === '1';
      response.writeHead(isFirst && refusals-- > 0 ? 503 : 200).end();
    });
    await running.write(tenantId, ['a', 'b', 'a', 'c', 'a', 'b']);
    await eventually(() => receiver.received.length === 4, 'the others were delivered');
    assert.deepEqual(subjectsOf(receiver.received).sort(), ['a', 'b', 'b', 'c']);
    await running.advance(60_000);
    await eventually(() => receiver.received.length === 7, 'all were delivered');
    const numbers = (subject: string) =>
      receiver.received
        .map(eventOf)
        .filter((event) => event.subject === subject)
        .map(({ data }) => data['name']);
    assert.deepEqual(numbers('a'), ['1', '1', '3', '5']);
    assert.deepEqual(numbers('b'), ['2', '6']);
    // The last answer is recorded a moment after it was given.
    const pending = { state: 'pending', limit: 9 } as const;
    await eventually(async () => {
      const left = await running.webhooks.log.deliveries(tenantId, endpointId, pending);
      return left.length === 0;
    }, 'nothing is pending');
  });

  test('410 disables the endpoint; enabled again, it gets what it missed', async () => {
    const { endpointId, attempt } = await attemptOf((_, response) => response.writeHead(410).end());
    assert.equal(attempt.outcome, 'gone');
    const get = () => running.webhooks.change((endpoints) => endpoints.get(tenantId, endpointId));
    await eventually(async () => (await get()).disabledAt !== null, 'it was disabled');
    assert.match((await get()).disabledReason ?? '', /410/);
    await running.write(tenantId, ['b']);
    await running.advance(3_600_000);
    await new Promise((resolve) => setTimeout(resolve, 700));
    assert.equal(receiver.received.length, 1);
    receiver.answer((_, response) => response.writeHead(200).end());
    await running.webhooks.change((endpoints) =>
      endpoints.enable(testOperator, tenantId, endpointId),
    );
    running.webhooks.notify();
    await eventually(() => receiver.received.length === 3, 'what was missed was delivered');
    const actions = await running.at.database.query<{ action: string }>(
      `select action from activity where tenant_id = $1 and action like 'webhook.%' order by activity_id`,
      [tenantId],
    );
    assert.deepEqual(
      actions.map(({ action }) => action),
      ['webhook.added', 'webhook.disabled', 'webhook.enabled'],
    );
  });

  test('the administrators are informed once when the service turns an endpoint off, and never of its secrets', async () => {
    const { database } = running.at;
    await database.query(
      `insert into administrators (tenant_id, administrator_id, email, role, source, created_at, created_by)
      select $1, gen_random_uuid(), email, role, 'list', now(), 'test'
      from (values ('ada@aare.example', 'administrator'), ('rea@aare.example', 'reader')) as a (email, role)`,
      [tenantId],
    );
    receiver.answer((_, response) => response.writeHead(410).end());
    const { endpointId } = await running.addEndpoint(tenantId, `${receiver.url}?token=hidden`);
    await running.write(tenantId, ['a', 'b', 'c']);
    const notices = () =>
      database.query<{ email: string; data: { address: string; reason: string } }>(
        `select email, data from notices where tenant_id = $1 and kind = 'webhook_disabled'`,
        [tenantId],
      );
    await eventually(async () => (await notices()).length > 0, 'the notice was written');
    const [notice, ...others] = await notices();
    assert.deepEqual(others, []);
    assert.equal(notice?.email, 'ada@aare.example');
    assert.deepEqual(notice.data, {
      address: new URL(receiver.url).host,
      reason: 'The endpoint answered 410 Gone and was disabled.',
    });
    const attention = () =>
      readAttention(database, tenantId, { failuresInRow: 5, organisationIds: null });
    assert.equal((await attention()).disabledWebhooks, 1);
    await running.webhooks.change((all) => all.enable(testOperator, tenantId, endpointId, 'skip'));
    assert.equal((await attention()).disabledWebhooks, 0);
    await running.webhooks.change((all) => all.disable(testOperator, tenantId, endpointId));
    // Someone who turns it off knows.
    assert.equal((await attention()).disabledWebhooks, 0);
    assert.equal((await notices()).length, 1);
  });

  test('redirects are not followed', async () => {
    const elsewhere = await startReceiver();
    const { attempt } = await attemptOf((_, response) =>
      response.writeHead(307, { location: elsewhere.url }).end(),
    );
    assert.equal(attempt.outcome, 'redirected');
    assert.equal(elsewhere.received.length, 0);
    await elsewhere.close();
  });

  test('a name that later resolves to a private address is not connected to', async () => {
    const url = `http://rebind.example:${receiver.port}/hook`;
    names.set('rebind.example', ['127.0.0.1']);
    const { endpointId } = await running.addEndpoint(tenantId, url);
    await running.write(tenantId, ['a']);
    await eventually(() => receiver.received.length === 1, 'it was delivered at first');
    for (const addresses of [
      ['10.0.0.1'],
      ['169.254.169.254'],
      ['::1'],
      ['127.0.0.1', '192.168.0.1'],
    ]) {
      names.set('rebind.example', addresses);
      // The connection that is open still leads to the address that was checked; this ends it.
      receiver.answer((_, response) => response.writeHead(200, { connection: 'close' }).end());
      const attempt = await running.webhooks.test(tenantId, endpointId);
      if (attempt.outcome === 'delivered') {
        const again = await running.webhooks.test(tenantId, endpointId);
        assert.equal(again.outcome, 'address_refused', addresses.join());
      } else assert.equal(attempt.outcome, 'address_refused', addresses.join());
    }
  });

  test('http is accepted within the named networks only, whatever the name resolves to', async () => {
    names.set('public.example', ['93.184.215.14']);
    const { endpointId } = await running.addEndpoint(tenantId, 'http://public.example/hook');
    const attempt = await running.webhooks.test(tenantId, endpointId);
    assert.equal(attempt.outcome, 'address_refused');
  });

  test('rubbish, a broken connection and nobody at all are failures that are tried again', async () => {
    for (const respond of [
      (_: Received, response: { socket: { end(text: string): void } | null }) =>
        response.socket?.end('rubbish\r\n\r\n'),
      (_: Received, response: { destroy(): void }) => response.destroy(),
    ]) {
      const { endpointId, attempt } = await attemptOf(respond);
      assert.equal(attempt.outcome, 'unreachable', attempt.detail ?? '');
      assert.ok(attempt.retryAt !== null);
      await running.webhooks.change((endpoints) =>
        endpoints.remove(testOperator, tenantId, endpointId, undefined),
      );
    }
    const closed = await startReceiver();
    await closed.close();
    const { endpointId } = await running.addEndpoint(tenantId, closed.url);
    const attempt = await running.webhooks.test(tenantId, endpointId);
    assert.equal(attempt.outcome, 'unreachable');
  });

  test('an endless answer is cut, and its status counts', async () => {
    let written = 0;
    const { attempt } = await attemptOf((_, response) => {
      response.writeHead(200);
      const chunk = Buffer.alloc(16_384, 0x61);
      const more = () => {
        while (!response.destroyed && response.write(chunk)) written += chunk.length;
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    });
    assert.equal(attempt.outcome, 'delivered');
    assert.equal(attempt.answerExcerpt?.length, 1_000);
    assert.ok(attempt.durationMs < answerWithinMs && written < 50_000_000);
  });

  test('an endpoint that never answers is given up in time', async () => {
    const impatient = await startTestWebhooks({ answerWithinMs: 1_000 });
    const silent = await startReceiver(() => undefined);
    try {
      const tenant = await impatient.addTenant();
      const { endpointId } = await impatient.addEndpoint(tenant, silent.url);
      const attempt = await impatient.webhooks.test(tenant, endpointId);
      assert.equal(attempt.outcome, 'timeout');
      assert.ok(attempt.durationMs >= 900, `${attempt.durationMs} ms`);
    } finally {
      await silent.close();
      await impatient.close();
    }
  });

  test('an endpoint that never answers holds up no other', async () => {
    // Nothing is given up while the test runs, however slow the machine is.
    const patient = await startTestWebhooks({ answerWithinMs: 600_000 });
    const [silent, quick] = await Promise.all([startReceiver(() => undefined), startReceiver()]);
    try {
      const tenant = await patient.addTenant();
      const { endpointId } = await patient.addEndpoint(tenant, silent.url);
      await patient.addEndpoint(tenant, quick.url);
      await patient.write(
        tenant,
        Array.from({ length: 200 }, (_, n) => `${n}`),
      );
      await eventually(() => silent.received.length > 0, 'the silent one was called');
      await eventually(() => quick.received.length === 200, 'the quick one has all');
      const attempts = await patient.webhooks.log.attempts(tenant, endpointId, { limit: 1 });
      assert.deepEqual(attempts, [], 'the silent one is still waited for');
    } finally {
      await Promise.all([silent.close(), quick.close()]);
      await patient.close();
    }
  });

  test('an endpoint that is down is paused after some failures, and gets all events when it is back', async () => {
    receiver.answer((_, response) => response.writeHead(500).end());
    const { endpointId } = await running.addEndpoint(tenantId, receiver.url);
    await running.write(
      tenantId,
      Array.from({ length: 300 }, (_, n) => `${n}`),
    );
    await eventually(() => receiver.received.length >= 5, 'it was tried');
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    assert.ok(receiver.received.length <= 16, `${receiver.received.length} attempts`);
    receiver.answer((_, response) => response.writeHead(200).end());
    const before = receiver.received.length;
    await running.advance(120_000);
    await eventually(() => receiver.received.length >= before + 300, 'all were delivered');
    const ids = receiver.received.slice(before).map(({ headers }) => headers['webhook-id']);
    assert.equal(new Set(ids).size, 300);
    await eventually(
      async () =>
        (
          await running.webhooks.log.deliveries(tenantId, endpointId, {
            state: 'pending',
            limit: 1,
          })
        ).length === 0,
      'nothing is pending',
    );
  });

  test('a delivered test ends the pause of an endpoint', async () => {
    receiver.answer((_, response) => response.writeHead(500).end());
    const { endpointId } = await running.addEndpoint(tenantId, receiver.url);
    await running.write(tenantId, ['a', 'b', 'c', 'd', 'e', 'f', 'g']);
    await eventually(() => receiver.received.length >= 5, 'it was tried');
    const isPaused = async () =>
      (
        await running.at.database.query(
          'select from webhook_endpoints where tenant_id = $1 and held_until > now()',
          [tenantId],
        )
      ).length > 0;
    await eventually(isPaused, 'it is paused');
    // Longer than the test waits.
    await running.at.database.query(
      `update webhook_endpoints set held_until = now() + interval '10 minutes' where tenant_id = $1`,
      [tenantId],
    );
    receiver.answer((_, response) => response.writeHead(200).end());
    const { outcome } = await running.webhooks.test(tenantId, endpointId);
    assert.equal(outcome, 'delivered');
    const pending = { state: 'pending', limit: 1 } as const;
    await eventually(
      async () =>
        (await running.webhooks.log.deliveries(tenantId, endpointId, pending)).length === 0,
      'all were delivered',
    );
  });

  test('an endpoint that is removed while an attempt is recorded leaves nothing, and is no error', async () => {
    let removal: Promise<void> | undefined;
    receiver.answer((_, response) => {
      removal = running.at.database.transaction(async (transaction) => {
        await transaction.query('delete from webhook_endpoints where tenant_id = $1', [tenantId]);
        response.writeHead(500).end();
        // The attempt is being recorded when the removal is committed.
        await new Promise((resolve) => setTimeout(resolve, 300));
      });
    });
    const { endpointId } = await running.addEndpoint(tenantId, receiver.url);
    await running.write(tenantId, ['removed']);
    await eventually(() => removal !== undefined, 'it was tried');
    await removal;
    await new Promise((resolve) => setTimeout(resolve, 300));
    assert.equal(await lastAttempt(endpointId), undefined);
  });

  test('a removed endpoint takes its deliveries and attempts with it, and a test that ends later leaves none', async () => {
    const { endpointId } = await attemptOf((_, response) => response.writeHead(500).end());
    let removal: Promise<void> | undefined;
    receiver.answer((_, response) => {
      removal = running.webhooks
        .change((all) => all.remove(testOperator, tenantId, endpointId, undefined))
        .finally(() => response.writeHead(204).end());
    });
    const attempt = await running.webhooks.test(tenantId, endpointId);
    await removal;
    assert.equal(attempt.outcome, 'delivered');
    for (const table of ['webhook_deliveries', 'webhook_attempts']) {
      const left = await running.at.database.query(`select from ${table} where tenant_id = $1`, [
        tenantId,
      ]);
      assert.deepEqual(left, [], table);
    }
  });

  test('after three days a delivery is given up, and can be replayed under the same id', async () => {
    const { endpointId } = await attemptOf((_, response) => response.writeHead(500).end());
    const states = async () =>
      (await running.webhooks.log.deliveries(tenantId, endpointId, { limit: 9 })).map(
        ({ state }) => state,
      );
    await running.advance(73 * 3_600_000);
    await eventually(async () => (await states())[0] === 'failed', 'it was given up');
    receiver.answer((_, response) => response.writeHead(200).end());
    const before = receiver.received.length;
    assert.equal(await running.webhooks.replay(testOperator, tenantId, endpointId), 1);
    await eventually(async () => (await states())[0] === 'delivered', 'it was delivered');
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    assert.equal(ids[before], ids[0]);
  });

  test('a stop does not wait for a slow endpoint, and what it cuts off is delivered afterwards', async () => {
    const stopping = await startTestWebhooks({ answerWithinMs });
    try {
      receiver.answer(() => undefined);
      const of = await stopping.addTenant();
      const { endpointId } = await stopping.addEndpoint(of, receiver.url);
      await stopping.write(of, ['a']);
      await eventually(() => receiver.received.length === 1, 'it was attempted');
      const startedAt = performance.now();
      await stopping.jobs.stop();
      assert.ok(performance.now() - startedAt < answerWithinMs / 2);
      assert.deepEqual(await stopping.webhooks.log.attempts(of, endpointId, { limit: 9 }), []);
      receiver.answer((_, response) => response.writeHead(204).end());
      const next = await startTestWebhooks({ beside: stopping });
      await eventually(() => receiver.received.length === 2, 'it was delivered');
      await next.close();
    } finally {
      await stopping.close();
    }
    const [first, second] = receiver.received;
    assert.equal(first?.headers['webhook-id'], second?.headers['webhook-id']);
  });

  test('several processes deliver each event once, and those of a group in their order', async () => {
    const other = await startTestWebhooks({ beside: running, answerWithinMs });
    try {
      receiver.answer((_, response) => void setTimeout(() => response.writeHead(200).end(), 5));
      await running.addEndpoint(tenantId, receiver.url);
      for (let n = 0; n < 5; n += 1) {
        const of = n % 2 === 0 ? running : other;
        await of.write(
          tenantId,
          Array.from({ length: 100 }, (_, index) => `g${index % 25}`),
        );
      }
      await eventually(() => receiver.received.length >= 500, 'all were delivered');
      await new Promise((resolve) => setTimeout(resolve, 500));
    } finally {
      await other.close();
    }
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    assert.equal(ids.length, 500);
    assert.equal(new Set(ids).size, 500);
    const events = receiver.received.map(eventOf);
    for (const ofGroup of Map.groupBy(events, ({ subject }) => subject).values()) {
      const order = ofGroup.map(({ sequence }) => sequence);
      assert.deepEqual(order, order.toSorted());
    }
    assert.deepEqual(other.errors, []);
  });

  test('a key added beside another signs with it for a while, then alone', async () => {
    const { endpointId, verificationKey: old } = await running.addEndpoint(tenantId, receiver.url);
    const added = await running.webhooks.change((endpoints) =>
      endpoints.addKey(testOperator, tenantId, endpointId, 'hmac', 60_000),
    );
    const verify = (secret: string) => {
      const got = receiver.received.at(-1);
      assert.ok(got !== undefined);
      // The clock of the test was put forward, and the package compares with the real one.
      const signatures = got.headers['webhook-signature'] as string;
      const id = got.headers['webhook-id'] as string;
      const at = new Date(Number(got.headers['webhook-timestamp']) * 1000);
      return signatures.split(' ').includes(new Webhook(secret).sign(id, at, got.body));
    };
    await running.webhooks.test(tenantId, endpointId);
    assert.deepEqual([verify(old), verify(added.verificationKey)], [true, true]);
    await running.advance(61_000);
    await running.webhooks.test(tenantId, endpointId);
    assert.deepEqual([verify(old), verify(added.verificationKey)], [false, true]);
  });

  test('an endpoint whose key cannot be decrypted says so in its log, and continues with a new key', async () => {
    const { endpointId } = await running.addEndpoint(tenantId, receiver.url, 'ed25519');
    await running.at.database.query(
      `update webhook_endpoints
       set signing_keys = jsonb_set(signing_keys, '{0,secretSealed}', '"v1.goneGone.AAAA"')
       where tenant_id = $1 and endpoint_id = $2`,
      [tenantId, endpointId],
    );
    await running.write(tenantId, ['a']);
    await eventually(
      async () =>
        /no key of the endpoint can be decrypted/.test(
          (await lastAttempt(endpointId))?.detail ?? '',
        ),
      'it is in the log',
    );
    assert.equal(receiver.received.length, 0);
    const keys = await running.webhooks.change(async (endpoints) =>
      endpoints.publicKeys(await endpoints.get(tenantId, endpointId)),
    );
    assert.deepEqual(keys, []);
    await running.webhooks.change((endpoints) =>
      endpoints.addKey(testOperator, tenantId, endpointId, 'hmac'),
    );
    await running.advance(600_000);
    running.webhooks.notify();
    await eventually(async () => receiver.received.length === 1, 'it was delivered');
  });

  test('no secret of an endpoint is in the database in the open, nor in activity', async () => {
    const hmac = await running.addEndpoint(tenantId, receiver.url);
    const pair = await running.addEndpoint(tenantId, receiver.url, 'ed25519');
    const rows = await running.at.database.query(
      `select (select jsonb_agg(e) from webhook_endpoints e)::text as endpoints,
        (select jsonb_agg(a) from activity a where tenant_id = $1)::text as activity`,
      [tenantId],
    );
    const text = JSON.stringify(rows);
    assert.equal(text.includes(hmac.verificationKey.slice(6)), false);
    const endpoint = await running.webhooks.change((endpoints) =>
      endpoints.get(tenantId, pair.endpointId),
    );
    const shown = await running.webhooks.change(async (endpoints) =>
      endpoints.publicKeys(endpoint),
    );
    assert.deepEqual(shown, [pair.verificationKey]);
  });

  test('addresses within are refused when an endpoint is added or changed', async () => {
    const { endpointId } = await running.addEndpoint(tenantId, receiver.url);
    for (const url of [
      'https://192.168.1.1/',
      'https://169.254.169.254/latest',
      'http://[fd00::1]/',
    ]) {
      await assert.rejects(running.addEndpoint(tenantId, url), { code: 'validation_failed' });
      const change = running.webhooks.change((endpoints) =>
        endpoints.change(testOperator, tenantId, endpointId, undefined, { url }),
      );
      await assert.rejects(change, { code: 'validation_failed' });
    }
  });
});
