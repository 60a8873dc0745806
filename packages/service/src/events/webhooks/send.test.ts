import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startReceiver, type Receiver } from '../../../testing/receiver.ts';
import { createTargetAddresses } from '../../outbound/target-addresses.ts';
import { createSender, type Sender } from './send.http.ts';

const connectionsPerOrigin = 16;
const answerWithinMs = 500;
let receiver: Receiver;
let sender: Sender;

before(async () => {
  receiver = await startReceiver();
  sender = createSender({
    targets: createTargetAddresses(['127.0.0.0/8']),
    monotonicNow: () => performance.now(),
    answerWithinMs,
  });
});
after(async () => {
  await sender.close();
  await receiver.close();
});

const send = () => sender.send({ url: receiver.url, headers: {}, body: Buffer.from('{}') });

test('the status counts if the body breaks off', async () => {
  receiver.answer((_, response) => {
    response.writeHead(202, { 'content-length': 100 });
    response.write('begun', () => response.destroy());
  });
  assert.partialDeepStrictEqual(await send(), { kind: 'answered', status: 202, excerpt: 'begun' });
});

test('the status counts if the body drags on until the time limit', async () => {
  receiver.answer((_, response) => {
    response.writeHead(503, { 'retry-after': '7' });
    response.write('slow');
  });
  const answer = await send();
  assert.partialDeepStrictEqual(answer, { status: 503, excerpt: 'slow', retryAfter: '7' });
});

test('an informational status is no answer', async () => {
  receiver.answer((_, response) => {
    response.writeEarlyHints({ link: '</>; rel=preload' });
    response.writeHead(204).end();
  });
  assert.partialDeepStrictEqual(await send(), { kind: 'answered', status: 204, excerpt: '' });
});

test('a message that waits for a connection is given up in time, too', async () => {
  receiver.answer(() => undefined);
  const sent = await Promise.all(Array.from({ length: 2 * connectionsPerOrigin }, send));
  for (const one of sent) {
    assert.partialDeepStrictEqual(one, { kind: 'failed', reason: 'timeout' });
    assert.ok(one.durationMs < 2 * answerWithinMs, `${one.durationMs} ms`);
  }
  receiver.answer((_, response) => response.writeHead(204).end());
  assert.partialDeepStrictEqual(await send(), { status: 204 });
});
