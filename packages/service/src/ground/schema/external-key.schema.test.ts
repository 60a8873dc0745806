import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { externalIdFaults, sourceFaults, sourceOf } from './external-key.schema.ts';

const place = { parameter: 'source' };
const codes = (faults: readonly { readonly code: string }[]) => faults.map(({ code }) => code);

describe('a source', () => {
  test('is of letters, digits, dots, hyphens and underscores, whatever its case', () => {
    for (const source of ['erp', 'E', '7', 'SAP.S4-HANA_1', 'x'.repeat(64)]) {
      assert.deepEqual(sourceFaults(source, place), [], source);
    }
    assert.equal(sourceOf('SAP.S4'), 'sap.s4');
  });

  test('has one fault where its form is wrong or its word is reserved', () => {
    const wrong = {
      '': 'too_short',
      [`x${'y'.repeat(64)}`]: 'too_long',
      'my erp': 'pattern_mismatch',
      '.': 'pattern_mismatch',
      '..': 'pattern_mismatch',
      '-erp': 'pattern_mismatch',
      'erp/1': 'pattern_mismatch',
      größe: 'pattern_mismatch',
      'erp\n': 'pattern_mismatch',
      plan: 'not_allowed',
      Policy: 'not_allowed',
      HAND: 'not_allowed',
    };
    for (const [source, code] of Object.entries(wrong)) {
      assert.deepEqual(codes(sourceFaults(source, place)), [code], source);
    }
    const [fault] = sourceFaults('plan', place);
    assert.equal(fault?.parameter, 'source');
  });
});

describe('an external id', () => {
  test('may be any text of 1 to 128 characters without invisible ones', () => {
    for (const id of ['4711', 'P/4711 A', 'Straße 1', '項目', '...', '🚧'.repeat(128)]) {
      assert.deepEqual(externalIdFaults(id, place), [], id);
    }
  });

  test('has one fault otherwise, also where an address would read it as something else', () => {
    const wrong = {
      '': 'too_short',
      ['x'.repeat(129)]: 'too_long',
      ' ': 'blank',
      ' 4711': 'outer_white_space',
      '4711\n': 'character_refused',
      '47\u202E11': 'character_refused',
      '47\u200B11': 'character_refused',
      '47\uFFFD11': 'damaged_text',
      '.': 'not_allowed',
      '..': 'not_allowed',
      apply: 'not_allowed',
    };
    for (const [id, code] of Object.entries(wrong)) {
      assert.deepEqual(codes(externalIdFaults(id, place)), [code], JSON.stringify(id));
    }
  });
});
