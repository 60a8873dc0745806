// The people of a group: those of its record, and the record beside the directory.
import { notFound } from '../audit/changes/change.ts';
import type { Directories } from '../settings/configuration/directories.ts';
import type { Server } from '../http/server.ts';
import { type PeopleRecord, readComparedPeople } from '../reconciliation/compare-people.ts';
import type { TeamStore } from '../groups/read/team.ts';
import type { AdminApiDeps } from './admin-api-deps.ts';
import { offsetQuery } from './common.schema.ts';
import { ComparedPeoplePage, GroupPeoplePage } from './group-people.schema.ts';
import { peopleOf } from './group-responses.ts';
import { GroupParams } from './groups.schema.ts';
import { offsetOf, offsetPage, pageOfAll } from './offset-page.ts';
import { operations } from './operations.ts';
import { resourceOf } from './request.ts';

export interface GroupPeopleDeps extends AdminApiDeps {
  readonly teams: TeamStore;
  readonly directories: Directories;
  readonly peopleRecordOf: (tenantId: string, teamId: string) => Promise<PeopleRecord | undefined>;
}

const lookUpTimeoutMs = 3_000;
/** A large group is many pages of Microsoft Graph. */
const compareTimeoutMs = 20_000;

const declared = operations('Groups', {
  listGroupPeople: {
    reach: 'organisations',
    summary: 'List the requested people of a group, owners first.',
    answer: 'A page of the people of the group.',
    params: GroupParams,
    querystring: offsetQuery,
    response: { 200: GroupPeoplePage },
  },
  compareGroupPeople: {
    reach: 'organisations',
    summary: 'List the people of a group by its record and in the directory, differences first.',
    description: 'Reads the directory. Reconciliation does not change people who were added there.',
    answer: 'A page of the people of the group.',
    problems: ['group_not_active', 'directory_unavailable', 'directory_permission_missing'],
    params: GroupParams,
    querystring: offsetQuery,
    response: { 200: ComparedPeoplePage },
  },
});

export function registerGroupPeopleRoutes(server: Server, deps: GroupPeopleDeps): void {
  const { address, teams, directories, peopleRecordOf } = deps;
  const path = '/:tenantId/groups/:teamId/people';

  server.get(path, declared.listGroupPeople, async (request) => {
    const { tenantId, teamId } = resourceOf(request);
    const team = await teams.readTeam(tenantId, teamId);
    if (team === undefined) throw notFound('group');
    const page = await pageOfAll(request, address, peopleOf(team), (person) => person);
    const references = page.items.map(({ reference }) => reference);
    const names = await namesOf(directories, { tenantId, teamId, references });
    const named = page.items.map((item, at) => Object.assign({ displayName: names[at] }, item));
    return { ...page, items: named };
  });

  server.get(`${path}/comparison`, declared.compareGroupPeople, async (request) => {
    const { tenantId, teamId } = resourceOf(request);
    const record = await peopleRecordOf(tenantId, teamId);
    if (record === undefined) throw notFound('group');
    const { items, total, differences } = await readComparedPeople(
      directories.of(tenantId),
      { ...record, teamId },
      offsetOf(request.query),
      AbortSignal.timeout(compareTimeoutMs),
    );
    const people = items.map(({ id, recorded, inDirectory, difference, person }) => ({
      id,
      displayName: person?.displayName ?? null,
      email: person === undefined || person.email === '' ? null : person.email,
      isGuest: person?.kind === 'guest',
      recorded,
      inDirectory,
      difference,
    }));
    return { ...offsetPage(request, address, { items: people, total }), differences };
  });
}

/** Only the sandbox is asked: at a real suite it would take from the budget of creations. */
async function namesOf(
  directories: Directories,
  people: { tenantId: string; teamId: string; references: readonly string[] },
) {
  const { tenantId, teamId, references } = people;
  const directory = directories.of(tenantId);
  if (directory.kind !== 'sandbox' || references.length === 0) return [];
  const call = { signal: AbortSignal.timeout(lookUpTimeoutMs), teamId };
  const found = await directory.resolvePeople(references, call).catch(() => []);
  return found.map(({ person }) => person?.displayName);
}
