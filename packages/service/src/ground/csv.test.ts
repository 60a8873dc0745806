import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvLine } from './csv.ts';

/** The cells of a line as a spreadsheet reads it: what follows a quoted text belongs to its cell. */
function cellsOf(line: string, separator: string): string[] {
  const cells: string[] = [];
  const rest = line.replace(/\r\n$/, '');
  for (let at = 0; at <= rest.length; at += 1) {
    let cell = '';
    if (rest[at] === '"') {
      for (at += 1; at < rest.length; at += 1) {
        if (rest[at] === '"' && rest[at + 1] !== '"') break;
        if (rest[at] === '"') at += 1;
        cell += rest[at];
      }
      at += 1;
    }
    for (; at < rest.length && rest[at] !== separator; at += 1) cell += rest[at];
    cells.push(cell);
  }
  return cells;
}

test('no cell begins a formula, whatever separates the cells', () => {
  const starts = ['', ' ', '"', '""', '" "', '";', ', "', '"\t'];
  const texts = starts.flatMap((start) => [`${start}=1+1`, `x;${start}=1+1;`, `x;${start}@sum"`]);
  for (const text of texts) {
    const line = csvLine(['name', text, 'end']);
    assert.deepEqual(cellsOf(line, ',').length, 3, text);
    for (const separator of [',', ';']) {
      for (const cell of cellsOf(line, separator)) {
        assert.doesNotMatch(cell.trim(), /^[=+\-@]/, `${text}: ${line}`);
      }
    }
  }
});
