// The process of a command: where it reads settings and where it prints.
import { stripVTControlCharacters, styleText } from 'node:util';

export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream;
  /** Ends the command, as Ctrl-C does. */
  readonly signal: AbortSignal;
}

/** A text, or one with colours where its stream shows them. */
export type Text = string | ((stream: NodeJS.WritableStream) => string);

/** The text as the stream shows it. */
export function textFor(stream: NodeJS.WritableStream, text: Text): string {
  return typeof text === 'string' ? text : text(stream);
}

/** Prints lines and ends them. */
export function print(stream: NodeJS.WritableStream, text: Text): void {
  stream.write(`${textFor(stream, text)}\n`);
}

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
