// The people who answered for groups on a day, proven by the audit log: of one group, of a person and of the tenant.
import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { type FindPeople, unlessUnavailable } from '../../directory/find-people.ts';
import { personKey } from '../../directory/person-reference.ts';
import type { Clock } from '../../ground/clock.ts';
import { csvHead, csvLine } from '../../ground/csv.ts';
import { DomainError } from '../../ground/errors.ts';
import { type GroupLimit, requireWithin } from '../../ground/group-limit.ts';
import { dayInput } from '../../ground/schema/moment.schema.ts';
import { personPattern, TeamParams } from '../../ground/schema/parts.schema.ts';
import type { BeginWork } from '../../ground/turns.ts';
import { createWhileAuthorized, type Subscribers } from '../../http/open-responses.ts';
import { pageOf, pageQuery, positionPart, readPage } from '../../http/paging.ts';
import { refTo, shareSchemas } from '../../http/schema-ref.ts';
import { type MountUrl, senderOf } from '../../http/sender.ts';
import type { Server } from '../../http/server.ts';
import type { Configuration } from '../../settings/configuration/configuration.ts';
import { type AnsweredBy, responsibilityAt, rolesOf } from './responsibility-history.ts';
import type {
  AnsweredGroups,
  ReadHistories,
  ReferencesOf,
  StoredHistory,
} from './responsibility-history.postgres.ts';
import {
  AnsweredGroupPage,
  HeldRolePage,
  ResponsibilityOnDay,
  responsibilitySchemas,
} from './responsibility.schema.ts';

const dayMs = 86_400_000;

export interface ResponsibilityHistoryDeps {
  readonly readHistories: ReadHistories;
  readonly answeredGroups: AnsweredGroups;
  readonly referencesOf: ReferencesOf;
  readonly configuration: Pick<Configuration, 'organisation' | 'templateName'>;
  readonly people: FindPeople;
  readonly subscribers: Subscribers;
  readonly beginWork: BeginWork;
  readonly clock: Clock;
  readonly urlOf: MountUrl;
}

const dayQuery = { at: Type.Optional(dayInput('The day (UTC). Default: today.')) };
const listQuery = {
  ...dayQuery,
  person: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 320,
      pattern: personPattern,
      description: 'Only groups for which this person answered: user ID or e-mail address.',
      'x-fault': 'must be a user ID or an e-mail address',
    }),
  ),
};
const directoryProblems = ['directory_permission_missing', 'directory_unavailable'] as const;
const proof =
  'The answer comes from the audit log, and names the entries that prove it with their places in the hash chain. `groupwright`’s operator verifies the chain with `audit verify`.';
/** Many of them have had other people, so that a page needs more than it shows. */
const groupsAtOnce = 200;
/** A costly request has it. */
const weightOfExport = 25;

