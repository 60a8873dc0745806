// The search that the query of a list of groups asks for: organisations and templates by their names, within the limit of the
// caller, and people as the directory knows them.
import { hinted, notAmong } from '../../ground/did-you-mean.ts';
import type { Static, TObject } from 'typebox';
import type { FindPeople } from '../../directory/find-people.ts';
import { isGuid, isPersonReference, personKey } from '../../directory/person-reference.ts';
import type { DomainError } from '../../ground/errors.ts';
import { createTextSearch, searchedWords, searchText } from '../../ground/folded-text.ts';
import {
  type GroupLimit,
  isOrganisationWithin,
  isWithin,
  organisationsWithin,
} from '../../ground/group-limit.ts';
import { sourceOf } from '../../ground/schema/external-key.schema.ts';
import { momentOf } from '../../ground/moment.ts';
import { invalidQuery, requireOrder } from '../../ground/query-filters.ts';
import type { Configuration } from '../../settings/configuration/configuration.ts';
import type { Organisation } from '../../settings/organisations/organisation.ts';
import { compileNames } from '../../settings/naming/compiled-names.ts';
import type { ToDoSearch } from '../read/to-do.ts';
import {
  propertyFilterName,
  type sortQuery,
  type teamFilterQuery,
  type teamPeopleQuery,
} from '../read/team-filters.schema.ts';
import {
  byRelevance,
  datesOf,
  datesOfFilters,
  isByDate,
  type LifecycleSearch,
  newestFirst,
  searchedRoles,
  type SoughtPerson,
  type TeamOrder,
  type TeamSearch,
} from './team-search.ts';

type TeamQuery = Partial<
  Static<TObject<typeof teamFilterQuery>> & Static<TObject<typeof teamPeopleQuery>>
>;
type Sort = Static<TObject<typeof sortQuery>>['sort'];

export interface TeamQueryDeps {
  readonly configuration: Pick<Configuration, 'organisation' | 'organisations'>;
  readonly people: FindPeople;
  readonly answeringPeople: AnsweringPeople;
  /** It is a name of IANA. */
  readonly timeZoneOf: (tenantId: string) => string;
}

/** The ids of the people who answer for groups and have the word in their name or address, in the order of the words. */
export interface AnsweringPeople {
  (tenantId: string, words: readonly string[]): Promise<readonly (readonly string[])[]>;
}

/** A text may also name a group, so that it does not wait long for the directory. */
const textTimeoutMs = 3_000;

/**
 * @returns undefined if the caller sees no group at all
 * @throws DomainError `invalid_query` for a name that does not exist, or filters that do not go together; if the directory
 * cannot be asked for a person
 */
export async function teamSearchOf(
  deps: TeamQueryDeps,
  { tenantId, within }: { readonly tenantId: string; readonly within: GroupLimit },
  query: TeamQuery,
  signal: AbortSignal,
): Promise<TeamSearch | undefined> {
  const { configuration, people, timeZoneOf } = deps;
  const [from, until] = [momentOf(query.from), momentOf(query.until)];
  const { durationFromMs, durationUntilMs } = query;
  requireOrder(['from', 'until'], from, until);
  requireOrder(['durationFromMs', 'durationUntilMs'], durationFromMs, durationUntilMs);
  if (query.externalId !== undefined && query.source === undefined) {
    const detail = 'externalId needs source, because two sources may have the same id.';
    throw invalidQuery({ parameter: 'source', code: 'required', detail });
  }
  const named = namedRecords(configuration, tenantId, query, within);
  const lifecycle = lifecycleOf(query, () => timeZoneOf(tenantId));
  if (named === undefined) return undefined;
  const roles = [...searchedRoles, 'person'] as const;
  const find = (reference: string, role: SoughtPerson['role']) =>
    findPerson(people, tenantId, { reference, role }, signal);
  const text = searchText(query.search);
  const [sought, ofText] = await Promise.all([
    Promise.all(
      roles.flatMap((role) => {
        const reference = query[role];
        return reference === undefined ? [] : find(reference, role === 'person' ? undefined : role);
      }),
    ),
    text === undefined ? undefined : soughtText(deps, { tenantId, within }, text, signal),
  ]);
  return {
    ...named,
    within,
    ...ofText,
    lifecycle,
    people:
      query.requested === true
        ? sought
        : sought.map(({ id, role }) => ({ id, role, references: [] })),
    status: query.status,
    templateVersion: query.templateVersion,
    mailNickname: query.mailNickName,
    source: query.source && sourceOf(query.source),
    externalId: query.externalId,
    properties: propertiesOf(query),
    state: query.state,
    expiresBefore: momentOf(query.expiresBefore),
    idleBefore: query.idleBefore,
    changedSince: momentOf(query.changedSince),
    responsibility: query.responsibility,
    finding: query.finding,
    toDo: toDoOf(query),
    error: query.error,
    createdBy: isGuid(query.createdBy ?? '') ? query.createdBy?.toLowerCase() : query.createdBy,
    from,
    until,
    durationFromMs,
    durationUntilMs,
    isSuperseded: query.superseded,
    isDeclined: query.declined,
    isNewestAttempt: query.attempts === 'newest' ? true : undefined,
  };
}

