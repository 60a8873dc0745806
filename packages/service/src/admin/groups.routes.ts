// The tenant's groups: a searchable list with random access, one group with its progress, and the interventions
// in a creation.
import { Type } from 'typebox';
import { notFound } from '../changes/change.ts';
import type { Configuration } from '../configuration/configuration.ts';
import type { Directories } from '../configuration/directories.ts';
import type { Server } from '../http/server.ts';
import type { TeamBrowser } from '../teams/browse-teams.ts';
import type { Interventions } from '../teams/intervene.ts';
import { createHeldAnswers } from '../http/held-answers.ts';
import { createStatusStreams } from '../teams/status-stream.routes.ts';
import type { TeamStore } from '../teams/team.ts';
import type { StatusWatch } from '../teams/watch-status.ts';
import { holderOf } from './admin-request.routes.ts';
import type { AdminApiDeps } from './api-deps.routes.ts';
import { guidParam, offsetQuery, tenantIdParam, TenantParams } from './common.schema.ts';
import { groupAnswer, groupStatusAnswer, groupSummaryAnswer, peopleOf } from './group-responses.ts';
import { Group, GroupPage, GroupPeoplePage, groupQuery, Retry } from './groups.schema.ts';
import { actorOf, offsetPage, sliceOf, tenantOf } from './requests.routes.ts';

export interface GroupDeps extends AdminApiDeps {
  readonly configuration: Configuration;
  readonly teams: TeamStore;
  readonly browser: TeamBrowser;
  readonly watch: StatusWatch;
  readonly interventions: Interventions;
  readonly directories: Directories;
}

const tags = ['Groups'];
const GroupParams = Type.Object({ tenantId: tenantIdParam, teamId: guidParam('The group.') });
const lookUpTimeoutMs = 3_000;

export function registerGroupRoutes(server: Server, deps: GroupDeps): void {
  const { address, configuration, teams, browser, watch, interventions, directories } = deps;
  const streams = createStatusStreams({
    watch,
    toAnswer: groupStatusAnswer,
    heldAnswers: createHeldAnswers(),
  });
  server.addHook('preClose', async () => streams.endAll());

  server.get(
    '/:tenantId/groups',
    {
      config: { answer: 'A page of groups.', problems: ['invalid_query'] },
      schema: {
        operationId: 'listGroups',
        tags,
        summary: 'List the groups, newest first.',
        params: TenantParams,
        querystring: Type.Object(groupQuery),
        response: { 200: GroupPage },
      },
    },
    async (request) => {
      const tenantId = tenantOf(request);
      const { search, status, organisationId, templateId, offset = 0, limit = 50 } = request.query;
      const text = search?.trim();
      const found = await browser.search(
        tenantId,
        { text: text === '' ? undefined : text, status, organisationId, templateId },
        { offset, limit },
      );
      const page = offsetPage(request, address, {
        items: found.items.map((team) => groupSummaryAnswer(tenantId, team, configuration)),
        // Pages continue beyond the end of the count.
        total: found.isExact ? found.total : Number.POSITIVE_INFINITY,
      });
      return { ...page, total: found.total, totalIsExact: found.isExact };
    },
  );

  async function read(tenantId: string, teamId: string) {
    const [team, status, history] = await Promise.all([
      teams.readTeam(tenantId, teamId),
      teams.readStatus(tenantId, teamId),
      browser.history(tenantId, teamId),
    ]);
    if (team === undefined || status === undefined || history === undefined) {
      throw notFound('group');
    }
    return groupAnswer(tenantId, team, status, history, configuration);
  }

  server.get(
    '/:tenantId/groups/:teamId',
    {
      config: { answer: 'The group.', problems: ['not_found'] },
      schema: {
        operationId: 'getGroup',
        tags,
        summary: 'Read a group: its request, its progress and its errors.',
        params: GroupParams,
        response: { 200: Group },
      },
    },
    (request) => read(tenantOf(request), request.params.teamId.toLowerCase()),
  );

  server.get(
    '/:tenantId/groups/:teamId/people',
    {
      config: { answer: 'A page of the people of the group.', problems: ['not_found'] },
      schema: {
        operationId: 'listGroupPeople',
        tags,
        summary: 'List the requested people of a group, owners first.',
        params: GroupParams,
        querystring: Type.Object(offsetQuery),
        response: { 200: GroupPeoplePage },
      },
    },
    async (request) => {
      const tenantId = tenantOf(request);
      const team = await teams.readTeam(tenantId, request.params.teamId.toLowerCase());
      if (team === undefined) throw notFound('group');
      const { items, total } = sliceOf(peopleOf(team), request.query);
      const names = await namesOf(
        tenantId,
        team.teamId,
        items.map(({ reference }) => reference),
      );
      return offsetPage(request, address, {
        items: items.map(({ role, reference }, index) => ({
          role,
          reference,
          displayName: names[index] ?? null,
        })),
        total,
      });
    },
  );

  /** Only the sandbox is asked: at a real suite it would take from the budget of creations. */
  async function namesOf(tenantId: string, teamId: string, references: readonly string[]) {
    const directory = directories.of(tenantId);
    if (directory.kind !== 'sandbox' || references.length === 0) return [];
    const call = { signal: AbortSignal.timeout(lookUpTimeoutMs), teamId };
    const found = await directory.resolvePeople(references, call).catch(() => []);
    return found.map(({ person }) => person?.displayName);
  }

  server.get(
    '/:tenantId/groups/:teamId/events',
    {
      config: {
        answer: 'A stream of status events.',
        produces: ['text/event-stream'],
        problems: ['not_found'],
      },
      schema: {
        operationId: 'followGroup',
        tags,
        summary: 'Stream the status of a creation at every change, until it is final.',
        params: GroupParams,
        response: { 200: { content: { 'text/event-stream': { schema: Type.String() } } } },
      },
    },
    async (request, reply) => {
      const key = { tenantId: tenantOf(request), teamId: request.params.teamId.toLowerCase() };
      const status = await teams.readStatus(key.tenantId, key.teamId);
      if (status === undefined) throw notFound('group');
      return streams.open(request, reply, key, status, holderOf(request));
    },
  );

  server.post(
    '/:tenantId/groups/:teamId/cancel',
    {
      config: { answer: 'The cancelled group.', problems: ['not_found', 'in_use'] },
      schema: {
        operationId: 'cancelGroup',
        tags,
        summary: 'Cancel a creation that has not started.',
        params: GroupParams,
        response: { 200: Group },
      },
    },
    async (request) => {
      const teamId = request.params.teamId.toLowerCase();
      await interventions.cancel(tenantOf(request), teamId, actorOf(request));
      return read(tenantOf(request), teamId);
    },
  );

  server.post(
    '/:tenantId/groups/:teamId/retry',
    {
      config: {
        answer: 'The teamId of the new creation.',
        creates: true,
        problems: ['not_found', 'in_use', 'mail_nickname_taken', 'validation_failed'],
      },
      schema: {
        operationId: 'retryGroup',
        tags,
        summary:
          'Retry a failed creation. The new creation has its own id and a link to the failed one.',
        params: GroupParams,
        response: { 201: Retry },
      },
    },
    async (request, reply) => {
      const teamId = await interventions.retry(
        tenantOf(request),
        request.params.teamId.toLowerCase(),
        actorOf(request),
      );
      reply.code(201);
      return { teamId };
    },
  );
}
