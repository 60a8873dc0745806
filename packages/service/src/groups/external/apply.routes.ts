// POST /teams/external/{source}/apply: many groups of a source, each as PUT takes it, and the groups that are missing.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { requireSource } from '../../ground/caller.ts';
import { createConcurrencyLimit } from '../../ground/concurrency-limit.ts';
import {
  DomainError,
  noShapeErrors,
  type ShapeFaults,
  validationFailed,
} from '../../ground/errors.ts';
import { requestHashOf } from '../../ground/idempotency-key.ts';
import {
  externalIdFaults,
  sourceFaults,
  sourceOf,
} from '../../ground/schema/external-key.schema.ts';
import type { BeginWork } from '../../ground/turns.ts';
import { requestKeyOf } from '../../http/idempotency-key.ts';
import type { Entry } from '../../http/read-entries.ts';
import type { Subscribers } from '../../http/open-responses.ts';
import { problemObject } from '../../http/problem.ts';
import { refTo } from '../../http/schema-ref.ts';
import { type MountUrl, senderOf } from '../../http/sender.ts';
import type { Server } from '../../http/server.ts';
import type { KeptAnswers } from '../../postgres/kept-answers.postgres.ts';
import { registerBulkRoute } from '../create/bulk.routes.ts';
import { type BulkResult, createBulkCreation } from '../create/create-teams.ts';
import { operationUrlOf } from '../change/operations.routes.ts';
import { plannedRoster } from '../rosters/rosters.routes.ts';
import { statusUrlOf } from '../read/team-responses.ts';
import { doubledIds, idDoubled, missingGroups } from './apply-groups.ts';
import type {
  DesiredPlan,
  ExternalIds,
  PlanGroup,
  PutGroup,
  PutResult,
  SourceGroup,
} from './desired-groups.ts';
import {
  AppliedGroups,
  ApplyAnswer,
  ApplyParams,
  ApplyPlan,
  ApplyQuery,
} from './external.schema.ts';

import { answerKept, desiredScopes, rightsOf } from './put-request.routes.ts';

interface Deps {
  readonly putGroup: PutGroup;
  readonly planGroup: PlanGroup;
  readonly externalIds: Pick<ExternalIds, 'list'>;
  readonly subscribers: Subscribers;
  readonly keptAnswers: Pick<KeptAnswers, 'find' | 'keep'>;
  readonly beginWork: BeginWork;
  readonly onError: (error: unknown) => void;
  /** The addresses of pages of problems begin with it. */
  readonly baseUrl: string;
  readonly urlOf: MountUrl;
}

interface Received {
  readonly externalId: string | undefined;
  readonly body: unknown;
  readonly shape: ShapeFaults;
}

/** The entries have the id of each, as far as it can be read. */
type Entries = readonly Entry<Received, string | undefined>[];
type Missing = { readonly group: SourceGroup; readonly result: BulkResult<PutResult> | undefined };

/** Each looks its people up in the directory. */
const plansAtOnce = 8;

const description =
  'Takes 1 to 1,000 bodies of PUT /teams/external/{source}/{externalId}, each with its externalId, and returns a result for each. Their order has no meaning, and a bad entry does not affect the others; entries with the same externalId are refused. The request can be repeated at any time: groups that are as they should be cost no write.';

export function registerApplyRoutes(server: Server, deps: Deps): void {
  const common = {
    tag: 'Desired state',
    problems: ['source_not_allowed'] as const,
    params: ApplyParams,
    query: ApplyQuery,
    entry: 'AppliedGroup',
    body: AppliedGroups,
    receive,
    outlineOf: (read: () => Received) => read().externalId,
  };
  registerBulkRoute(server, deps, {
    ...common,
    path: '/teams/external/:source/apply',
    scope: desiredScopes,
    isPlan: false,
    operationId: 'applyTeams',
    summary: 'Make many groups of a source what they should be.',
    description,
    response: refTo(ApplyAnswer),
    respond: (entries, request, reply, signal) => apply(deps, entries, request, reply, signal),
  });
  registerBulkRoute(server, deps, {
    ...common,
    path: '/teams/external/:source/apply/plan',
    scope: 'groups:read',
    isPlan: true,
    operationId: 'planApplyTeams',
    summary: 'Show what the same request without /plan would create, change and archive.',
    description: 'It looks people up in the directory, and changes nothing.',
    response: refTo(ApplyPlan),
    respond: (entries, request, _reply, signal) => plan(deps, entries, request, signal),
  });
}

