import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DomainError } from '../ground/errors.ts';
import { bearerToken } from './authenticate.ts';
import { readIdempotencyKey } from './idempotency-key.ts';
import { negotiate, readWait } from './negotiation.ts';

const printable = fc.string({
  unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
  minLength: 1,
  maxLength: 255,
});

test('a quoted Idempotency-Key is any printable ASCII, unescaped', () => {
  fc.assert(
    fc.property(printable, (key) => {
      const header = `"${key.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
      assert.equal(readIdempotencyKey(header), key);
    }),
  );
  assert.equal(readIdempotencyKey('  "a b";since=1 '), 'a b');
});

test('a bare Idempotency-Key means the same as the quoted one', () => {
  assert.equal(
    readIdempotencyKey('8e03978e-40d5-43dd-bc93-6894a57f9324'),
    '8e03978e-40d5-43dd-bc93-6894a57f9324',
  );
  assert.equal(readIdempotencyKey('"8e03"'), readIdempotencyKey('8e03'));
  assert.equal(readIdempotencyKey(undefined), undefined);
});

test('what is no Idempotency-Key is refused as a header that cannot be read', () => {
  const wrong = [
    '',
    ' ',
    '""',
    '"',
    '"a',
    'a"',
    '"a\\b"',
    'a b',
    'a,b',
    '"a", "b"',
    'ä',
    '"\u0001"',
    `"${'x'.repeat(256)}"`,
    'x'.repeat(256),
    'a;b',
  ];
  for (const header of wrong) {
    assert.throws(
      () => readIdempotencyKey(header),
      (error) => error instanceof DomainError && error.code === 'invalid_request',
      header,
    );
  }
});

test('Prefer: wait is read among other preferences, and clipped', () => {
  const cases: readonly [string | string[] | undefined, string | undefined][] = [
    [undefined, undefined],
    ['wait=10', 'wait=10'],
    ['respond-async, wait=5', 'wait=5'],
    ['WAIT = "7"; foo="x"', 'wait=7'],
    ['wait=0', 'wait=0'],
    ['wait=31', 'wait=30'],
    ['wait=999999999', 'wait=30'],
    ['wait=3, wait=9', 'wait=3'],
    [['return=minimal', 'wait=4'], 'wait=4'],
    ['wait', undefined],
    ['wait=', undefined],
    ['wait=-1', undefined],
    ['wait=1.5', undefined],
    ['waiting=5', undefined],
    ['return=minimal', undefined],
  ];
  for (const [header, applied] of cases) assert.equal(readWait(header)?.applied, applied);
  assert.equal(readWait('wait=31')?.waitMs, 30_000);
});

test('the token is taken from a Bearer header only, and refusals do not repeat it', () => {
  assert.equal(bearerToken('Bearer abc.DEF-1_2~3+/=='), 'abc.DEF-1_2~3+/==');
  assert.equal(bearerToken('bEARER   abc'), 'abc');
  const wrong = [
    undefined,
    '',
    'Bearer',
    'Bearer ',
    'Basic YTpi',
    'Bearerabc',
    'Bearer a b',
    'Bearer a,b',
    'Bearer hunter2"',
    `Bearer ${'a'.repeat(9000)}`,
  ];
  for (const header of wrong) {
    assert.throws(
      () => bearerToken(header),
      (error) =>
        error instanceof DomainError &&
        error.code === 'invalid_token' &&
        !error.message.includes('hunter2'),
      header,
    );
  }
});

test('Accept chooses what the caller likes best, and excludes what it does not take', () => {
  const offered = ['application/json', 'text/event-stream'];
  const cases: readonly [string | undefined, string | undefined][] = [
    [undefined, 'application/json'],
    ['', 'application/json'],
    ['*/*', 'application/json'],
    ['text/event-stream', 'text/event-stream'],
    ['TEXT/Event-Stream', 'text/event-stream'],
    ['application/*', 'application/json'],
    ['text/event-stream, application/json;q=0.5', 'text/event-stream'],
    ['text/event-stream;q=0.5, application/json', 'application/json'],
    ['*/*, application/json;q=0', 'text/event-stream'],
    ['application/json;q=0', undefined],
    ['text/html, application/xhtml+xml, */*;q=0.8', 'application/json'],
    ['text/html', undefined],
    ['application/jsonx', undefined],
    ['nonsense', undefined],
    ['application/json;charset=utf-8', 'application/json'],
    ['text/html,'.repeat(1000), undefined],
  ];
  for (const [accept, chosen] of cases) assert.equal(negotiate(accept, offered), chosen, accept);
});
