import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inNfc, isolated, oneLine, quoted, textFault } from './text.ts';

const codeOf = (text: string, form: 'line' | 'lines' = 'line') => textFault(text, form)?.code;

describe('a text from outside', () => {
  it('needs a visible character', () => {
    for (const text of [
      ' ',
      '\u00A0',
      '\u200B',
      '\u3164',
      '\u115F\u1160',
      '\uFFA0',
      '\u00AD',
      '\u0301',
      '\u2800',
      '\u034F\uFE0F',
      '\u{1D159}',
      '\u200D\u200C',
      '\u2060',
    ]) {
      assert.equal(codeOf(text), 'blank', JSON.stringify(text));
    }
    assert.equal(codeOf(''), undefined);
  });

  it('has no character that is invisible, reverses it, breaks its line or means nothing', () => {
    for (const text of [
      'Pay\u202Ecod.exe',
      'a\u2028b',
      'a\u2029b',
      'a\u200Eb',
      'a\u200Fb',
      'a\u061Cb',
      'a\u2066b\u2069',
      'a\u{E0041}b',
      'a\u{E0001}',
      'a\uE000b',
      'a\u{F0000}b',
      'a\u0378b',
      'a\uFFFEb',
      'a\u0007b',
      'a\u0085b',
      'a\u009Bb',
      'a\r\nb',
      'a\tb',
      'a\uFFF9b',
    ]) {
      assert.equal(codeOf(text), 'character_refused', JSON.stringify(text));
    }
    assert.deepEqual(textFault('a\u202Eb\u202E\u2028', 'line')?.values?.refused, [
      '\u202E',
      '\u2028',
    ]);
  });

  it('has line breaks and tabs only where it may have several lines', () => {
    assert.equal(codeOf('one\r\n\ttwo', 'lines'), undefined);
    assert.equal(codeOf('\n\t', 'lines'), 'blank');
    assert.equal(codeOf('a\u2028b', 'lines'), 'character_refused');
    assert.equal(codeOf('a\vb', 'lines'), 'character_refused');
  });

  it('is refused as damaged where a character was lost', () => {
    assert.equal(codeOf('Stra\uFFFDe'), 'damaged_text');
    assert.match(textFault('Stra\uFFFDe', 'line')?.detail ?? '', /UTF-8/);
  });

  it('may be written in every language, and have every emoji', () => {
    for (const text of [
      'Straße',
      '👩‍👩‍👧‍👦 Familie',
      '🏴󠁧󠁢󠁳󠁣󠁴󠁿',
      '❤️‍🔥',
      '1️⃣ 🇩🇪 👍🏽',
      'می‌خواهم',
      'क्‍ष',
      'ශ්‍රී ලංකා',
      'שלום',
      'مرحبا',
      'プロジェクト',
      '葛󠄀城',
      'ไทย',
      'Ge\u00ADheim',
      '한국어',
      '𝔘nicode',
      '€',
      '…',
    ]) {
      assert.equal(codeOf(text), undefined, text);
    }
  });
});

describe('the normalised text', () => {
  it('is in NFC in each text and name of a value', () => {
    const decomposed = 'Cafe\u0301';
    assert.deepEqual(inNfc({ [decomposed]: [decomposed, 1, null, true], b: { c: 'x' } }), {
      Café: ['Café', 1, null, true],
      b: { c: 'x' },
    });
    assert.equal(inNfc('\u1112\u1161\u11AB'), '한');
  });
});

describe('a text in a sentence', () => {
  it('is isolated where it has letters of the other direction', () => {
    assert.equal(isolated('שלום!'), '\u2068שלום!\u2069');
    assert.equal(quoted('Team مرحبا'), '\u2068"Team مرحبا"\u2069');
    for (const text of ['Straße', 'Москва', '漢字', '👩‍💻', '']) assert.equal(isolated(text), text);
  });

  it('is one line without signs that act upon the text around it', () => {
    assert.equal(oneLine(' a\r\nb\u202Ec\u2028 '), 'a b c');
    assert.equal(oneLine('می‌خواهم 👩‍💻'), 'می‌خواهم 👩‍💻');
    assert.equal(oneLine('abcdef', 4), 'abc…');
  });
});
