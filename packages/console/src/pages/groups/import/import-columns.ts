// The columns of a file of groups: the part of a request that each one holds, and the requests that its rows make.
import { foldText } from '../../../../../service/src/ground/folded-text.ts';
import { splitPeople } from '../../../../../cli/src/groups-file/csv-table.ts';
import type { OrganisationItem } from '../../../api/types.ts';
import { de } from '../../../messages/de/group-request.ts';
import { en } from '../../../messages/en/group-request.ts';
import { momentOfDay } from '../../../messages/tenant-day.ts';
import { placeholdersOf } from '../request/asked-properties.ts';
import type { GroupRequest } from '../request/request-values.ts';
import type { CsvRow, CsvTable } from './read-csv.ts';

/** Parts of a request, by their names in a file, with their places in the request. */
export const columnPointers = {
  organisation: '/organisationIdOrIdentifier',
  template: '/templateIdOrIdentifier',
  displayName: '/displayName',
  mailNickName: '/mailNickName',
  description: '/description',
  responsible: '/responsible',
  deputy: '/deputy',
  owners: '/owners',
  members: '/members',
  expiresAt: '/expiresAt',
} as const;
export type ColumnName = keyof typeof columnPointers;
export const columnNames = Object.keys(columnPointers) as readonly ColumnName[];

// no text: the first part of a title
const propertyPrefix = 'properties.';
/** The part of a column: a name, `properties.NAME`, or '' for a column that is left out. */
export type Part = ColumnName | `properties.${string}` | '';

/** The choice for rows whose file has no column for it. */
export interface Standard {
  readonly organisationId: string;
  readonly templateId: string;
}

export interface RowRequest {
  readonly request: GroupRequest;
  /** The column in which the cause of a fault is; undefined if the file has none. */
  readonly columnOf: (pointer: string | undefined) => number | undefined;
}

export const propertyOf = (part: Part) =>
  part.startsWith(propertyPrefix) ? part.slice(propertyPrefix.length) : undefined;

/** The names of the message texts that are labels of parts. */
export const labelKeys = { ...keysOf(columnNames), expiresAt: 'expiresOn' } as const;

function keysOf<Name extends string>(names: readonly Name[]): { readonly [N in Name]: N } {
  return Object.fromEntries(names.map((name) => [name, name])) as { readonly [N in Name]: N };
}

/** The placeholders of all templates. */
export function knownProperties(organisations: readonly OrganisationItem[]): readonly string[] {
  const patterns = organisations.flatMap(({ templates }) =>
    templates.flatMap((one) => [one.mailNicknamePattern, one.displayNamePattern]),
  );
  return placeholdersOf(patterns);
}

/** The parts that the headings name: in the words of the API, or of the page in any of its languages. */
export function partsOf({ headings }: CsvTable, properties: readonly string[]): readonly Part[] {
  const known = new Map<string, Part>();
  for (const name of properties) known.set(wordOf(name), `${propertyPrefix}${name}`);
  for (const name of columnNames) {
    for (const texts of [en, de]) known.set(wordOf(texts[labelKeys[name]]), name);
    known.set(wordOf(name), name);
    known.set(wordOf(columnPointers[name]), name);
  }
  const taken = new Set<Part>();
  return headings.map((heading) => {
    const isProperty = heading.startsWith(propertyPrefix) && heading.length > propertyPrefix.length;
    const part = isProperty ? (heading as Part) : (known.get(wordOf(heading)) ?? '');
    if (taken.has(part)) return '';
    taken.add(part);
    return part;
  });
}

function wordOf(text: string): string {
  return foldText(text).replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** The request of a row, also an incomplete one: the service names every fault. */
export function requestOfRow(
  { cells }: CsvRow,
  parts: readonly Part[],
  standard: Standard,
  organisations: readonly OrganisationItem[],
): RowRequest {
  const cell = (part: Part) => cells[parts.indexOf(part)]?.trim() ?? '';
  const optional = (name: 'displayName' | 'mailNickName') =>
    cell(name) === '' ? {} : { [name]: cell(name) };
  const properties = parts.flatMap((part) => {
    const name = propertyOf(part);
    return name === undefined || cell(part) === '' ? [] : [[name, cell(part)] as const];
  });
  const organisation = organisationOf(cell('organisation'), organisations);
  const day = cell('expiresAt');
  const request: GroupRequest = {
    ...optional('displayName'),
    ...optional('mailNickName'),
    description: cell('description'),
    responsible: cell('responsible'),
    deputy: cell('deputy') === '' ? null : cell('deputy'),
    organisationIdOrIdentifier: organisation ?? standard.organisationId,
    templateIdOrIdentifier: templateOf(cell('template'), organisations) ?? standard.templateId,
    owners: splitPeople(cell('owners')),
    members: splitPeople(cell('members')),
    ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
    ...(day !== '' && { expiresAt: momentOfDay(day) }),
  };
  return {
    request,
    columnOf(pointer = '') {
      const [, first = '', second = ''] = pointer.split('/');
      const wanted: Part | undefined =
        first === 'properties'
          ? `${propertyPrefix}${second}`
          : columnNames.find((name) => columnPointers[name] === `/${first}`);
      const index = wanted === undefined ? -1 : parts.indexOf(wanted);
      if (index >= 0) return index;
      // A name without a column is made from the properties.
      const isName = wanted === 'mailNickName' || wanted === 'displayName';
      const source = isName ? parts.findIndex((part) => propertyOf(part) !== undefined) : -1;
      return source < 0 ? undefined : source;
    },
  };
}

/** A file may also have the name in place of the identifier. Undefined: the cell is empty. */
function organisationOf(text: string, all: readonly OrganisationItem[]): string | undefined {
  return text === '' ? undefined : (all.find((one) => isNamed(one, text))?.identifier ?? text);
}

function templateOf(text: string, all: readonly OrganisationItem[]): string | undefined {
  if (text === '') return undefined;
  const templates = all.flatMap((one) => one.templates);
  return templates.find((one) => isNamed(one, text))?.identifier ?? text;
}

function isNamed({ name, identifier }: { name: string; identifier: string }, text: string) {
  return identifier === text || name.toLowerCase() === text.toLowerCase();
}
