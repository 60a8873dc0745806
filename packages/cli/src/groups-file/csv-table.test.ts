import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { CsvFaults, readCsvTable } from './csv-table.ts';

const read = (text: string): string[][] => {
  const { headings, rows } = readCsvTable(text);
  return [headings, ...rows].map((row) => row.map((cell) => cell.text));
};

/** Texts of spreadsheets with their tables. */
const cases: Readonly<Record<string, { text: string; table: readonly (readonly string[])[] }>> = {
  commas: {
    text: 'a,b\n1,2\n',
    table: [
      ['a', 'b'],
      ['1', '2'],
    ],
  },
  semicolons: {
    text: 'a;b\r\n1,5;2\r\n',
    table: [
      ['a', 'b'],
      ['1,5', '2'],
    ],
  },
  tabs: {
    text: 'a\tb\n1, 2\t3\n',
    table: [
      ['a', 'b'],
      ['1, 2', '3'],
    ],
  },
  'a byte order mark': {
    text: '\uFEFFa,b\n1,2',
    table: [
      ['a', 'b'],
      ['1', '2'],
    ],
  },
  'a separator that the first line names': {
    text: '\uFEFFsep=;\r\na;b,c\r\n1;2\r\n',
    table: [
      ['a', 'b,c'],
      ['1', '2'],
    ],
  },
  'a named separator with empty columns': {
    text: '"sep=,",,\na,b,\n1,2,\n',
    table: [
      ['a', 'b'],
      ['1', '2'],
    ],
  },
  'a named separator that is none of the usual': {
    text: 'SEP=|\na|b\n1|2',
    table: [
      ['a', 'b'],
      ['1', '2'],
    ],
  },
  'a named tab': {
    text: 'sep=\t\na\tb\n1\t2',
    table: [
      ['a', 'b'],
      ['1', '2'],
    ],
  },
  'empty columns at the end': {
    text: 'a,b,,\n1,2,,\n3,4,,,,\n',
    table: [
      ['a', 'b'],
      ['1', '2'],
      ['3', '4'],
    ],
  },
  'empty rows': {
    text: '\n\na,b\n,\n1,2\n\n" ",\n,,,\n,\n',
    table: [
      ['a', 'b'],
      ['1', '2'],
    ],
  },
  'a row that is cells short': {
    text: 'a,b,c\n1\n1,2\n',
    table: [['a', 'b', 'c'], ['1'], ['1', '2']],
  },
  'quotation marks': {
    text: 'a,b\n"1, 2","say ""so"""\n"","two\r\nlines"\n',
    table: [
      ['a', 'b'],
      ['1, 2', 'say "so"'],
      ['', 'two\r\nlines'],
    ],
  },
  'space around cells': {
    text: ' a , "b" \n 1 ,\t"2"\u00a0\n',
    table: [
      ['a', 'b'],
      ['1', '2'],
    ],
  },
  'quotation marks within a text': {
    text: 'a\nthe "best" team',
    table: [['a'], ['the "best" team']],
  },
  'headings with separators in quotation marks': {
    text: '"a;b;c",d\n1,2',
    table: [
      ['a;b;c', 'd'],
      ['1', '2'],
    ],
  },
  'line ends of old systems': {
    text: 'a,b\r1,2\r',
    table: [
      ['a', 'b'],
      ['1', '2'],
    ],
  },
  'no line end at the end': { text: 'a;b\n1;', table: [['a', 'b'], ['1']] },
  'headings alone': { text: 'a,b', table: [['a', 'b']] },
  nothing: { text: '', table: [[]] },
  'letters of any language': { text: 'a\nŁódź, Straße', table: [['a'], ['Łódź, Straße']] },
};

/** Texts with the line, column and code of each fault. */
const refused: Readonly<Record<string, readonly [line: number, column: number, code: string][]>> = {
  'name,alias\nTeam A, B,ab\nC,c\nD,d,,x\n': [
    [2, 11, 'long_row'],
    [4, 5, 'long_row'],
  ],
  'a,b\n1,"2\n3,4\n': [[2, 3, 'open_quote']],
  'a,b\n"x" y,z\n': [[2, 5, 'text_after_quote']],
  'a\n"two\nlines"x\n': [[3, 7, 'text_after_quote']],
};

describe('a table in CSV', () => {
  for (const [name, { text, table }] of Object.entries(cases)) {
    it(`is read with ${name}`, () => {
      assert.deepEqual(read(text), table);
    });
  }

  it('is refused with line and column where a row is too long or a quotation mark is wrong', () => {
    for (const [text, expected] of Object.entries(refused)) {
      assert.throws(
        () => readCsvTable(text),
        (error) => {
          assert.ok(error instanceof CsvFaults);
          const found = error.faults.map(({ line, column, code }) => [line, column, code]);
          assert.deepEqual(found, expected, text);
          return true;
        },
      );
    }
  });

  it('has the place of each cell', () => {
    const { headings, rows } = readCsvTable('\uFEFFsep=;\r\na;b\r\n"x\r\ny";z\r\n\r\n1;2');
    const places = [headings, ...rows].map((row) => row.map(({ line, column }) => [line, column]));
    assert.deepEqual(places, [
      [
        [2, 1],
        [2, 3],
      ],
      [
        [3, 1],
        [4, 4],
      ],
      [
        [6, 1],
        [6, 3],
      ],
    ]);
  });

  it('is what was written, whatever the texts', () => {
    const cell = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\r', '').trim());
    const row = fc.array(cell, { minLength: 1, maxLength: 4 });
    const table = fc.array(row, { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(table, fc.constantFrom(',', ';', '\t'), (rows, separator) => {
        const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
        const written = [['h', 'h', 'h', 'h'], ...rows]
          .map((one) => one.map(quoted).join(separator))
          .join('\n');
        const withoutEnd = (one: readonly string[]) =>
          one.slice(0, one.findLastIndex((text) => text !== '') + 1);
        const expected = rows.map(withoutEnd).filter((one) => one.length > 0);
        const { rows: found } = readCsvTable(`sep=${separator}\n${written}`);
        assert.deepEqual(
          found.map((one) => one.map(({ text }) => text)),
          expected,
        );
      }),
    );
  });
});
