// Columns for people.
import { createRequire } from 'node:module';
import type CliTable from 'cli-table3';
import type { Paint } from './paint.ts';

const nothing = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '  ',
};

export function formatTable(
  paint: Paint,
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  // Loaded when a table is printed, so that other commands start sooner.
  const Table = createRequire(import.meta.url)('cli-table3') as typeof CliTable;
  const table = new Table({
    head: headings.map((heading) => paint.strong(heading)),
    chars: nothing,
    style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [] },
  });
  for (const row of rows) table.push([...row]);
  return trimLines(table.toString());
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

function trimLines(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}