function receive(value: unknown, shape: ShapeFaults): Received {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  const { externalId, ...body } = (isObject ? value : {}) as { readonly externalId?: unknown };
  const isSound = !shape.hasWrongType && !shape.members.has('externalId');
  return { externalId: isSound ? String(externalId) : undefined, body, shape };
}

interface Asked {
  readonly source: string;
  readonly missing: 'report' | 'archive';
  readonly confirm: number;
}

function readAsked(request: FastifyRequest): Asked {
  const { source: sent } = request.params as { readonly source: string };
  const faults = sourceFaults(sent, { parameter: 'source' });
  if (faults.length > 0) throw validationFailed(faults);
  const source = sourceOf(sent);
  requireSource(senderOf(request), source);
  const { missing = 'report', confirm = 0 } = request.query as Partial<Asked>;
  return { source, missing, confirm };
}

/** The entries that are put: of the others, the reason why they are not. */
function soundEntries(entries: Entries): Entries {
  const ids = idsOf(entries);
  const doubled = doubledIds(ids);
  return entries.map((entry, index) => {
    const id = ids[index];
    if ('unreadable' in entry) return entry;
    const faults =
      id === undefined
        ? []
        : [
            ...(doubled.has(id) ? [idDoubled(id)] : []),
            ...externalIdFaults(id, { pointer: '/externalId' }),
          ];
    if (id !== undefined && faults.length === 0) return entry;
    const { shape } = entry.read();
    return { unreadable: validationFailed([...faults, ...shape.listed], shape.unlisted) };
  });
}

function idsOf(entries: Entries): readonly (string | undefined)[] {
  return entries.map((entry) => ('unreadable' in entry ? undefined : entry.outline));
}

async function apply(
  deps: Deps,
  entries: Entries,
  request: FastifyRequest,
  reply: FastifyReply,
  signal: AbortSignal,
) {
  const { keptAnswers } = deps;
  const asked = readAsked(request);
  const hashOf = () => {
    const sent = entries.map((entry) =>
      'unreadable' in entry ? null : requestHashOf('entry', entry.read()),
    );
    return requestHashOf('apply', asked, sent);
  };
  return answerKept(keptAnswers, requestKeyOf(request, reply), hashOf, () =>
    applyOnce(deps, entries, request, asked, signal),
  );
}

async function applyOnce(
  { putGroup, externalIds, beginWork, onError, baseUrl, urlOf }: Deps,
  entries: Entries,
  request: FastifyRequest,
  { source, missing, confirm }: Asked,
  signal: AbortSignal,
) {
  const sender = senderOf(request);
  const url = urlOf(sender.tenantId);
  const putAll = createBulkCreation<Received, PutResult>({
    createTeam: ({ received: { externalId = '', body, shape } }) =>
      putGroup({
        sender,
        key: { source, externalId },
        body,
        shape,
        ...rightsOf(request),
        signal,
      }),
    claimOf: () => undefined,
    beginWork,
    onError,
  });
  const put = (some: Entries) => putAll({ sender, entries: some, key: undefined, signal });
  const results = await put(soundEntries(entries));
  const ids = idsOf(entries);
  const items = results.map((result, index) =>
    Object.assign({ index, externalId: ids[index] ?? null }, itemOf(result, baseUrl, url)),
  );
  const groups = await externalIds.list(sender.tenantId, source);
  const found = missingGroups(groups, ids, { within: sender.within, confirmed: confirm });
  const isArchived = missing === 'archive' && !found.isHeld;
  const body = { state: 'archived', reason: `${source} names the group no longer.` };
  const archived = isArchived
    ? await put(
        found.groups.map(({ externalId }) => ({
          outline: externalId,
          bytes: 0,
          read: () => ({ externalId, body, shape: noShapeErrors }),
        })),
      )
    : [];
  return {
    ...countsOf(items),
    items,
    missing: missingOf(
      found.groups.map((group, index) => ({ group, result: archived[index] })),
      missing === 'archive' && found.isHeld,
      baseUrl,
    ),
  };
}

