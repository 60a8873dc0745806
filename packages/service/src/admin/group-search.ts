// The search that the query of a list of groups asks for, with the people in it looked up in the directory.
import type { Static } from 'typebox';
import type { FindPeople } from '../directory/find-people.ts';
import { momentOf } from '../ground/moment.ts';
import type { GroupLimit } from '../ground/group-limit.ts';
import { isPersonReference, personKey } from '../directory/person-reference.ts';
import type { SoughtPerson, TeamOrder, TeamSearch } from '../groups/read/browse-teams.ts';
import type { groupExportQuery, groupQuery } from './groups.schema.ts';
import { searchText } from './offset-page.ts';

type Filters = Static<typeof groupExportQuery>;
type Sort = Static<typeof groupQuery>['sort'];

const lookUpTimeoutMs = 3_000;

/**
 * @param sender sees only the groups within its limit
 * @throws DomainError if the directory cannot be asked for the person of the filter
 */
export async function groupSearchOf(
  sender: { readonly tenantId: string; readonly limit: GroupLimit },
  query: Filters,
  people: FindPeople,
): Promise<TeamSearch> {
  const { tenantId, limit } = sender;
  const {
    search,
    person,
    role,
    superseded,
    declined,
    attempts,
    expiresBefore,
    from,
    until,
    ...same
  } = query;
  const text = searchText(search);
  const [sought, textPerson] = await Promise.all([
    person === undefined ? undefined : findPerson(tenantId, person, role, people),
    text === undefined || !isPersonReference(text)
      ? undefined
      : // A text may also name a group, so the directory's silence fails nothing.
        findPerson(tenantId, text, undefined, people).catch(() => namedOnly(text)),
  ]);
  const { status, organisationId, templateId, templateVersion, state, responsibility, finding } =
    same;
  const { error, createdBy, durationFromMs, durationUntilMs } = same;
  return {
    text,
    textPerson,
    person: sought,
    isSuperseded: superseded,
    isDeclined: declined,
    isNewestAttempt: attempts === 'newest' ? true : undefined,
    expiresBefore: momentOf(expiresBefore),
    from: momentOf(from),
    until: momentOf(until),
    status,
    organisationId,
    organisationIds: limit.organisationIds ?? undefined,
    templateId,
    templateVersion,
    state,
    responsibility,
    finding,
    error,
    createdBy,
    durationFromMs,
    durationUntilMs,
  };
}

export function orderOf(sort: Sort = '-createdAt'): TeamOrder {
  const isDescending = sort.startsWith('-');
  return { by: sort.slice(isDescending ? 1 : 0) as TeamOrder['by'], isDescending };
}

/** A person whom the directory cannot tell may still be named in requests. */
function namedOnly(reference: string): SoughtPerson {
  const key = personKey(reference);
  return { id: key, references: [key], role: undefined };
}

/** Neither does the directory need to have the person. */
async function findPerson(
  tenantId: string,
  reference: string,
  role: SoughtPerson['role'],
  people: FindPeople,
): Promise<SoughtPerson> {
  const key = personKey(reference);
  const id = await idOf(tenantId, reference, people);
  return { id: id ?? key, references: id === undefined || id === key ? [key] : [key, id], role };
}

async function idOf(
  tenantId: string,
  reference: string,
  people: FindPeople,
): Promise<string | undefined> {
  const signal = AbortSignal.timeout(lookUpTimeoutMs);
  const [id] = await people.findIds(tenantId, [reference], signal);
  return id;
}