export function registerResponsibilityRoutes(
  server: Server,
  deps: ResponsibilityHistoryDeps,
): void {
  const { readHistories, referencesOf, clock, people, subscribers, urlOf } = deps;
  shareSchemas(server, responsibilitySchemas);

  function dayOf(given: string | undefined) {
    const at = given ?? new Date(clock.now()).toISOString().slice(0, 10);
    return { at, end: new Date(Date.parse(`${at}T00:00:00Z`) + dayMs - 1) };
  }

  /** Undefined: the request names nobody. */
  async function referencesIn(request: FastifyRequest, tenantId: string, person?: string) {
    if (person === undefined) return undefined;
    return subscribers.whileAdmitted(request, (signal) => referencesOf(tenantId, person, signal));
  }

  server.get(
    '/teams/:teamId/responsibility',
    {
      config: {
        scope: 'groups:read',
        answer: 'The people who answered for the group on the day.',
        problems: ['not_found', 'invalid_query'],
      },
      schema: {
        operationId: 'getResponsibility',
        tags: ['Teams'],
        summary: 'Read who answered for a group on a day.',
        description: proof,
        params: TeamParams,
        querystring: Type.Object(dayQuery, { additionalProperties: false }),
        response: { 200: refTo(ResponsibilityOnDay) },
      },
    },
    async (request, reply) => {
      const { tenantId, within } = senderOf(request);
      const teamId = request.params.teamId.toLowerCase();
      const { at, end } = dayOf(request.query.at);
      const [history] = await readHistories(tenantId, [teamId]);
      const kept = requireKept(requireWithin(within, history), end);
      reply.header('cache-control', 'private, no-store');
      return { teamId, at, ...responsibilityAt(kept, end) };
    },
  );

  /** The groups for which someone, or the person, answered at the end of the day, oldest first. */
  async function* answered(
    { tenantId, within }: { readonly tenantId: string; readonly within: GroupLimit },
    end: Date,
    {
      references,
      after,
      atOnce = groupsAtOnce,
    }: {
      readonly references: readonly string[] | undefined;
      readonly after?: string | undefined;
      /** Groups whose histories are read at once. */
      readonly atOnce?: number;
    },
  ) {
    for (let last = after; ;) {
      const teamIds = await deps.answeredGroups(tenantId, {
        references,
        at: end,
        after: last,
        limit: atOnce,
        within,
      });
      const histories = await readHistories(tenantId, teamIds);
      for (const history of histories) requireKept(history, end);
      const isNamed = ({ person }: AnsweredBy) =>
        references === undefined || (person !== null && references.includes(person.toLowerCase()));
      yield histories
        .map((history) => Object.assign(groupOf(history), responsibilityAt(history, end)))
        .filter(({ responsible, deputy }) => isNamed(responsible) || isNamed(deputy));
      last = teamIds.at(-1);
      if (teamIds.length < atOnce) return;
    }
  }

  server.get(
    '/responsibilities',
    {
      config: {
        scope: 'groups:read',
        answer: 'A page of groups with the people who answered for them.',
        problems: ['invalid_query', ...directoryProblems],
      },
      schema: {
        operationId: 'listResponsibilities',
        tags: ['Teams'],
        summary: 'List who answered for each group on a day, or the groups of a person on it.',
        description: `Groups that existed at the end of the day are listed, oldest first, also those that were deleted since. ${proof}`,
        querystring: Type.Object({ ...listQuery, ...pageQuery }, { additionalProperties: false }),
        response: { 200: refTo(AnsweredGroupPage) },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'private, no-store');
      const { tenantId, within } = senderOf(request);
      const { person } = request.query;
      const { at, end } = dayOf(request.query.at);
      const list = {
        path: '/responsibilities',
        tenantId,
        filters: { at, person },
        position: [positionPart.guid],
      };
      const page = readPage(request.query, list);
      const references = await referencesIn(request, tenantId, person);
      const found = [];
      for await (const batch of answered({ tenantId, within }, end, {
        references,
        after: page.after?.[0],
        // Nobody is sought, so each group is shown.
        ...(references === undefined && { atOnce: page.limit + 1 }),
      })) {
        found.push(...batch);
        if (found.length > page.limit) break;
      }
      const url = urlOf(tenantId);
      return {
        at,
        ...pageOf(
          found,
          page,
          list,
          url,
          ({ teamId }) => [teamId],
          (one) => one,
        ),
      };
    },
  );

  server.get(
    '/responsibilities/export',
    {
      config: {
        scope: 'groups:read',
        answer: 'The groups and the people who answered for them as a file.',
        produces: ['text/csv'],
        problems: ['invalid_query', ...directoryProblems],
      },
      schema: {
        operationId: 'exportResponsibilities',
        tags: ['Teams'],
        summary: 'Export who answered for each group on a day as CSV.',
        description:
          'A line for each group that existed at the end of the day, with the people, since when, and the places of the entries that prove it in the hash chain. The file is UTF-8 with a byte order mark.',
        querystring: Type.Object(listQuery, { additionalProperties: false }),
        response: {
          200: { content: { 'text/csv': { schema: Type.Unsafe<Readable>(Type.String()) } } },
        },
      },
    },
    async (request, reply) => {
      const { tenantId, within } = senderOf(request);
      const { person } = request.query;
      const { at, end } = dayOf(request.query.at);
      const references = await referencesIn(request, tenantId, person);
      server.weighRequest(request, reply, weightOfExport);
      server.enterExport(tenantId, reply);
      const batches = answered({ tenantId, within }, end, { references });
      // A fault is an answer, and no file that ends early.
      const first = await batches.next();
      const rest = createWhileAuthorized(deps.beginWork)(
        batches,
        subscribers.subscriberOf(request),
        reply,
      );
      return server.asFile(reply, 'responsible', 'csv', at).send(
        Readable.from(
          asCsv(at, first.value ?? [], rest, {
            tenantId,
            configuration: deps.configuration,
            namesOf: (references) => namesOf(people, tenantId, references),
          }),
        ),
      );
    },
  );

  server.get(
    '/people/:idOrEmail/responsibilities',
    {
      config: {
        scope: 'groups:read',
        answer: 'A page of roles of the person.',
        problems: ['invalid_query', ...directoryProblems],
      },
      schema: {
        operationId: 'listRolesOfPerson',
        tags: ['People'],
        summary: 'List the groups for which a person answers or answered, with the times.',
        description:
          'Roles of deleted groups are included, and so are those of a person whom the directory does not have any more. Oldest groups first.',
        params: Type.Object({
          idOrEmail: Type.String({
            maxLength: 320,
            pattern: personPattern,
            description: 'User ID or e-mail address of the person.',
          }),
        }),
        querystring: Type.Object(pageQuery, { additionalProperties: false }),
        response: { 200: refTo(HeldRolePage) },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'private, no-store');
      const { tenantId, within } = senderOf(request);
      const { idOrEmail } = request.params;
      const list = {
        path: `/people/${encodeURIComponent(idOrEmail)}/responsibilities`,
        tenantId,
        filters: {},
        position: [positionPart.guid],
      };
      const page = readPage(request.query, list);
      const references = (await referencesIn(request, tenantId, idOrEmail)) ?? [];
      const teamIds = await deps.answeredGroups(tenantId, {
        references,
        at: undefined,
        after: page.after?.[0],
        limit: page.limit + 1,
        within,
      });
      const groups = pageOf(
        teamIds,
        page,
        list,
        urlOf(tenantId),
        (id) => [id],
        (id) => id,
      );
      const histories = await readHistories(tenantId, groups.items, { isProven: false });
      return {
        ...groups,
        items: histories.flatMap((history) =>
          rolesOf(history, (one) => references.includes(one.toLowerCase())).map((held) =>
            Object.assign(groupOf(history), held),
          ),
        ),
        knownSince: histories[0]?.archivedUntil ?? null,
      };
    },
  );
}

