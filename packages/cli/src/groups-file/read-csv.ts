// Groups from CSV: a heading row with the names of the members, one group a row. A heading `properties.projectCode` holds
// a property.
import {
  type CsvCell,
  CsvFaults,
  type CsvTable,
  describeCsvFault,
  readCsvTable,
  splitPeople,
} from './csv-table.ts';
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

/** @throws FileFaults */
export function readCsv(text: string, standard: Defaults = {}): GroupEntry[] {
  const { headings, rows } = readTable(text);
  const faults: FileFault[] = headingFaults(headings);
  if (faults.length > 0) throw new FileFaults(faults);
  const names = headings.map((heading) => heading.text);

  const entries = rows.flatMap((cells): GroupEntry[] => {
    const start = locationOfCell(cells[0]) ?? { line: 1, column: 1 };
    const fields: Record<string, string | readonly string[]> = { ...standard };
    const properties: [string, string][] = [];
    for (const [index, name] of names.entries()) {
      const value = cells[index]?.text ?? '';
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
      return locationOfCell(cells[names.indexOf(heading)]) ?? start;
    };
    return [{ request, named: new Set(Object.keys(fields)), locationOf }];
  });
  const all = [...faults, ...aliasFaults(entries)];
  if (all.length > 0) throw new FileFaults(all);
  return entries;
}

/** @throws FileFaults */
export function readTable(text: string): CsvTable {
  try {
    return readCsvTable(text);
  } catch (error) {
    if (!(error instanceof CsvFaults)) throw error;
    throw new FileFaults(
      error.faults.map((fault) => {
        const { line, column } = fault;
        return { line, column, detail: describeCsvFault(fault) };
      }),
    );
  }
}

export function locationOfCell(cell: CsvCell | undefined): SourceLocation | undefined {
  return cell && { line: cell.line, column: cell.column };
}

/** Headings of properties begin with it. */
export const propertyPrefix = 'properties.';

function propertyOf(heading: string): string | undefined {
  const isProperty = heading.startsWith(propertyPrefix) && heading.length > propertyPrefix.length;
  return isProperty ? heading.slice(propertyPrefix.length) : undefined;
}

function isList(name: string): boolean {
  return (listMembers as readonly string[]).includes(name);
}

const columns = allMembers.map((name) => (name === 'properties' ? 'properties.<name>' : name));

function headingFaults(headings: readonly CsvCell[]): FileFault[] {
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
  return headings.flatMap((heading) => {
    const name = heading.text;
    const location = { line: heading.line, column: heading.column };
    const isDuplicate = seen.has(name);
    seen.add(name);
    if (name === '') return [{ ...location, detail: 'The column has no heading.' }];
    if (isDuplicate) return [{ ...location, detail: `The heading ${name} appears twice.` }];
    if (propertyOf(name) !== undefined || columns.includes(name)) return [];
    const meant = nearest(name, columns);
    const hint =
      meant === undefined ? `; known are ${columns.join(', ')}.` : `; did you mean ${meant}?`;
    return [{ ...location, detail: `The heading ${name} is not known${hint}` }];
  });
}
