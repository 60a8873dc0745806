// The activity log: pages with filters, export, and the proof of its chain.
import { Readable } from 'node:stream';
import { refused } from '../access/sessions/refusals.ts';
import {
  type ActivityFilter,
  type ActivityReader,
  csvLine,
  exportColumns,
  jsonLine,
  readAllActivity,
  type ReadActivity,
} from '../audit/browse-activity.ts';
import type { createVerifyChain } from '../audit/verify-chain.ts';
import type { Configuration } from '../settings/configuration/configuration.ts';
import { isGuid } from '../directory/person-reference.ts';
import { type GroupLimit, isLimited } from '../ground/group-limit.ts';
import { invalidQuery } from '../ground/query-filters.ts';
import type { BeginWork } from '../ground/turns.ts';
import { type TeamsWithin, createKnownGroups } from '../groups/read/known-groups.ts';
import { pageOf, positionPart, readPage } from '../http/paging.ts';
import type { Server } from '../http/server.ts';
import {
  ActivityExport,
  activityListQuery,
  ActivityPage,
  ActivityProof,
  activityExportQuery,
  type activityFilterQuery,
} from './activity.schema.ts';
import type { AdminApiDeps } from './admin-api-deps.ts';
import { rangeOf } from './days.ts';
import { namedActor } from '../settings/configuration/named-actor.ts';
import { searchText } from '../ground/folded-text.ts';
import { declareOperations } from './declare-operations.ts';
import { subscriberOf, resourceOf } from './request.ts';
import { createWhileAuthorized } from '../http/open-responses.ts';
import type { LoggedRequest, RequestBrowser } from '../audit/request-log/browse-requests.ts';
import { requestListQuery, RequestPage } from './requests.schema.ts';

export interface ActivityDeps extends AdminApiDeps {
  readonly configuration: Configuration;
  readonly activity: ActivityReader;
  readonly teamsWithin: TeamsWithin;
  readonly verifyChain: ReturnType<typeof createVerifyChain>;
  readonly beginWork: BeginWork;
}

type FilterQuery = {
  -readonly [Name in keyof typeof activityFilterQuery]?: string;
};

const declared = declareOperations('Activity', {
  listActivity: {
    reach: 'organisations',
    scope: 'activity:read',
    summary: 'List the activity, newest first.',
    description:
      'An administrator who is limited to organisations reads the activity of a group of theirs, by subjectId.',
    answer: 'A page of activity.',
    querystring: activityListQuery,
    response: { 200: ActivityPage },
  },
  exportActivity: {
    scope: 'activity:read',
    summary: 'Export all activity that matches the filters, as CSV or JSON Lines.',
    answer: 'The activity as a file.',
    produces: ['text/csv', 'application/jsonl', 'text/html'],
    querystring: activityExportQuery,
    response: { 200: ActivityExport },
  },
  proveActivity: {
    scope: 'activity:read',
    summary: 'Verify the whole hash chain of the activity log.',
    answer: 'The result of the verification.',
    response: { 200: ActivityProof },
  },
});

export function registerActivityRoutes(server: Server, deps: ActivityDeps): void {
  const { address, activity, configuration, verifyChain } = deps;
  const known = createKnownGroups(deps.teamsWithin);
  const whileAuthorized = createWhileAuthorized(deps.beginWork);

  /**
   * @throws DomainError `forbidden` if a limited caller asks for more than one subject, and `invalid_query` for a subject
   * that the log does not have or that is beyond the limit
   */
  async function requireSubject(
    tenantId: string,
    query: FilterQuery,
    limit: GroupLimit,
  ): Promise<void> {
    const subjectId = subjectOf(query);
    if (isLimited(limit) && subjectId === undefined) throw refused('beyondLimit');
    if (subjectId === undefined) return;
    const isWithin =
      !isLimited(limit) ||
      (await deps.teamsWithin(tenantId, [subjectId].filter(isGuid), limit)).size > 0;
    if (isWithin && (await activity.mayHave(tenantId, subjectId))) return;
    const detail = 'The audit log has no entry about an object with this id.';
    throw invalidQuery({ parameter: 'subjectId', code: 'not_valid', detail });
  }

  server.get('/:tenantId/activity', declared.listActivity, async (request) => {
    const { tenantId, limit } = resourceOf(request);
    const { limit: _, cursor: __, ...filters } = request.query;
    const path = `/api/${tenantId}/activity`;
    const list = { path, tenantId, filters, position: [positionPart.number] };
    const page = readPage(request.query, list);
    const before = page.after?.[0];
    await requireSubject(tenantId, filters, limit);
    const { entries, hasMore } = await activity.read(tenantId, filterOf(filters), {
      beforeId: before === undefined ? undefined : Number(before),
      limit: page.limit,
    });
    return pageOf(
      await known.recorded({ tenantId, within: limit }, entries),
      page,
      list,
      address.url,
      ({ activityId }) => [String(activityId)],
      (entry) => answerOf(tenantId, entry, configuration),
      hasMore,
    );
  });

  server.get('/:tenantId/activity/export', declared.exportActivity, async (request, reply) => {
    const { tenantId, limit } = resourceOf(request);
    const { format, ...filters } = request.query;
    await requireSubject(tenantId, filters, limit);
    const filter = filterOf(filters);
    server.enterExport(tenantId, reply);
    const batches = whileAuthorized(
      readAllActivity(activity, tenantId, filter),
      subscriberOf(request),
      reply,
    );
    return server
      .asFile(reply, 'activity', format)
      .send(Readable.from(format === 'csv' ? csvOf(batches) : jsonLinesOf(batches)));
  });

  server.get('/:tenantId/activity/proof', declared.proveActivity, async (request, reply) => {
    const { tenantId } = resourceOf(request);
    server.enterExport(tenantId, reply);
    const { head, broken } = await verifyChain(tenantId);
    const { position: entries, hash } = head;
    const whole = broken === undefined;
    return { whole, entries, hash: hash.toString('hex'), detail: broken?.detail };
  });
}

