import { stripVTControlCharacters, styleText } from 'node:util';

/** Rows under their headings, columns aligned. */
export function formatTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  stream: NodeJS.WritableStream,
): string {
  const printable = rows.map((row) => row.map((cell) => stripVTControlCharacters(cell)));
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...printable.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return [styleText('bold', line(headings), { stream }), ...printable.map(line)].join('\n');
}