function propertiesOf(query: object): TeamSearch['properties'] {
  return Object.entries(query).flatMap(([parameter, value]) => {
    const [, name] = propertyFilterName.exec(parameter) ?? [];
    return name === undefined ? [] : [{ name, value: String(value) }];
  });
}

/**
 * For a list that is empty: groups may have properties that their template had earlier.
 * @throws DomainError `invalid_query` for a property that no template of the caller has
 */
export function requireProperties(
  configuration: TeamQueryDeps['configuration'],
  { tenantId, within }: { readonly tenantId: string; readonly within: GroupLimit },
  query: object,
): void {
  const templates = organisationsWithin(within, configuration.organisations(tenantId))
    .flatMap((organisation) => organisation.templates)
    .filter((template) => isWithin(within, template));
  const names = templates.map((template) => compileNames(template).propertyNames);
  const known = new Set(names.flatMap((some) => Array.from(some)));
  const unknown = propertiesOf(query)?.find(({ name }) => !known.has(name));
  if (unknown === undefined) return;
  const { detail, values } = hinted(
    `No template has the property ${unknown.name}, and no group was found`,
    unknown.name,
    [...known],
  );
  throw invalidQuery({
    parameter: `properties.${unknown.name}`,
    code: 'unknown_member',
    detail,
    values: { name: unknown.name, ...values },
  });
}

/** @throws DomainError `invalid_query` for a date that the filters of the search do not have */
export function orderOf(sort: Sort, search: TeamSearch = {}): TeamOrder {
  if (sort === undefined) return search.text === undefined ? newestFirst : byRelevance;
  if (sort === 'relevance') {
    if (search.text !== undefined) return byRelevance;
    const detail = 'Only groups of a search can be sorted by relevance.';
    throw invalidQuery({
      parameter: 'sort',
      code: 'not_allowed',
      detail,
      values: { rule: 'sort_of_search' },
    });
  }
  const isDescending = sort.startsWith('-');
  const by = sort.slice(isDescending ? 1 : 0) as TeamOrder['by'];
  if (!isByDate(by) || datesOf(search).includes(by)) return { by, isDescending };
  const detail = `Only groups of the filter ${datesOfFilters[by]} can be sorted by ${by}.`;
  throw invalidQuery({
    parameter: 'sort',
    code: 'not_allowed',
    detail,
    values: { rule: 'sort_of_filter' },
  });
}

/** Groups by a text alone, as the search everywhere finds them. */
export async function textSearchOf(
  deps: Omit<TeamQueryDeps, 'timeZoneOf'>,
  { tenantId, within }: { readonly tenantId: string; readonly within: GroupLimit },
  text: string,
  signal: AbortSignal,
): Promise<TeamSearch> {
  return {
    ...(await soughtText(deps, { tenantId, within }, text, signal)),
    organisationIds: within.organisationIds ?? undefined,
    templateIds: within.templateIds ?? undefined,
    within,
  };
}

/** A text, and the things of other rooms that it names. */
async function soughtText(
  { configuration, people, answeringPeople }: Omit<TeamQueryDeps, 'timeZoneOf'>,
  { tenantId, within }: { readonly tenantId: string; readonly within: GroupLimit },
  text: string,
  signal: AbortSignal,
): Promise<Pick<TeamSearch, 'text' | 'textPerson' | 'words'>> {
  const words = searchedWords(text);
  const organisations = organisationsWithin(within, configuration.organisations(tenantId));
  const templates = organisations
    .flatMap((organisation) => organisation.templates)
    .filter((template) => isWithin(within, template));
  const [textPerson, found] = await Promise.all([
    isPersonReference(text) ? findPersonOfText(people, tenantId, text, signal) : undefined,
    isGuid(text) ? [] : answeringPeople(tenantId, words),
  ]);
  return {
    text,
    textPerson,
    words: words.map((word, at) => {
      const isFound = createTextSearch(word);
      return {
        word,
        organisations: new Map(
          organisations
            .filter(({ name }) => isFound(name))
            .map(({ organisationId, name }) => [organisationId, name]),
        ),
        templates: new Map(
          templates
            .filter(({ name }) => isFound(name))
            .map(({ templateId, name }) => [templateId, name]),
        ),
        people: found[at] ?? [],
      };
    }),
  };
}

