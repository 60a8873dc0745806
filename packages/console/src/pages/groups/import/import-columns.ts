// The columns of a file of groups: the part of a request that each one holds, and the requests that its rows make.
import { foldText } from '../../../../../service/src/ground/folded-text.ts';
import { nobody, splitPeople } from '../../../../../cli/src/groups-file/csv-table.ts';
import type { Body } from '../../../api/route-types.ts';
import type { OrganisationItem } from '../../../api/types.ts';
import { propertyOf, propertyPrefix } from '../../../components/property-name.ts';
import { de } from '../../../messages/de/group-request.ts';
import { en } from '../../../messages/en/group-request.ts';
import { momentOfDay } from '../../../messages/tenant-day.ts';
import type { GroupRequest } from '../request/request-values.ts';
import type { CsvRow, CsvTable } from './read-csv.ts';

export type AdoptionRequest = Body<'post', '/teams/adoption'>;

interface Column {
  /** Its place in the request. */
  readonly pointer: string;
  /** The name of the message text that is its label. */
  readonly label:
    | 'organisation'
    | 'template'
    | 'displayName'
    | 'mailNickName'
    | 'description'
    | 'responsible'
    | 'deputy'
    | 'owners'
    | 'members'
    | 'expiresOn'
    | 'groupId'
    | 'names';
}

const governance = {
  organisation: { pointer: '/organisationIdOrIdentifier', label: 'organisation' },
  template: { pointer: '/templateIdOrIdentifier', label: 'template' },
  responsible: { pointer: '/responsible', label: 'responsible' },
  deputy: { pointer: '/deputy', label: 'deputy' },
  expiresAt: { pointer: '/expiresAt', label: 'expiresOn' },
} as const;

/** Parts of a request for a new group, by their names in a file. */
export const creationColumns = {
  organisation: governance.organisation,
  template: governance.template,
  displayName: { pointer: '/displayName', label: 'displayName' },
  mailNickName: { pointer: '/mailNickName', label: 'mailNickName' },
  description: { pointer: '/description', label: 'description' },
  responsible: governance.responsible,
  deputy: governance.deputy,
  owners: { pointer: '/owners', label: 'owners' },
  members: { pointer: '/members', label: 'members' },
  expiresAt: governance.expiresAt,
} as const satisfies Readonly<Record<string, Column>>;

/** Parts of a request to adopt a group. */
export const adoptionColumns = {
  groupId: { pointer: '/groupId', label: 'groupId' },
  ...governance,
  names: { pointer: '/names', label: 'names' },
} as const satisfies Readonly<Record<string, Column>>;

export type ColumnName = keyof typeof creationColumns | keyof typeof adoptionColumns;
export type Columns = Readonly<Partial<Record<ColumnName, Column>>>;

export function namesOf<Name extends ColumnName>(
  columns: Readonly<Partial<Record<Name, Column>>>,
): readonly Name[] {
  return Object.keys(columns) as Name[];
}

/** The column that holds the member at a pointer. */
export function columnAt<Name extends ColumnName>(
  columns: Readonly<Record<Name, Column>>,
  pointer = '',
): Name | undefined {
  const [, first = ''] = pointer.split('/');
  return namesOf<Name>(columns).find((name) => columns[name].pointer === `/${first}`);
}

// no text: the first part of a title
const idPrefix = 'externalIds.';
/** The part of a column: a name, `properties.NAME`, `externalIds.SOURCE`, or '' for a column that is left out. */
export type Part = ColumnName | `properties.${string}` | `externalIds.${string}` | '';

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

/** The system whose ids a column has. */
export const sourceOf = (part: Part) =>
  part.startsWith(idPrefix) ? part.slice(idPrefix.length) : undefined;

