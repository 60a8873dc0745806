// Groups as CSV: read with the reader of the command line, and written for spreadsheets.
import { readCsvTable } from '../../../../../cli/src/groups-file/csv-table.ts';

export interface CsvRow {
  /** Counted from 1. */
  readonly line: number;
  /** As many as there are headings. */
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

/**
 * The file begins with the mark by which spreadsheets recognise UTF-8, and its name ends with the day, as that of an export
 * of the service does.
 */
export function downloadCsv(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${name}-${new Date().toISOString().slice(0, 10)}.csv`;
  link.click();
  URL.revokeObjectURL(url);
}
