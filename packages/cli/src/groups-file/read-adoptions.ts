// Groups to adopt, from CSV: a heading row with the names of the members, one group a row. Columns that only describe a
// group, as an exported list of the directory has them, are ignored.
import type { AdoptionRequest } from '@groupwright/client';
import { type Defaults, type FileFault, FileFaults, type SourceLocation } from './group-entry.ts';
import { nobody } from './csv-table.ts';
import { propertyPrefix, readRows } from './read-csv.ts';

export interface AdoptionEntry {
  readonly request: AdoptionRequest;
  /** The place of the row. */
  readonly start: SourceLocation;
  /** The place of a member of the request by its RFC 6901 pointer, or of the row. */
  locationOf(pointer: string): SourceLocation;
}

export interface AdoptionDefaults extends Defaults {
  readonly names?: 'keep' | 'conform';
}

/** The members of a request by their headings. */
const memberOf = {
  groupId: 'groupId',
  organisation: 'organisationIdOrIdentifier',
  template: 'templateIdOrIdentifier',
  responsible: 'responsible',
  deputy: 'deputy',
  names: 'names',
  expiresAt: 'expiresAt',
} as const;
/** Behind it, a heading has the system whose ids the column has. */
const idPrefix = 'externalIds.';
const required = ['groupId', 'organisation', 'template'] as const;

/** @throws FileFaults */
export function readAdoptions(text: string, standard: AdoptionDefaults): AdoptionEntry[] {
  const { headings, rows } = readRows(text);
  if (headings.every((heading) => heading.text !== 'groupId')) {
    const detail = 'The first line must have the heading groupId, with the ids of the directory.';
    throw new FileFaults([{ line: 1, column: 1, detail }]);
  }
  const faults: FileFault[] = [];
  const entries = rows.flatMap(({ start, cells, properties, locationOf }): AdoptionEntry[] => {
    const fields: Record<string, string> = { ...standard };
    for (const [name, value] of cells) {
      if (Object.hasOwn(memberOf, name)) fields[name] = value;
    }
    const externalIds = cells.flatMap(([name, externalId]) =>
      name.startsWith(idPrefix) ? [{ source: name.slice(idPrefix.length), externalId }] : [],
    );
    const missing = required.filter((name) => fields[name] === undefined);
    if (missing.length > 0) {
      faults.push({ ...start, detail: `The group has no ${missing.join(', no ')}.` });
      return [];
    }
    const members = Object.entries(fields).map(([name, value]) => [
      memberOf[name as keyof typeof memberOf],
      name === 'responsible' && value === nobody ? null : value,
    ]);
    const request = {
      ...(Object.fromEntries(members) as AdoptionRequest),
      ...properties,
      ...(externalIds.length > 0 && { externalIds }),
    };
    return [{ request, start, locationOf: (pointer) => locationOf(headingOf(pointer)) }];
  });
  if (faults.length > 0) throw new FileFaults(faults);
  return entries;
}

function headingOf(pointer: string): string {
  const [, member = '', property] = pointer.split('/');
  if (member === 'properties' && property !== undefined) return propertyPrefix + property;
  return Object.entries(memberOf).find(([, name]) => name === member)?.[0] ?? '';
}
