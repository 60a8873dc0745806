import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printable } from './printable.ts';

// oxlint-disable-next-line no-control-regex -- what a terminal acts upon
const acting = /[\0-\u0008\u000B-\u001F\u007F-\u009F]/;
// oxlint-disable-next-line no-control-regex -- how a colour is written
const colour = /\u001B\[[\d;]*m/g;

test('what others wrote does nothing on a terminal', () => {
  const hostile = {
    'the title of the window': '\u001B]0;owned\u0007',
    'the clipboard': '\u001B]52;c;cm0gLXJm\u001B\\',
    'the cursor': '\u001B[2A\u001B[J',
    'the same in one byte': '\u009B2J\u009D0;x\u009C',
    'an earlier text in the line': 'gone\r\b\u007Fnew',
    'a hidden text': '\u001B[8mhidden\u001B[8;1Hx',
  };
  for (const [what, text] of Object.entries(hostile)) {
    const shown = printable(text);
    const acts = acting.test(shown.replaceAll(colour, ''));
    assert.equal(acts, false, what);
  }
});

test('letters, lines, tabs and our own colours stay as they are', () => {
  for (const text of [
    'Größe 図\t1\n',
    '\u001B[1mID\u001B[22m',
    '\u001B[38;5;196mred\u001B[39m',
    '',
  ]) {
    assert.equal(printable(text), text);
  }
});

test('words from right to left are isolated from the words and columns beside them', () => {
  for (const [text, shown] of [
    ['Hand over שלום עולם to Ada', 'Hand over \u2068שלום עולם\u2069 to Ada'],
    ['שלום  מחר  12', '\u2068שלום\u2069  \u2068מחר\u2069  12'],
    ['مشروع ١٢ - “قناة”', '\u2068مشروع ١٢ - “قناة\u2069”'],
    ['\u001B[1mשם\u001B[22m: x', '\u001B[1m\u2068שם\u2069\u001B[22m: x'],
  ] as const) {
    assert.equal(printable(text), shown);
  }
  const began = performance.now();
  printable(`${'א-'.repeat(100_000)}x`);
  assert.ok(performance.now() - began < 1_000);
});
