import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createMarking, plainDescription, type Mark } from './marker.ts';

const tenantId = '7C1D3F52-0b6e-4a84-9d27-5e8f1a2b3c4d';
const owner = '5e8f1a2b3c4d';
const marker = '22222222-2222-4222-8222-222222222222';
const another = '33333333-3333-4333-8333-333333333333';
const key = Buffer.alloc(32, 1);
const laterKey = Buffer.alloc(32, 2);
const group = { marker, mailNickname: 'Prj-Alpha' };
const marking = createMarking(tenantId, [key]);
const proven: Mark = { marker, isProven: true };
const unproven: Mark = { marker, isProven: false };

suite('a marker', () => {
  test('is proven where it was given, in either place and whatever the case', () => {
    const uniqueName = marking.uniqueNameOf(marker.toUpperCase());
    assert.deepEqual(marking.read({ uniqueName }), proven);
    assert.deepEqual(marking.read({ uniqueName: uniqueName.toUpperCase() }), proven);
    const description = marking.describe('What for', group);
    assert.deepEqual(marking.read({ description, mailNickname: 'prj-alpha' }), proven);
    assert.equal(plainDescription(description), 'What for');
    assert.ok(uniqueName.length <= 100);
    assert.ok(marking.describe('x'.repeat(1024), group).length <= 1024);
  });

  test('is unproven with any digit of its signature, its teamId or its tenant changed', () => {
    const uniqueName = marking.uniqueNameOf(marker);
    const signatureAt = uniqueName.lastIndexOf('-') + 1;
    for (let at = signatureAt; at < uniqueName.length; at += 1) {
      const digit = uniqueName[at] === '0' ? '1' : '0';
      const forged = `${uniqueName.slice(0, at)}${digit}${uniqueName.slice(at + 1)}`;
      assert.deepEqual(marking.read({ uniqueName: forged }), unproven, forged);
    }
    const moved = uniqueName.replace(marker, another);
    assert.deepEqual(marking.read({ uniqueName: moved }), { marker: another, isProven: false });
    const sameEnd = createMarking(tenantId.replace('7C1D', '0000'), [key]);
    assert.deepEqual(sameEnd.read({ uniqueName }), unproven);
    assert.deepEqual(createMarking(tenantId, [laterKey]).read({ uniqueName }), unproven);
  });

  test('copied from a unique name or from another group into a description is unproven', () => {
    const description = marking.describe(null, group);
    assert.deepEqual(marking.read({ description, mailNickname: 'other' }), unproven);
    const signature = marking.uniqueNameOf(marker).slice(-32);
    const copied = `[groupwright:${owner}:${marker}:${signature}]`;
    assert.deepEqual(marking.read({ description: copied, mailNickname: 'prj-alpha' }), unproven);
  });

  test('without a signature is unproven, and nothing that looks like one is a fault', () => {
    const description = `For all\n[groupwright:${owner}:${marker}]`;
    assert.deepEqual(marking.read({ description }), unproven);
    for (const rest of ['', 'x', '-'.repeat(36), `${marker}-`, `${marker}-${'g'.repeat(32)}`]) {
      const mark = marking.read({ uniqueName: `groupwright-m-${owner}-${rest}` });
      assert.deepEqual(mark, { marker: undefined, isProven: false }, rest);
      assert.equal(marking.read({ description: `[groupwright:${owner}:${rest}]` }), undefined);
    }
  });

  test('hides no proven one beside it', () => {
    const forgedNote = `[groupwright:${owner}:${another}]`;
    const uniqueName = marking.uniqueNameOf(marker);
    assert.deepEqual(marking.read({ uniqueName, description: forgedNote }), proven);
  });

  test('of another tenant, or none, is none', () => {
    const other = createMarking('55555555-5555-4555-8555-555555555555', [key]);
    assert.equal(marking.read({ uniqueName: other.uniqueNameOf(marker) }), undefined);
    const description = other.describe(null, group);
    assert.equal(marking.read({ description, mailNickname: 'prj-alpha' }), undefined);
    assert.equal(marking.read({ uniqueName: null, description: 'For all' }), undefined);
  });

  test('is proven by every key, and signed by the first', () => {
    const both = createMarking(tenantId, [key, laterKey]);
    const byLater = createMarking(tenantId, [laterKey]);
    assert.deepEqual(both.read({ uniqueName: byLater.uniqueNameOf(marker) }), proven);
    assert.equal(both.uniqueNameOf(marker), marking.uniqueNameOf(marker));
  });
});
