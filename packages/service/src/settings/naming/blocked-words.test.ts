import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findBlockedWord } from './blocked-words.ts';

test('a blocked word is found as a whole word, without case and accents, in names and aliases', () => {
  const words = ['Müll', 'top secret', 'HR'];
  for (const text of [
    'Müll',
    'prj-muell-7',
    'MULL.team',
    'The TOP-Secret one',
    'hr_bern',
    '(Hr)',
  ]) {
    assert.notEqual(findBlockedWord(text, words), undefined, text);
  }
  for (const text of ['Müller', 'three', 'top of secret', 'Chr', '']) {
    assert.equal(findBlockedWord(text, words), undefined, text);
  }
});
