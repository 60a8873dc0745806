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
  const { headings, rows } = readRows(text);
  const faults: FileFault[] = headingFaults(headings);
  if (faults.length > 0) throw new FileFaults(faults);

  const entries = rows.flatMap(({ start, cells, properties, locationOf }): GroupEntry[] => {
    const fields: Record<string, string | readonly string[]> = { ...standard };
    for (const [name, value] of cells) fields[name] = isList(name) ? splitPeople(value) : value;
    const request = requestOf({ ...fields, ...properties });
    if (!('responsible' in request)) {
      faults.push({ ...start, detail: `The group has no ${request.join(', no ')}.` });
      return [];
    }
    const locationOfPointer = (pointer: string): SourceLocation => {
      const { name, property } = memberOfPointer(pointer);
      return locationOf(property === undefined ? name : propertyPrefix + property);
    };
    const { externalId } = fields as { readonly externalId?: string };
    const named = new Set([...Object.keys(fields), ...Object.keys(properties)]);
    return [{ request, externalId, named, locationOf: locationOfPointer }];
  });
  const all = [...faults, ...aliasFaults(entries)];
  if (all.length > 0) throw new FileFaults(all);
  return entries;
}

/** A row of a file of groups, without its empty cells. */
interface Row {
  readonly start: SourceLocation;
  /** They have their headings, and are without those of properties. */
  readonly cells: readonly (readonly [string, string])[];
  readonly properties: { readonly properties?: Readonly<Record<string, string>> };
  /** The place of the cell below that heading, or of the row. */
  readonly locationOf: (heading: string) => SourceLocation;
}

/** @throws FileFaults */
export function readRows(text: string): {
  readonly headings: readonly CsvCell[];
  readonly rows: readonly Row[];
} {
  const { headings, rows } = readTable(text);
  const names = headings.map((heading) => heading.text);
  return {
    headings,
    rows: rows.map((row) => {
      const start = locationOfCell(row[0]) ?? { line: 1, column: 1 };
      const given = names.flatMap((name, index) => {
        const value = row[index]?.text ?? '';
        return value === '' ? [] : [[name, value] as const];
      });
      const properties = given.flatMap(([name, value]) => {
        const property = propertyOf(name);
        return property === undefined ? [] : [[property, value] as const];
      });
      return {
        start,
        cells: given.filter(([name]) => propertyOf(name) === undefined),
        properties: properties.length > 0 ? { properties: Object.fromEntries(properties) } : {},
        locationOf: (heading) => locationOfCell(row[names.indexOf(heading)]) ?? start,
      };
    }),
  };
}

/** @throws FileFaults */
function readTable(text: string): CsvTable {
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

function locationOfCell(cell: CsvCell | undefined): SourceLocation | undefined {
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
