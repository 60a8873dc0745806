// The filters, the order and the columns of the list of groups, as the address of the page has them.
import type { GroupFilters } from '../api/types.ts';
import type { GridOrder } from '../components/grid/grid-types.ts';
import { standardColumns } from './group-columns.tsx';

/** Parameters of the address that are filters. */
export const filterNames = [
  'search',
  'status',
  'state',
  'organisation',
  'template',
  'person',
  'role',
  'error',
  'createdBy',
  'from',
  'until',
] as const;
export type FilterName = (typeof filterNames)[number];

/** A failed creation that was neither retried nor replaced; not a status of the API. */
export const openFailures = 'failed-open';

/** Empty texts are no filters. The service refuses unknown values, so that a misspelt address does not show everything. */
export function filtersOf(query: URLSearchParams): GroupFilters {
  const text = (name: FilterName) => query.get(name) ?? '';
  const status = text('status');
  const person = text('person');
  return {
    search: text('search'),
    status: (status === openFailures ? 'failed' : status) as GroupFilters['status'],
    ...(status === openFailures && { superseded: false }),
    state: text('state') as GroupFilters['state'],
    organisationId: text('organisation'),
    templateId: text('template'),
    person,
    // A role without a person would say nothing.
    role: (person === '' ? '' : text('role')) as GroupFilters['role'],
    error: text('error'),
    createdBy: text('createdBy'),
    from: startOf(text('from'), 0),
    until: startOf(text('until'), 1),
    sort: (query.get('sort') ?? '-createdAt') as GroupFilters['sort'],
  };
}

export function isFiltered(query: URLSearchParams): boolean {
  return filterNames.some((name) => (query.get(name) ?? '') !== '');
}

/** The start of the day in the time zone of the browser, or of a later one. */
function startOf(day: string, later: number): string {
  const [year = Number.NaN, month = 1, date = 1] = day.split('-').map(Number);
  const at = new Date(year, month - 1, date + later);
  return day === '' ? '' : Number.isNaN(at.getTime()) ? day : at.toISOString();
}

export function orderOf(query: URLSearchParams): GridOrder {
  const sort = query.get('sort') ?? '-createdAt';
  const isDescending = sort.startsWith('-');
  return { by: isDescending ? sort.slice(1) : sort, isDescending };
}

export function columnsOf(query: URLSearchParams): readonly string[] {
  const named = query.get('columns')?.split(',') ?? [];
  // A row without its name would say nothing.
  return named.length === 0 ? standardColumns : ['name', ...named.filter((id) => id !== 'name')];
}

/** A change of the address; an empty text removes the parameter. */
export function changed(query: URLSearchParams, changes: Readonly<Record<string, string>>) {
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') next.delete(name);
    else next.set(name, value);
  }
  // A panel is no part of a view.
  if (!('view' in changes) && !('new' in changes)) next.delete('view');
  return next;
}