/** The parts that the headings name: in the words of the API, or of the page in any of its languages. */
export function partsOf(
  { headings }: CsvTable,
  properties: readonly string[],
  columns: Columns = creationColumns,
): readonly Part[] {
  const known = new Map<string, Part>();
  for (const name of properties) known.set(wordOf(name), `${propertyPrefix}${name}`);
  for (const name of namesOf(columns)) {
    const { pointer = name, label } = columns[name] ?? {};
    for (const texts of [en, de])
      known.set(wordOf(label === undefined ? name : texts[label]), name);
    known.set(wordOf(name), name);
    known.set(wordOf(pointer), name);
  }
  const taken = new Set<Part>();
  return headings.map((heading) => {
    const isPrefixed = [propertyPrefix, idPrefix].some(
      (prefix) => heading.startsWith(prefix) && heading.length > prefix.length,
    );
    const part = isPrefixed ? (heading as Part) : (known.get(wordOf(heading)) ?? '');
    if (taken.has(part)) return '';
    taken.add(part);
    return part;
  });
}

function wordOf(text: string): string {
  return foldText(text).replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** The parts that both kinds of requests have. */
function partsOfRow(
  { cells }: CsvRow,
  parts: readonly Part[],
  standard: Standard,
  organisations: readonly OrganisationItem[],
) {
  const cell = (part: Part) => cells[parts.indexOf(part)]?.trim() ?? '';
  const properties = parts.flatMap((part) => {
    const name = propertyOf(part);
    return name === undefined || cell(part) === '' ? [] : [[name, cell(part)] as const];
  });
  const ids = parts.filter((part) => sourceOf(part) !== undefined && cell(part) !== '');
  const externalIds = ids.map((part) => ({ source: sourceOf(part) ?? '', externalId: cell(part) }));
  const day = cell('expiresAt');
  return {
    cell,
    ids,
    common: {
      organisationIdOrIdentifier:
        organisationOf(cell('organisation'), organisations) ?? standard.organisationId,
      templateIdOrIdentifier: templateOf(cell('template'), organisations) ?? standard.templateId,
      ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
      ...(externalIds.length > 0 && { externalIds }),
      ...(day !== '' && { expiresAt: momentOfDay(day) }),
    },
  };
}

/** The request of a row, also an incomplete one: the service names every fault. */
export function requestOfRow(
  row: CsvRow,
  parts: readonly Part[],
  standard: Standard,
  organisations: readonly OrganisationItem[],
): RowRequest {
  const { cell, ids, common } = partsOfRow(row, parts, standard, organisations);
  const optional = (name: 'displayName' | 'mailNickName') =>
    cell(name) === '' ? {} : { [name]: cell(name) };
  const request: GroupRequest = {
    ...optional('displayName'),
    ...optional('mailNickName'),
    description: cell('description'),
    responsible: cell('responsible'),
    deputy: cell('deputy') === '' ? null : cell('deputy'),
    owners: splitPeople(cell('owners')),
    members: splitPeople(cell('members')),
    ...common,
  };
  return {
    request,
    columnOf(pointer = '') {
      const [, first = '', second = ''] = pointer.split('/');
      const wanted: Part | undefined =
        first === 'properties'
          ? `${propertyPrefix}${second}`
          : first === 'externalIds'
            ? ids[Number(second)]
            : columnAt(creationColumns, pointer);
      const index = wanted === undefined ? -1 : parts.indexOf(wanted);
      if (index >= 0) return index;
      // A name without a column is made from the properties.
      const isName = wanted === 'mailNickName' || wanted === 'displayName';
      const source = isName ? parts.findIndex((part) => propertyOf(part) !== undefined) : -1;
      return source < 0 ? undefined : source;
    },
  };
}

/** The request to adopt the group of a row, also an incomplete one. */
export function adoptionOfRow(
  row: CsvRow,
  parts: readonly Part[],
  standard: Standard,
  organisations: readonly OrganisationItem[],
): AdoptionRequest {
  const { cell, common } = partsOfRow(row, parts, standard, organisations);
  const optional = (name: 'deputy' | 'names') => (cell(name) === '' ? {} : { [name]: cell(name) });
  const responsible = cell('responsible');
  return {
    groupId: cell('groupId'),
    ...(responsible !== '' && { responsible: responsible === nobody ? null : responsible }),
    ...optional('deputy'),
    ...optional('names'),
    ...common,
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
