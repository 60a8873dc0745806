import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTracestate } from './trace-state.ts';

test('a list is passed on as it is', () => {
  const lists = [
    'congo=t61rcWkgMzE',
    'rojo=00f067aa0ba902b7,congo=t61rcWkgMzE',
    'fw529a3039@dt=FfffffffG;a:b~!',
    'a_b-c*d/e=with space',
    Array.from({ length: 32 }, (_, n) => `k${n}=v`).join(','),
    `k=${'v'.repeat(256)}`,
  ];
  for (const list of lists) assert.equal(readTracestate(list), list);
});

test('white space around members and empty members go', () => {
  assert.equal(readTracestate(' a=1 ,\tb=2, ,'), 'a=1,b=2');
});

test('a text that is no list is passed over whole', () => {
  const wrong = [
    undefined,
    '',
    ' , ',
    'a',
    '=1',
    'a=',
    'a= ',
    'A=1',
    'aB=1',
    'a=1=2',
    'a=1,a=2',
    'a=ü',
    'a=1\r\nx: y',
    `${'k'.repeat(257)}=1`,
    `k=${'v'.repeat(257)}`,
    Array.from({ length: 33 }, (_, n) => `k${n}=v`).join(','),
  ];
  for (const text of wrong) assert.equal(readTracestate(text), undefined, text);
});

test('from a list that is too long, long members go first, then those at its end', () => {
  const long = (key: string) => `${key}=${'v'.repeat(200)}`;
  const list = [long('a'), 'b=1', long('c'), 'd=1', long('e')].join(',');
  assert.equal(readTracestate(list), [long('a'), 'b=1', long('c'), 'd=1'].join(','));
  const short = Array.from(
    { length: 20 },
    (_, n) => `${String(n).padStart(2, '0')}=${'v'.repeat(50)}`,
  );
  const kept = readTracestate(short.join(','));
  assert.equal(kept, short.slice(0, 9).join(','));
  assert.ok(kept.length <= 512);
});
