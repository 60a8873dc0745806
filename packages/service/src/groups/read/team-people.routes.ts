// The people of a group: those of its record, and the record beside the directory.
import { TeamParams } from '../../ground/schema/parts.schema.ts';
import { Type } from 'typebox';
import { notFound } from '../../ground/errors.ts';
import { isWithin } from '../../ground/group-limit.ts';
import { countedPageQuery, readCountedList } from '../../http/paging.ts';
import { refTo, shareSchemas } from '../../http/schema-ref.ts';
import { type MountUrl, senderOf } from '../../http/sender.ts';
import type { Server } from '../../http/server.ts';
import { type PeopleRecord, readComparedPeople, type RecordedRole } from './compare-people.ts';
import type { Directories } from '../../settings/configuration/directories.ts';
import { personKey } from '../../directory/person-reference.ts';
import type { RostersNaming } from '../rosters/read-rosters.ts';
import { ComparedPeoplePage, TeamPeoplePage } from './team-people.schema.ts';
import type { Team, TeamStore } from './team.ts';

interface Deps {
  readonly teams: Pick<TeamStore, 'readStatus' | 'readTeam'>;
  readonly directories: Directories;
  readonly peopleRecordOf: (tenantId: string, teamId: string) => Promise<PeopleRecord | undefined>;
  readonly rostersNaming: RostersNaming;
  readonly urlOf: MountUrl;
}

const lookUpTimeoutMs = 3_000;
/** A large group is many pages of Microsoft Graph. */
const compareTimeoutMs = 20_000;
/** All people of the group are read in the directory. */
const weightOfComparison = 10;

const querystring = Type.Object(countedPageQuery, { additionalProperties: false });

export function registerTeamPeopleRoutes(server: Server, deps: Deps): void {
  const { teams, directories, peopleRecordOf, rostersNaming, urlOf } = deps;
  shareSchemas(server, [TeamPeoplePage, ComparedPeoplePage]);
  server.get(
    '/teams/:teamId/people',
    {
      config: {
        scope: 'groups:read',
        answer: 'A page of the people of the team.',
        problems: ['not_found', 'invalid_query'],
      },
      schema: {
        operationId: 'listTeamPeople',
        tags: ['Teams'],
        summary: 'List the people of the record of a team, owners first.',
        params: TeamParams,
        querystring,
        response: { 200: refTo(TeamPeoplePage) },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'private, no-store');
      const { tenantId, within } = senderOf(request);
      const teamId = request.params.teamId.toLowerCase();
      const list = readCountedList(request.query, {
        path: `/teams/${teamId}/people`,
        tenantId,
        mountUrl: urlOf(tenantId),
      });
      const team = await teams.readTeam(tenantId, teamId);
      if (team === undefined || !isWithin(within, team)) throw notFound();
      const all = peopleOf(team);
      const shown = list.partOf(all);
      const references = shown.map(({ reference }) => reference);
      const names = await namesOf(directories, { tenantId, teamId, references });
      const items = shown.map(({ role, reference }, at) => ({
        role,
        reference,
        displayName: names[at] ?? null,
      }));
      return list.answer({ items, total: all.length });
    },
  );

  server.get(
    '/teams/:teamId/people/comparison',
    {
      config: {
        scope: 'groups:read',
        answer: 'A page of the people of the team.',
        problems: [
          'not_found',
          'invalid_query',
          'group_not_active',
          'directory_unavailable',
          'directory_permission_missing',
        ],
      },
      schema: {
        operationId: 'compareTeamPeople',
        tags: ['Teams'],
        summary: 'List the people of a team by its record and in the directory, differences first.',
        description:
          'Reads the directory. Reconciliation does not change people who were added there.',
        params: TeamParams,
        querystring,
        response: { 200: refTo(ComparedPeoplePage) },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'private, no-store');
      const { tenantId, within } = senderOf(request);
      const teamId = request.params.teamId.toLowerCase();
      const list = readCountedList(request.query, {
        path: `/teams/${teamId}/people/comparison`,
        tenantId,
        mountUrl: urlOf(tenantId),
      });
      const status = await teams.readStatus(tenantId, teamId);
      if (status === undefined || !isWithin(within, status)) throw notFound();
      const record = await peopleRecordOf(tenantId, teamId);
      if (record === undefined) throw notFound();
      server.weighRequest(request, reply, weightOfComparison);
      const { items, total, differences } = await readComparedPeople(
        directories.of(tenantId),
        { ...record, teamId },
        list,
        AbortSignal.timeout(compareTimeoutMs),
      );
      const naming = await rostersNaming(tenantId, teamId, items);
      const people = items.map(({ id, recorded, inDirectory, difference, person }) => ({
        id,
        displayName: person?.displayName ?? null,
        email: person === undefined || person.email === '' ? null : person.email,
        isGuest: person?.kind === 'guest',
        recorded,
        inDirectory,
        difference,
        rosters: naming.get(personKey(id)) ?? [],
      }));
      return {
        ...list.answer({ items: people, total }),
        differences,
      };
    },
  );
}

/** All people of the record, owners first. */
function peopleOf(team: Team): { role: RecordedRole; reference: string }[] {
  return [
    ...(['responsible', 'deputy'] as const).flatMap((role) => {
      const reference = team[role];
      return reference === null ? [] : [{ role, reference }];
    }),
    ...team.owners.map((reference) => ({ role: 'owner' as const, reference })),
    ...team.members.map((reference) => ({ role: 'member' as const, reference })),
  ];
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
