// Groups from CSV: a heading row with the names of the members, one group a row, people separated by
// semicolons. Columns are separated by commas, or by semicolons as Excel does in many languages. A heading `properties.projectCode` holds a property.
import { counted } from '../output/counted.ts';
import { CsvError, parse } from 'csv-parse/sync';
import { nearest } from './nearest.ts';
import {
  FileFaults,
  aliasFaults,
  allMembers,
  listMembers,
  memberOfPointer,
  requestOf,
  type Defaults,
  type FileFault,
  type GroupEntry,
  type SourceLocation,
} from './group-entry.ts';

interface Cell {
  readonly text: string;
  readonly location: SourceLocation;
}

/** @throws FileFaults */
export function readCsv(text: string, standard: Defaults = {}): GroupEntry[] {
  const [headings = [], ...rows] = readCells(text);
  const faults: FileFault[] = headingFaults(headings);
  if (faults.length > 0) throw new FileFaults(faults);
  const names = headings.map(({ text: heading }) => heading.trim());

  const entries = rows.flatMap((cells): GroupEntry[] => {
    const start = cells[0]?.location ?? { line: 1, column: 1 };
    if (cells.length !== names.length) {
      const detail = `The row has ${counted(cells.length, 'field')}, but the file has ${counted(names.length, 'heading')}.`;
      faults.push({ ...start, detail });
      return [];
    }
    const fields: Record<string, string | readonly string[]> = { ...standard };
    const properties: [string, string][] = [];
    for (const [index, name] of names.entries()) {
      const value = cells[index]?.text.trim() ?? '';
      if (value === '') continue;
      const property = propertyOf(name);
      if (property !== undefined) properties.push([property, value]);
      else fields[name] = isList(name) ? splitPeople(value) : value;
    }
    const request = requestOf({
      ...fields,
      ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
    });
    if (!('responsible' in request)) {
      faults.push({ ...start, detail: `The group has no ${request.join(', no ')}.` });
      return [];
    }
    const locationOf = (pointer: string): SourceLocation => {
      const { name, property } = memberOfPointer(pointer);
      const heading = property === undefined ? name : `${propertyPrefix}${property}`;
      return cells[names.indexOf(heading)]?.location ?? start;
    };
    return [{ request, named: new Set(Object.keys(fields)), locationOf }];
  });
  faults.push(...aliasFaults(entries));
  if (faults.length > 0) throw new FileFaults(faults);
  return entries;
}

const propertyPrefix = 'properties.';

function propertyOf(heading: string): string | undefined {
  const isProperty = heading.startsWith(propertyPrefix) && heading.length > propertyPrefix.length;
  return isProperty ? heading.slice(propertyPrefix.length) : undefined;
}

function isList(name: string): boolean {
  return (listMembers as readonly string[]).includes(name);
}

function splitPeople(text: string): string[] {
  return text
    .split(';')
    .map((person) => person.trim())
    .filter((person) => person !== '');
}

const columns = allMembers.map((name) => (name === 'properties' ? 'properties.<name>' : name));

function headingFaults(headings: readonly Cell[]): FileFault[] {
  if (headings.length === 0) {
    return [
      {
        line: 1,
        column: 1,
        detail: `The file is empty; its first line must name ${columns.join(', ')}.`,
      },
    ];
  }
  const seen = new Set<string>();
  return headings.flatMap(({ text, location }) => {
    const name = text.trim();
    const isDuplicate = seen.has(name);
    seen.add(name);
    if (isDuplicate) return [{ ...location, detail: `The heading ${name} appears twice.` }];
    if (propertyOf(name) !== undefined || columns.includes(name)) return [];
    const meant = nearest(name, columns);
    const hint =
      meant === undefined ? `; known are ${columns.join(', ')}.` : `; did you mean ${meant}?`;
    return [{ ...location, detail: `The heading ${name} is not known${hint}` }];
  });
}

const newlines = new Set([0x0a, 0x0d]);
const byteOrderMark = '\uFEFF';

/** Every field of every row that is not empty, with its place. */
function readCells(text: string): Cell[][] {
  const bytes = Buffer.from(text.startsWith(byteOrderMark) ? text.slice(1) : text, 'utf8');
  const locationAt = createLocationFinder(bytes);
  const rows: Cell[][] = [];
  let endBefore = -1;
  try {
    parse(bytes, {
      delimiter: delimiterOf(text),
      relax_column_count: true,
      skip_empty_lines: true,
      cast(value, { bytes: end, index, records }) {
        let start = endBefore + 1;
        if (index === 0) {
          // There are only line ends between the end of the last row and this field.
          start = Math.max(0, endBefore);
          while (newlines.has(bytes[start] ?? 0)) start += 1;
        }
        endBefore = end;
        (rows[records] ??= []).push({ text: value, location: locationAt(start) });
        return value;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const { lines = 1 } = error as CsvError & { lines?: number };
    throw new FileFaults([{ line: lines, column: 1, detail: `${error.message}.` }]);
  }
  return rows;
}

function delimiterOf(text: string): ',' | ';' {
  const [headings = ''] = text.split(/[\r\n]/, 1);
  return headings.includes(';') && !headings.includes(',') ? ';' : ',';
}

/** Line and column of a byte, the column counted as editors do, in UTF-16 units. Offsets must not go back. */
function createLocationFinder(bytes: Buffer): (offset: number) => SourceLocation {
  let line = 1;
  let lineStart = 0;
  let seen = 0;
  return (offset) => {
    for (; seen < offset; seen += 1) {
      if (bytes[seen] === 0x0a) {
        line += 1;
        lineStart = seen + 1;
      }
    }
    return { line, column: bytes.toString('utf8', lineStart, offset).length + 1 };
  };
}