type Batches = AsyncIterable<readonly ReadActivity[]>;

async function* csvOf(batches: Batches) {
  yield `${exportColumns.join(',')}\r\n`;
  for await (const batch of batches) yield batch.map(csvLine).join('');
}

async function* jsonLinesOf(batches: Batches) {
  for await (const batch of batches) yield batch.map(jsonLine).join('');
}

function answerOf(tenantId: string, entry: ReadActivity, configuration: Configuration) {
  const { actorKind: kind, actorId: id, subjectKind, subjectId, groupName } = entry;
  const template =
    subjectKind === 'template' ? configuration.templateName(tenantId, subjectId) : undefined;
  return {
    ...entry,
    actor: namedActor({ kind, id }, tenantId, configuration),
    subject: { kind: subjectKind, id: subjectId, name: template?.name ?? groupName },
  };
}

/** Ids that the service made are in lower case. */
function subjectOf({ subjectId }: FilterQuery): string | undefined {
  const id = searchText(subjectId);
  return id !== undefined && isGuid(id) ? id.toLowerCase() : id;
}

function filterOf(query: FilterQuery): ActivityFilter {
  return {
    actorKind: query.actorKind,
    actor: searchText(query.actor),
    action: query.action,
    subjectId: subjectOf(query),
    ...rangeOf(query),
  };
}

// The request log: what API keys asked for in the last 30 days, and why some of it was refused.
export interface RequestLogDeps extends AdminApiDeps {
  readonly configuration: Configuration;
  readonly requests: RequestBrowser;
  readonly config: { readonly baseUrl: string };
}

const declaredRequests = declareOperations('Requests', {
  listRequests: {
    summary: 'List the requests that API keys made in the last 30 days, newest first.',
    answer: 'A page of requests.',
    querystring: requestListQuery,
    response: { 200: RequestPage },
  },
});

export function registerRequestLogRoutes(server: Server, deps: RequestLogDeps): void {
  const { address, configuration, requests } = deps;

  server.get('/:tenantId/requests', declaredRequests.listRequests, async (request) => {
    const { tenantId } = resourceOf(request);
    const { limit: _, cursor: __, ...filters } = request.query;
    const { keyId, outcome, status, code, groupId, requestId } = filters;
    const list = {
      path: `/api/${tenantId}/requests`,
      tenantId,
      filters: { ...filters, status: status === undefined ? undefined : String(status) },
      position: [positionPart.number],
    };
    const page = readPage(request.query, list);
    const before = page.after?.[0];
    const found = await requests.read(
      tenantId,
      {
        apiKeyId: keyId,
        outcome,
        status,
        code,
        groupId,
        requestId: searchText(requestId),
        ...rangeOf(filters),
      },
      { beforeId: before === undefined ? undefined : Number(before), limit: page.limit + 1 },
    );
    return pageOf(
      found,
      page,
      list,
      address.url,
      ({ entryId }) => [String(entryId)],
      (entry) => requestAnswer(tenantId, entry, configuration, deps.config.baseUrl),
    );
  });
}

function requestAnswer(
  tenantId: string,
  { apiKeyId, errors, ...entry }: LoggedRequest,
  configuration: Configuration,
  baseUrl: string,
) {
  const name = configuration.apiKey(tenantId, apiKeyId)?.name ?? null;
  const problem = entry.code === null ? null : `${baseUrl}/problems/${entry.code}`;
  return { ...entry, problem, errors: [...(errors ?? [])], key: { keyId: apiKeyId, name } };
}