function missingOf(missing: readonly Missing[], held: boolean, baseUrl: string) {
  const items = missing.map(({ group: { externalId, teamId, displayName }, result }) => ({
    externalId,
    teamId,
    displayName,
    changed: result !== undefined && 'accepted' in result && isChanged(result.accepted),
    error:
      result !== undefined && 'refused' in result ? problemObject(result.refused, baseUrl) : null,
  }));
  return { held, items };
}

function isChanged(result: PutResult): boolean {
  return result.created || result.operation.changed;
}

function itemOf(result: BulkResult<PutResult>, baseUrl: string, url: string) {
  if ('refused' in result) {
    const error = problemObject(result.refused, baseUrl);
    return { created: false, changed: false, error };
  }
  const { accepted } = result;
  const { teamId, created } = accepted;
  const operation = accepted.created ? undefined : accepted.operation;
  const operationId = operation?.operationId ?? null;
  const isCreating = accepted.created || operationId === null;
  const creation = accepted.created ? accepted.status : accepted.creation;
  return {
    teamId,
    created,
    changed: isChanged(accepted),
    status: isCreating ? creation : operation?.status,
    operationId,
    statusUrl:
      operationId === null ? statusUrlOf(url, teamId) : operationUrlOf(url, teamId, operationId),
  };
}

function countsOf(
  items: readonly {
    readonly created: boolean;
    readonly changed: boolean;
    readonly error?: unknown;
  }[],
) {
  const count = (is: (item: (typeof items)[number]) => boolean) => items.filter(is).length;
  return {
    created: count(({ created, error }) => created && error === undefined),
    changed: count(({ created, changed, error }) => changed && !created && error === undefined),
    unchanged: count(({ changed, error }) => !changed && error === undefined),
    refused: count(({ error }) => error !== undefined),
  };
}

async function plan(
  { planGroup, externalIds, baseUrl }: Deps,
  entries: Entries,
  request: FastifyRequest,
  signal: AbortSignal,
) {
  const sender = senderOf(request);
  const { source, missing, confirm } = readAsked(request);
  const limit = createConcurrencyLimit(plansAtOnce);
  const ids = idsOf(entries);
  const items = await Promise.all(
    soundEntries(entries).map(async (entry, index) => {
      const place = { index, externalId: ids[index] ?? null };
      try {
        if ('unreadable' in entry) throw entry.unreadable;
        const planned = await limit.run(() => {
          const { externalId = '', body, shape } = entry.read();
          return planGroup({ sender, key: { source, externalId }, body, shape, signal });
        });
        return Object.assign(place, plannedItem(planned, baseUrl));
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        const refused = { created: false, changed: false, before: {}, after: {}, rosters: [] };
        return Object.assign(place, refused, { error: problemObject(error, baseUrl) });
      }
    }),
  );
  const groups = await externalIds.list(sender.tenantId, source);
  const found = missingGroups(groups, ids, { within: sender.within, confirmed: confirm });
  const isHeld = missing === 'archive' && found.isHeld;
  const answer = missingOf(
    found.groups.map((group) => ({ group, result: undefined })),
    isHeld,
    baseUrl,
  );
  const changed = missing === 'archive' && !isHeld;
  return {
    ...countsOf(items),
    items,
    missing: { ...answer, items: answer.items.map((item) => Object.assign(item, { changed })) },
  };
}

function plannedItem(
  { teamId, created, changed, before, after, error, rosters: sent }: DesiredPlan,
  baseUrl: string,
) {
  const rosters = sent.map(({ source, ...roster }) => {
    const { people: _, ...numbers } = plannedRoster(roster, baseUrl);
    return { source, ...numbers };
  });
  const planned = { teamId, created, changed, before, after, rosters };
  return error === undefined ? planned : { ...planned, error: problemObject(error, baseUrl) };
}
