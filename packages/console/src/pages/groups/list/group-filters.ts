// The filters, the order and the columns of the list of groups, as the address of the page has them.
import type { GroupFilters } from '../../../api/types.ts';
import { currentLocale } from '../../../messages/current-locale.ts';
import { dayIn, startOfDay } from '../../../messages/zoned-day.ts';
import type { GridOrder } from '../../../components/grid/grid-types.ts';
import { propertyOf, propertyPrefix } from '../../../components/property-name.ts';
import { standardColumns } from './group-columns.tsx';
import { declined, openFailures } from '../../../components/request-states.ts';

const dayMs = 86_400_000;

/** Parameters of the address that are filters. */
export const filterNames = [
  'search',
  'status',
  'state',
  'organisation',
  'template',
  'templateVersion',
  'person',
  'role',
  'error',
  'createdBy',
  'from',
  'until',
  'durationFromMs',
  'durationUntilMs',
  'idleBefore',
  'attempts',
  'source',
  'externalId',
] as const;
export type FilterName = (typeof filterNames)[number];

/** The properties that the address filters by, with their values. */
export function propertyFilters(query: URLSearchParams): readonly (readonly [string, string])[] {
  return [...query].flatMap(([name, value]) => {
    const property = propertyOf(name);
    return property === undefined || value === '' ? [] : [[property, value] as const];
  });
}

/** A change of the address that removes all filters. */
export function noFilters(query: URLSearchParams): Readonly<Record<string, string>> {
  const properties = propertyFilters(query).map(([name]) => propertyPrefix + name);
  return Object.fromEntries([...filterNames, ...properties].map((name) => [name, '']));
}

/** Empty texts are no filters. The service refuses unknown values, so that a misspelt address does not show everything. */
export function filtersOf(query: URLSearchParams): GroupFilters {
  const text = (name: FilterName) => query.get(name) ?? '';
  const status = text('status');
  const isFailure = ['failed', openFailures, declined].includes(status);
  return {
    search: text('search'),
    status: (isFailure ? 'failed' : status) as GroupFilters['status'],
    ...(isFailure && text('error') === '' && { declined: status === declined }),
    ...(status === openFailures && { superseded: false }),
    state: text('state') as GroupFilters['state'],
    organisation: text('organisation'),
    template: text('template'),
    // A version without a template would say nothing.
    templateVersion: (text('template') === ''
      ? ''
      : text('templateVersion')) as unknown as GroupFilters['templateVersion'],
    ...ofPerson(text('person'), text('role')),
    // The address has it only where earlier attempts are shown too.
    attempts: text('attempts') === 'all' ? 'all' : 'newest',
    error: text('error'),
    createdBy: text('createdBy'),
    from: startOf(text('from'), 0),
    until: startOf(text('until'), 1),
    idleBefore: text('idleBefore'),
    // Texts of the address; the service checks them.
    durationFromMs: text('durationFromMs') as unknown as GroupFilters['durationFromMs'],
    durationUntilMs: text('durationUntilMs') as unknown as GroupFilters['durationUntilMs'],
    ...ofSource(text('source'), text('externalId')),
    ...Object.fromEntries(
      propertyFilters(query).map(([name, value]) => [propertyPrefix + name, value]),
    ),
    // Without one, a search is sorted by relevance.
    sort: (query.get('sort') ?? undefined) as GroupFilters['sort'],
  };
}

/** An id without its source would say nothing: two sources may have the same one. */
function ofSource(source: string, externalId: string): GroupFilters {
  return source === '' ? {} : { source, externalId };
}

/** A role without a person would say nothing. Requests that failed name people, too. */
function ofPerson(person: string, role: string): GroupFilters {
  if (person === '') return {};
  return { [role === '' ? 'person' : role]: person, requested: true };
}

export function isFiltered(query: URLSearchParams): boolean {
  return (
    filterNames.some((name) => (query.get(name) ?? '') !== '') || propertyFilters(query).length > 0
  );
}

/** A day is one of the page's time zone. A moment, as links from reports have it, stays as it is. */
function startOf(dayOrMoment: string, later: number): string {
  return startOfDay(dayOrMoment, currentLocale().timeZone, later) ?? dayOrMoment;
}

/** Whether `from` or `until` of an address is a moment instead of a day. */
export function isMoment(text: string): boolean {
  return text.includes('T');
}

/**
 * The address of the groups that were requested on days of a report. These are days in UTC, so that the link counts the
 * same groups in every time zone. Reports count every attempt.
 * @param filters by the names of the address; an empty one is left out
 * @param days the first and the last day, `YYYY-MM-DD`
 */
export function groupsOfDays(
  days: { readonly from: string; readonly until: string },
  filters: Partial<Readonly<Record<FilterName, string>>>,
): string {
  const range = {
    from: startOfDay(days.from, 'UTC') ?? '',
    until: startOfDay(days.until, 'UTC', 1) ?? '',
  };
  const chosen = Object.entries({ ...filters, ...range, attempts: 'all' }).filter(
    ([, value]) => value !== '',
  );
  return `/groups?${new URLSearchParams(chosen).toString()}`;
}

/** The days in UTC from the first moment until before the second. Undefined: they are no whole days. */
export function daysBetween(from: string, until: string) {
  const [first, end] = [Date.parse(from), Date.parse(until)];
  const areWholeDays = first % dayMs === 0 && end % dayMs === 0 && first < end;
  return areWholeDays ? { from: dayIn('UTC', first), until: dayIn('UTC', end - 1) } : undefined;
}

export function orderOf(query: URLSearchParams): GridOrder {
  const sort = query.get('sort') ?? (isSearch(query) ? 'relevance' : '-createdAt');
  const isDescending = sort.startsWith('-');
  return { by: isDescending ? sort.slice(1) : sort, isDescending };
}

export function columnsOf(query: URLSearchParams): readonly string[] {
  const named = query.get('columns')?.split(',') ?? [];
  // A row without its name would say nothing.
  if (named.length > 0) return ['name', ...named.filter((id) => id !== 'name')];
  return isSearch(query) ? ['name', 'match', ...standardColumns.slice(1)] : standardColumns;
}

const isSearch = (query: URLSearchParams) => (query.get('search') ?? '').trim() !== '';

/** A change of the address; an empty text removes the parameter. */
export function changed(query: URLSearchParams, changes: Readonly<Record<string, string>>) {
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') next.delete(name);
    else next.set(name, value);
  }
  // A panel is no part of a view.
  const isPanel = ['view', 'new', 'details'].some((name) => name in changes);
  if (!isPanel) next.delete('view');
  return next;
}
