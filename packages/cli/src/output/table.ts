// Columns for people.
import { createRequire } from 'node:module';
import type stringWidth from 'string-width';
import type { Paint } from './paint.ts';

/** Each row is one line, however many there are. */
export function formatTable(
  paint: Paint,
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  // Loaded when a table is printed, so that other commands start sooner.
  const widthOf = createRequire(import.meta.url)('string-width') as typeof stringWidth;
  const lines = [headings.map((heading) => paint.strong(heading)), ...rows].map((cells) =>
    cells.map((cell) => {
      const text = cell.replaceAll(/\s*\n\s*/g, ' ');
      return { text, width: /^[ -~]*$/.test(text) ? text.length : widthOf(text) };
    }),
  );
  const widths: number[] = [];
  for (const cells of lines) {
    for (const [at, { width }] of cells.entries()) widths[at] = Math.max(widths[at] ?? 0, width);
  }
  const padded = lines.map((cells) =>
    cells.map(({ text, width }, at) => text + ' '.repeat((widths[at] ?? 0) - width)).join('  '),
  );
  return padded.map((line) => line.trimEnd()).join('\n');
}

/** Names on the left, values on the right; those without a value are left out. */
export function formatFacts(
  paint: Paint,
  facts: readonly (readonly [name: string, value: string | null | undefined])[],
): string {
  const known = facts.flatMap(([name, value]) =>
    value === null || value === undefined || value === '' ? [] : [[name, value] as const],
  );
  const width = Math.max(...known.map(([name]) => name.length));
  return known.map(([name, value]) => `${paint.strong(name.padEnd(width))}  ${value}`).join('\n');
}
