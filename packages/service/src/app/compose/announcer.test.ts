import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createManualTimers } from '../../../testing/manual-timers.ts';
import { type Change, createAnnouncer } from './announcer.ts';

function announce(send?: () => Promise<void>) {
  const sent: (readonly string[])[] = [];
  const errors: unknown[] = [];
  const timers = createManualTimers();
  const deps = { timers, onError: (error: unknown) => errors.push(error) };
  const announcer = createAnnouncer({
    ...deps,
    sender: 'one',
    async send(payloads) {
      sent.push(payloads);
      await send?.();
    },
  });
  const other = createAnnouncer({ ...deps, sender: 'other', send: async () => undefined });
  const received = () => sent.flat().flatMap((payload) => other.read(payload));
  return { announcer, sent, errors, timers, received };
}

const changes: readonly Change[] = [
  { kind: 'status', tenantId: 't', teamId: 'a' },
  { kind: 'operation', tenantId: 't', operationId: 'b' },
  { kind: 'sealed', tenantId: 't', position: 7 },
  { kind: 'due' },
];

suite('announcements', () => {
  test('others read each change as it was announced, and the sender reads none', async () => {
    const { announcer, sent, timers, received } = announce();
    for (const change of changes) announcer.announce(change);
    await timers.pass(1);
    assert.deepEqual(received(), changes);
    assert.deepEqual(announcer.read(sent[0]?.[0] ?? ''), []);
  });

  test('a change is sent at once, and what follows it together', async () => {
    const { announcer, sent, timers, received } = announce();
    announcer.announce({ kind: 'due' });
    await timers.pass(1);
    assert.equal(sent.length, 1);
    const change: Change = { kind: 'status', tenantId: 't', teamId: 'a' };
    for (let times = 0; times < 100; times += 1) announcer.announce(change);
    await timers.pass(14);
    assert.equal(sent.length, 1);
    await timers.pass(1);
    assert.equal(sent.length, 2);
    assert.deepEqual(received().slice(1), [change]);
    await timers.pass(100);
    announcer.announce({ kind: 'due' });
    await timers.pass(1);
    assert.equal(sent.length, 3);
  });

  test('many changes fit into messages that PostgreSQL takes', async () => {
    const { announcer, sent, timers, received } = announce();
    const id = (n: number) => `01a1fc5e-da3b-756a-a847-${String(n).padStart(12, '0')}`;
    for (let n = 0; n < 12_000; n += 1) {
      announcer.announce({ kind: 'status', tenantId: id(0), teamId: id(n) });
    }
    await timers.pass(1);
    assert.ok(sent.flat().every((payload) => payload.length < 8_000));
    assert.equal(received().length, 10_000, 'the rest is left to polling');
  });

  test('a failed announcement prevents no later one, and one of a later release is passed over', async () => {
    const { announcer, sent, errors, timers } = announce(() => Promise.reject(new Error('away')));
    announcer.announce({ kind: 'due' });
    await timers.pass(20);
    announcer.announce({ kind: 'due' });
    await timers.pass(20);
    assert.deepEqual([sent.length, errors.length], [2, 2]);
    assert.deepEqual(announcer.read('other\nnovelty 1 2\ndue'), [{ kind: 'due' }]);
  });
});
