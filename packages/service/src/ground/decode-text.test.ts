import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeText, EncodingFault } from './decode-text.ts';

const text = 'name,Łódź';

test('UTF-8 is read, with or without a byte order mark', () => {
  for (const mark of ['', '\uFEFF']) assert.equal(decodeText(Buffer.from(mark + text)), text);
  assert.equal(decodeText(new Uint8Array()), '');
});

test('another encoding is refused by its name, and none is guessed', () => {
  const utf16 = Buffer.from(text, 'utf16le');
  const bigEndian = Buffer.from(utf16).swap16();
  const utf32 = Buffer.from(
    Uint32Array.from(`\uFEFF${text}`, (one) => one.codePointAt(0) ?? 0).buffer,
  );
  const latin = Buffer.from('Müller', 'latin1');
  for (const [bytes, name] of [
    [Buffer.from(`\uFEFF${text}`, 'utf16le'), 'UTF-16'],
    [Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(), 'UTF-16'],
    [utf16, 'UTF-16'],
    [bigEndian, 'UTF-16'],
    [utf32, 'UTF-32'],
    [utf32.swap32(), 'UTF-32'],
    [latin, undefined],
    [Buffer.from([0xa3, 0xf3, 0x64, 0x9f]), undefined],
    [Buffer.from([0x61, 0xc3]), undefined],
  ] as const) {
    assert.throws(
      () => decodeText(bytes),
      (error) => {
        assert.ok(error instanceof EncodingFault);
        assert.equal(error.encoding, name);
        assert.match(
          error.message,
          new RegExp(
            `^is not in UTF-8\\. Save it as UTF-8${name === undefined ? '' : ` instead of ${name}`}:`,
          ),
        );
        return true;
      },
    );
  }
});
