import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { identifierFault } from './identifier.ts';

describe('an identifier', () => {
  it('is 1 to 63 letters a to z, digits and inner hyphens', () => {
    for (const text of ['a', '7', 'a-b', 'a--b', 'x'.repeat(63)]) {
      assert.equal(identifierFault(text), undefined, text);
    }
    for (const text of ['', '-a', 'a-', 'A', 'ä', 'a b', 'a_b', 'a.b', 'a\n', 'x'.repeat(64)]) {
      assert.match(identifierFault(text) ?? '', /1 to 63/, text);
    }
  });

  it('never has the form of a GUID', () => {
    const guid = '0b0e5a0a-3c0e-7a50-8a49-1c2d3e4f5a6b';
    assert.match(identifierFault(guid) ?? '', /GUID/);
    assert.equal(identifierFault(`${guid}a`), undefined);
  });
});