function groupOf({ teamId, displayName, mailNickname, organisationId, templateId }: StoredHistory) {
  return { teamId, displayName, mailNickName: mailNickname, organisationId, templateId };
}

type AnsweredGroup = ReturnType<typeof groupOf> & ReturnType<typeof responsibilityAt>;

async function* asCsv(
  at: string,
  first: readonly AnsweredGroup[],
  others: AsyncIterable<readonly AnsweredGroup[]>,
  {
    tenantId,
    configuration,
    namesOf,
  }: {
    readonly tenantId: string;
    readonly configuration: ResponsibilityHistoryDeps['configuration'];
    readonly namesOf: (references: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  },
): AsyncGenerator<string> {
  const ofRole = (role: string) =>
    ['', 'Name', 'Since', 'Until', 'AcceptedAt', 'EntryPosition', 'EntryHash'].map(
      (part) => role + part,
    );
  yield csvHead([
    'at',
    'displayName',
    'mailNickName',
    'organisation',
    'template',
    ...ofRole('responsible'),
    ...ofRole('deputy'),
    'teamId',
  ]);
  async function* all() {
    yield first;
    yield* others;
  }
  for await (const batch of all()) {
    const names = await namesOf(
      batch.flatMap(({ responsible, deputy }) =>
        [responsible, deputy].flatMap(({ person }) => (person === null ? [] : [person])),
      ),
    );
    const cellsOf = ({ person, from, until, accepted }: AnsweredBy) => [
      person ?? '',
      person === null ? '' : (names.get(personKey(person)) ?? ''),
      from?.occurredAt.toISOString() ?? '',
      until?.occurredAt.toISOString() ?? '',
      accepted?.occurredAt.toISOString() ?? '',
      from?.proof?.position.toString() ?? '',
      from?.proof?.hash ?? '',
    ];
    yield batch
      .map((group) =>
        csvLine([
          at,
          group.displayName,
          group.mailNickName,
          configuration.organisation(tenantId, group.organisationId)?.name ?? '',
          configuration.templateName(tenantId, group.templateId)?.name ?? '',
          ...cellsOf(group.responsible),
          ...cellsOf(group.deputy),
          group.teamId,
        ]),
      )
      .join('');
  }
}

/** The result has their keys; empty where the directory does not answer, because the references alone prove who it was. */
async function namesOf(
  people: FindPeople,
  tenantId: string,
  references: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const asked = [...new Set(references)];
  if (asked.length === 0) return new Map();
  const found = await people
    .find(tenantId, asked, AbortSignal.timeout(namesWithinMs))
    .catch(unlessUnavailable);
  return new Map(
    [...(found ?? [])].flatMap(([key, person]) =>
      person === undefined ? [] : [[key, person.displayName]],
    ),
  );
}

const namesWithinMs = 10_000;

/** @throws DomainError `invalid_query` for a day of which entries may be in the archive of the audit log */
function requireKept(history: StoredHistory, end: Date): StoredHistory {
  const { archivedUntil } = history;
  if (archivedUntil !== null && end < archivedUntil) throw archivedDay(archivedUntil);
  return history;
}

function archivedDay(until: Date): DomainError {
  const detail = `at is before ${until.toISOString().slice(0, 10)}: the audit log of that time was archived. Ask an operator for the archive.`;
  return new DomainError('invalid_query', detail, {
    faults: [{ parameter: 'at', code: 'not_valid', detail, values: { rule: 'archived_day' } }],
  });
}
