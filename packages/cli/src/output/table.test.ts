import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatTable } from './table.ts';

const paint = { strong: (text: string) => `\u001b[1m${text}\u001b[22m` } as never;

test('columns are as wide as their widest cell, by the width that a terminal gives it', () => {
  const rows = [
    ['海事', 'ok', 'x'],
    ['Ærø', '', 'two\n lines'],
    ['👩‍👧', 'failed', ''],
  ];
  assert.equal(
    formatTable(paint, ['Name', 'Status', 'Note'], rows),
    [
      '\u001b[1mName\u001b[22m  \u001b[1mStatus\u001b[22m  \u001b[1mNote\u001b[22m',
      '海事  ok      x',
      'Ærø           two lines',
      '👩‍👧    failed',
    ].join('\n'),
  );
});

test('a table has as many rows as there are groups', () => {
  const rows = Array.from({ length: 250_000 }, (_, n) => [`team-${n}`, 'active']);
  const lines = formatTable(paint, ['Alias', 'State'], rows).split('\n');
  assert.equal(lines.length, 250_001);
  assert.equal(lines.at(-1), 'team-249999  active');
  assert.equal(lines[1], 'team-0       active');
});
