// Reads CSV as spreadsheets write it (RFC 4180, and what Excel makes of it), for the command line and the admin center.
// Columns are separated by commas, semicolons or tabs: as `sep=` in the first line says, or as most headings are.

/** Counted from 1, the column in UTF-16 units, as editors do. */
export interface CsvCell {
  readonly text: string;
  readonly line: number;
  readonly column: number;
}

export interface CsvTable {
  readonly headings: readonly CsvCell[];
  /** The rows that are not empty, each with at least one cell and at most as many as there are headings. */
  readonly rows: readonly (readonly CsvCell[])[];
}

export type CsvFault = { readonly line: number; readonly column: number } & (
  | { readonly code: 'open_quote' | 'text_after_quote' }
  | { readonly code: 'long_row'; readonly cells: number; readonly headings: number }
);

/** The text is no table. */
export class CsvFaults extends Error {
  override readonly name = 'CsvFaults';
  readonly faults: readonly CsvFault[];

  constructor(faults: readonly CsvFault[]) {
    super(faults.map((fault) => `Line ${fault.line}: ${describeCsvFault(fault)}`).join('\n'));
    this.faults = faults;
  }
}

export function describeCsvFault(fault: CsvFault): string {
  switch (fault.code) {
    case 'open_quote':
      return 'The cell begins with a quotation mark that nothing closes.';
    case 'text_after_quote':
      return 'Text follows the closing quotation mark of a cell. Write a quotation mark within a cell twice.';
    case 'long_row':
      return `The row has ${fault.cells} cells, but the file has ${fault.headings} headings. Put a cell that contains the separator in quotation marks.`;
    default:
      return fault satisfies never;
  }
}

/** A group to adopt that has it in the column of the responsible person is adopted without one. */
export const nobody = 'nobody';

/** The people in a cell, separated by commas, semicolons or white space, such as line breaks. */
export function splitPeople(cell: string): string[] {
  return cell.split(/[\s,;]+/).filter((person) => person !== '');
}

/** @throws CsvFaults with every row that is too long, or the first cell that cannot be read */
export function readCsvTable(text: string): CsvTable {
  const { separator, start } = separatorOf(text);
  const [first = [], ...others] = readRows(text, start, separator);
  const headings = first.slice(0, lengthOf(first));
  const rows = others.map((row) => row.slice(0, Math.max(1, lengthOf(row))));
  const faults = rows.flatMap((row): CsvFault[] => {
    const surplus = row[headings.length];
    if (surplus === undefined) return [];
    const { line, column } = surplus;
    return [{ line, column, code: 'long_row', cells: row.length, headings: headings.length }];
  });
  if (faults.length > 0) throw new CsvFaults(faults);
  return { headings, rows };
}

/** It omits the empty cells at the end. */
function lengthOf(row: readonly CsvCell[]): number {
  return row.findLastIndex(({ text }) => text !== '') + 1;
}

const separators = [';', '\t', ','] as const;
const byteOrderMark = '\uFEFF';

function separatorOf(text: string): { separator: string; start: number } {
  const start = text.startsWith(byteOrderMark) ? 1 : 0;
  const named = /^"?sep=([^"\r\n])"?[;,\t ]*(?:\r\n?|\n|$)/i.exec(text.slice(start, start + 100));
  if (named?.[1] !== undefined) {
    return { separator: named[1], start: start + named[0].length };
  }
  const [headings = ''] = text
    .slice(start)
    .trimStart()
    .split(/[\r\n]/, 1);
  const unquoted = headings.replaceAll(/"[^"]*"/g, '');
  const counts = separators.map((separator) => unquoted.split(separator).length);
  return { separator: separators[counts.indexOf(Math.max(...counts))] ?? ',', start };
}

/** The rows with a cell that is not empty. */
function readRows(text: string, start: number, separator: string): CsvCell[][] {
  const rows: CsvCell[][] = [];
  let row: CsvCell[] = [];
  let at = start;
  let line = text.slice(0, start).split(/\r\n?|\n/).length;
  // The byte order mark is no character of the first line.
  let lineStart = start;
  const isBlank = (character: string | undefined) =>
    character !== undefined && character !== separator && /[^\S\r\n]/.test(character);
  const isEnd = (character: string | undefined) =>
    character === undefined || character === separator || character === '\n' || character === '\r';
  const passLineEnd = (): void => {
    at += text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1;
    line += 1;
    lineStart = at;
  };
  const endRow = (): void => {
    if (row.some((cell) => cell.text !== '')) rows.push(row);
    row = [];
  };

  function readQuoted(place: Omit<CsvCell, 'text'>): string {
    at += 1;
    let content = '';
    for (;;) {
      const character = text[at];
      if (character === undefined) throw new CsvFaults([{ ...place, code: 'open_quote' }]);
      if (character === '"') {
        if (text[at + 1] !== '"') break;
        content += '"';
        at += 2;
      } else if (character === '\n' || character === '\r') {
        const from = at;
        passLineEnd();
        content += text.slice(from, at);
      } else {
        content += character;
        at += 1;
      }
    }
    at += 1;
    while (isBlank(text[at])) at += 1;
    if (!isEnd(text[at])) {
      throw new CsvFaults([{ line, column: at - lineStart + 1, code: 'text_after_quote' }]);
    }
    return content;
  }

  while (at < text.length) {
    const place = { line, column: at - lineStart + 1 };
    const from = at;
    while (isBlank(text[at])) at += 1;
    let content: string;
    if (text[at] === '"') content = readQuoted({ line, column: at - lineStart + 1 });
    else {
      while (!isEnd(text[at])) at += 1;
      content = text.slice(from, at);
    }
    row.push({ text: content.trim(), ...place });
    if (text[at] === separator) at += 1;
    else if (at < text.length) {
      passLineEnd();
      endRow();
    }
  }
  endRow();
  return rows;
}
