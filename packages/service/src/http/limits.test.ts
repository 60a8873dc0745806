import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FastifyReply } from 'fastify';
import { DomainError } from '../ground/errors.ts';
import { createWrongSecrets } from '../access/wrong-secrets.ts';
import { networkOf } from '../ground/ip-address.ts';
import { createRateLimit } from './rate-limit.ts';
import { createTokenBuckets } from '../ground/token-buckets.ts';

function createTime() {
  let nowMs = 1_000_000;
  return {
    clock: { now: () => nowMs },
    pass: (milliseconds: number) => {
      nowMs += milliseconds;
    },
  };
}

function refusalOf(act: () => void): DomainError {
  try {
    act();
  } catch (error) {
    assert.ok(error instanceof DomainError);
    return error;
  }
  throw new assert.AssertionError({ message: 'It was allowed.' });
}

function replyWith() {
  const headers: Record<string, string> = {};
  const reply = {
    header(name: string, value: string) {
      headers[name] = value;
      return this;
    },
  };
  return { headers, reply: reply as unknown as FastifyReply };
}

test('a key may send its limit at once, then as many as the time gives back', () => {
  const { clock, pass } = createTime();
  const { take } = createRateLimit({ perMinute: 60, clock, subject: 'This API key' });
  const { headers, reply } = replyWith();
  for (let count = 1; count <= 60; count++) {
    take('key', reply);
    assert.equal(headers['ratelimit-policy'], '"default";q=60;w=60');
    assert.equal(headers['ratelimit'], `"default";r=${60 - count};t=${count}`);
  }
  const refusal = refusalOf(() => take('key', reply));
  assert.equal(refusal.code, 'rate_limited');
  assert.equal(refusal.retryAfterMs, 1000);
  assert.equal(headers['ratelimit'], '"default";r=0;t=60');
  pass(999);
  refusalOf(() => take('key', reply));
  pass(1);
  take('key', reply);
  refusalOf(() => take('key', reply));
});

test('a request takes what it weighs, and more than the whole limit takes all of it', () => {
  const { clock, pass } = createTime();
  const limit = createRateLimit({ perMinute: 60, clock, subject: 'This API key' });
  const { headers, reply } = replyWith();
  limit.take('key', reply);
  limit.takeWeight('key', 1, reply);
  assert.equal(headers['ratelimit'], '"default";r=59;t=1');
  limit.takeWeight('key', 21, reply);
  assert.equal(headers['ratelimit'], '"default";r=39;t=21');
  limit.take('key', reply);
  const refusal = refusalOf(() => limit.takeWeight('key', 1000, reply));
  assert.equal(refusal.code, 'rate_limited');
  assert.equal(refusal.retryAfterMs, 21_000);
  assert.equal(headers['ratelimit'], '"default";r=38;t=22');
  pass(60_000);
  limit.take('key', reply);
  limit.takeWeight('key', 1000, reply);
  assert.equal(headers['ratelimit'], '"default";r=0;t=60');
});

test('one key that is out of requests does not touch another', () => {
  const { clock } = createTime();
  const { take } = createRateLimit({ perMinute: 1, clock, subject: 'This API key' });
  const { reply } = replyWith();
  take('one', reply);
  refusalOf(() => take('one', reply));
  take('other', reply);
});

test('buckets never outgrow their bound, and forget the full ones first', () => {
  const { clock, pass } = createTime();
  const buckets = createTokenBuckets({ capacity: 10, refillMs: 1000, most: 100, clock });
  for (let count = 0; count < 10; count++) buckets.take('spent');
  for (let count = 0; count < 60; count++) buckets.take(`idle-${count}`);
  pass(500);
  for (let count = 0; count < 60; count++) buckets.take(`late-${count}`);
  assert.ok(buckets.size <= 100);
  assert.equal(buckets.left('spent'), 5);
  for (let count = 0; count < 10_000; count++) {
    buckets.take(`flood-${count}`);
    assert.ok(buckets.size <= 100);
  }
});

test('a clock that goes back gives nothing and takes nothing', () => {
  const { clock, pass } = createTime();
  const buckets = createTokenBuckets({ capacity: 2, refillMs: 1000, most: 10, clock });
  buckets.take('a');
  pass(-10_000);
  assert.equal(buckets.left('a'), 1);
});

test('wrong secrets are limited by API key and address, and a refusal costs nothing', () => {
  const { clock, pass } = createTime();
  const wrong = createWrongSecrets('credentials', { clock });
  for (let count = 0; count < 10; count++) {
    wrong.count('192.0.2.1', count % 2 === 0 ? 'KEY-1' : 'key-1');
  }
  const refusal = refusalOf(() => wrong.count('192.0.2.1', 'key-1'));
  assert.equal(refusal.code, 'too_many_failed_attempts');
  assert.equal(refusal.retryAfterMs, 30_000);
  wrong.count('192.0.2.2', 'key-1');
  wrong.count('192.0.2.1', 'key-2');
  pass(30_000);
  wrong.count('192.0.2.1', 'key-1');
});

test('an address that tries many keys is slowed down whatever the key', () => {
  const wrong = createWrongSecrets('credentials', createTime());
  for (let key = 0; key < 100; key++) wrong.count('192.0.2.1', `key-${key}`);
  assert.equal(refusalOf(() => wrong.count('192.0.2.1', 'new')).retryAfterMs, 3000);
});

test('an IPv6 network counts as one address, an IPv4 address as itself in both its forms', () => {
  const pairs: readonly [string, string, boolean][] = [
    ['2001:db8:0:1::1', '2001:db8:0:1:ffff:ffff:ffff:ffff', true],
    ['2001:db8::1', '2001:DB8:0000:0:5::', true],
    ['2001:db8:0:1::1', '2001:db8:0:2::1', false],
    ['::1', '::2', true],
    ['fe80::1%eth0', 'fe80::2', true],
    ['::ffff:192.0.2.1', '192.0.2.1', true],
    ['::ffff:192.0.2.1', '::ffff:192.0.2.2', false],
    ['::ffff:192.0.2.1', '::ffff:c000:201', true],
    ['unknown', 'x'.repeat(10_000), true],
  ];
  for (const [one, other, same] of pairs) {
    assert.equal(networkOf(one) === networkOf(other), same, `${one} and ${other}`);
  }
});
