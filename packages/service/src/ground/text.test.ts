import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inNfc, isolated, oneLine, quoted, textFault } from './text.ts';

const codeOf = (text: string, form: 'line' | 'lines' = 'line') => textFault(text, form)?.code;

/** Names that look like "Payroll" or another plain word. */
const invisible = Array.from(
  '\u00AD\u034F\u115F\u1160\u17B4\u180B\u180E\u200B\u200C\u200D\u2060\u2061\u2064\u206A\u3164\uFE00\uFE0E\uFE0F\uFEFF\uFFA0\u{13430}\u{1BCA0}\u{1D173}\u{E0100}',
).flatMap((one) => [`Pay${one}roll`, `Payroll${one}`, `${one}Payroll`, `Pay ${one} roll 1${one}`]);
invisible.push(
  '👩\u200D',
  '\u200D👩',
  '👩\u200D\u200D👧',
  '👍\uFE0F\uFE0F',
  'Team 1\uFE0F',
  'Москва\u200Cгород',
  '給\u200D与',
  'می\u200C',
  '\u200Cمی',
  'می\u200C خواهم',
  'می\u200C\u200Cخواهم',
  'می\u200Dخواهم',
  'क\u200Dमल',
  'क्\u200D\u200Dष',
  'é\u200C\u0323',
  'Pay\u180B\u180Broll',
  'Pay\u{13430}\u{13430}roll',
  'Pay\u{E0062}\u{E007F}roll',
);

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
      ...invisible,
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
      'Ελλάδα 👁‍🗨 ☎︎ ©️',
      '🏳️‍🌈 🏴‍☠️ 👩🏽‍💻 🏃🏽‍♀️‍➡️',
      'می‌خواهم و کتاب‌ها',
      'فایل PDF‌ها، ۲۰‌ام، ۱۴۰۳ ه‍.ش',
      'مُهَنْدِس‌ها',
      'राज्‌कुमार क्‍',
      'র‍্যাব অ‌্যাপ',
      'തമിഴ്‌നാട് അവന്‍',
      'ರಾಜ್‌ಕುಮಾರ್',
      'ᠮᠣᠩᠭᠣᠯ᠋',
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
    assert.equal(oneLine('Pay\u200Broll\u00AD 👩\u200D'), 'Payroll 👩');
    assert.equal(oneLine('abcdef', 4), 'abc…');
  });
});
