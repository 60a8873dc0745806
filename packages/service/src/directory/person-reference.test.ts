import assert from 'node:assert/strict';
import { test } from 'node:test';
import { personKey, spellingsOf, unique, wireAddress } from './person-reference.ts';

test('an address is the same person with its domain in Unicode and in punycode, in any case and normal form', () => {
  const key = 'anna@xn--bcher-kva.example';
  for (const address of [
    'Anna@bücher.example',
    'anna@BÜCHER.example',
    'anna@bu\u0308cher.example',
    'ANNA@XN--BCHER-KVA.example',
    key,
  ]) {
    assert.equal(personKey(address), key);
    assert.ok(spellingsOf(personKey(address)).includes('anna@bücher.example'));
  }
  assert.equal(personKey('Jörg@x.example'), personKey('jo\u0308rg@x.example'));
  assert.notEqual(personKey('jörg@x.example'), personKey('jorg@x.example'));
  assert.equal(wireAddress('Jörg@bücher.example'), 'Jörg@xn--bcher-kva.example');
  assert.equal(personKey('a@\u0378.example'), 'a@\u0378.example');
  assert.deepEqual(unique(['a@bücher.example', 'A@xn--bcher-kva.example']), ['a@bücher.example']);
});