/** The organisations and templates that the query names, as far as they are within the limit; undefined: there are none. */
function namedRecords(
  configuration: TeamQueryDeps['configuration'],
  tenantId: string,
  query: TeamQuery,
  within: GroupLimit,
): Pick<TeamSearch, 'organisationIds' | 'templateIds'> | undefined {
  const named =
    query.organisation === undefined
      ? configuration.organisations(tenantId)
      : [configuration.organisation(tenantId, query.organisation)];
  const organisations = named.filter(
    (found) => found !== undefined && isOrganisationWithin(within, found.organisationId),
  ) as Organisation[];
  if (organisations.length === 0 && query.organisation !== undefined) {
    const known = organisationsWithin(within, configuration.organisations(tenantId));
    throw invalidQuery({
      parameter: 'organisation',
      code: 'organisation_not_found',
      ...notAmong('There is no organisation', query.organisation, known),
    });
  }
  const key = query.template?.toLowerCase();
  const templates = organisations
    .flatMap((organisation) => organisation.templates)
    .filter((template) => isWithin(within, template));
  const templateIds =
    key === undefined
      ? (within.templateIds ?? undefined)
      : templates
          .filter(({ templateId, identifier }) => templateId === key || identifier === key)
          .map(({ templateId }) => templateId);
  if (templateIds?.length === 0 && key !== undefined) {
    throw invalidQuery({
      parameter: 'template',
      code: 'template_not_found',
      ...notAmong('There is no template', key, templates),
    });
  }
  if (organisations.length === 0 || templateIds?.length === 0) return undefined;
  const isLimited = query.organisation !== undefined || within.organisationIds !== null;
  return {
    organisationIds: isLimited
      ? organisations.map(({ organisationId }) => organisationId)
      : undefined,
    templateIds,
  };
}

/** @throws DomainError `invalid_query` for a cause without its area */
function toDoOf({ toDo: area, cause }: TeamQuery): ToDoSearch | undefined {
  if (area === undefined && cause !== undefined) {
    const detail = 'cause needs toDo, the area that it belongs to.';
    throw invalidQuery({ parameter: 'toDo', code: 'required', detail });
  }
  if (area === undefined) return undefined;
  const [kind, id = null] = cause?.split(/:(.*)/s, 2) ?? [];
  return { area, ...(kind !== undefined && { cause: { kind, id } }) };
}

/** @throws DomainError `invalid_query` for a day of a list without days */
function lifecycleOf(
  { lifecycle: list, date, archives: isArchiving }: TeamQuery,
  timeZone: () => string,
): LifecycleSearch | undefined {
  const hasDays = list === 'expiring' || list === 'deleting';
  if (date !== undefined && !hasDays) throw withoutDay('date');
  if (isArchiving !== undefined && (date === undefined || list !== 'expiring')) {
    throw withoutDay('archives');
  }
  if (list === undefined) return undefined;
  return date === undefined ? { list } : { list, day: { date, timeZone: timeZone(), isArchiving } };
}

function withoutDay(parameter: string): DomainError {
  const detail = {
    date: 'Only with lifecycle=expiring or deleting, groups have a day.',
    archives: 'Only with lifecycle=expiring and a date, groups are archived on it or not.',
  }[parameter as 'date' | 'archives'];
  return invalidQuery({
    parameter,
    code: 'not_allowed',
    detail,
    values: { rule: 'lists_with_days' },
  });
}

/** The directory's silence fails nothing: a person whom it cannot tell may still be named in requests. */
async function findPersonOfText(
  people: FindPeople,
  tenantId: string,
  text: string,
  signal: AbortSignal,
): Promise<SoughtPerson> {
  const soon = AbortSignal.any([signal, AbortSignal.timeout(textTimeoutMs)]);
  const key = personKey(text);
  return findPerson(people, tenantId, { reference: text, role: undefined }, soon).catch(() => ({
    id: key,
    references: [key],
    role: undefined,
  }));
}

/** The directory does not need to have the person, either. */
async function findPerson(
  people: FindPeople,
  tenantId: string,
  { reference, role }: { readonly reference: string; readonly role: SoughtPerson['role'] },
  signal: AbortSignal,
): Promise<SoughtPerson> {
  const key = personKey(reference);
  const [id] = await people.findIds(tenantId, [reference], signal);
  return { id: id ?? key, references: id === undefined || id === key ? [key] : [key, id], role };
}
