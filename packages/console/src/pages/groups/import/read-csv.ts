// Groups as CSV: read with the reader of the command line, and written for spreadsheets.
import { readCsvTable } from '../../../../../cli/src/groups-file/csv-table.ts';

export interface CsvRow {
  /** Counted from 1. */
  readonly line: number;
  /** Each heading has one. */
  readonly cells: readonly string[];
}

export interface CsvTable {
  readonly headings: readonly string[];
  readonly rows: readonly CsvRow[];
}

/** @throws CsvFaults */
export function readCsv(text: string): CsvTable {
  const { headings, rows } = readCsvTable(text);
  return {
    headings: headings.map((heading) => heading.text),
    rows: rows.map((row) => ({
      line: row[0]?.line ?? 1,
      cells: headings.map((_, index) => row[index]?.text ?? ''),
    })),
  };
}

/** RFC 4180 */
export function csvOf(rows: readonly (readonly string[])[]): string {
  const field = (text: string) =>
    /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  return rows.map((row) => `${row.map(field).join(',')}\r\n`).join('');
}
