// A CSV file as headings and rows, whichever of the usual separators it has. The parser is loaded with the first file.
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

/** The text is not a CSV file. */
export class CsvFault extends Error {
  readonly line: number;

  constructor(message: string, line: number) {
    super(message);
    this.line = line;
  }
}

const separators = [';', '\t', ','] as const;

/**
 * @throws CsvFault
 */
export async function readCsv(text: string): Promise<CsvTable> {
  const { CsvError, parse } = await import('csv-parse/browser/esm/sync');
  try {
    const records = parse(text, {
      bom: true,
      delimiter: separatorOf(text),
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    }) as unknown as readonly { info: { lines: number }; record: readonly string[] }[];
    const [first, ...others] = records;
    const headings = first?.record ?? [];
    return {
      headings,
      rows: others
        .filter(({ record }) => record.some((cell) => cell !== ''))
        .map(({ info, record }) => ({
          line: info.lines,
          cells: headings.map((_, index) => record[index] ?? ''),
        })),
    };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new CsvFault(error.message, (error as Error & { lines?: number }).lines ?? 1);
  }
}

/** The one that separates most headings. People within a cell are separated by semicolons, too, but not in headings. */
function separatorOf(text: string): string {
  const [headings = ''] = text.split(/\r?\n/, 1);
  const counts = separators.map((separator) => headings.split(separator).length);
  return separators[counts.indexOf(Math.max(...counts))] ?? ',';
}

/** RFC 4180, with the mark by which spreadsheets recognise UTF-8. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  const field = (text: string) =>
    /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  return `\uFEFF${rows.map((row) => `${row.map(field).join(',')}\r\n`).join('')}`;
}

export function downloadCsv(name: string, rows: readonly (readonly string[])[]): void {
  const url = URL.createObjectURL(new Blob([csvOf(rows)], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
