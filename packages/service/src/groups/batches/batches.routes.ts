// Batches: one request for many groups, which a worker begins in turns. Callers follow its counts and the result of each
// group.
import { type FieldError, maxFaults, notFound, validationFailed } from '../../ground/errors.ts';
import { inInputOrder } from '../../ground/input-order.ts';
import { isPersonReference, notAPerson } from '../../directory/person-reference.ts';
import type { Clock } from '../../ground/clock.ts';
import { isLimited } from '../../ground/group-limit.ts';
import { momentOf } from '../../ground/moment.ts';
import { numberIn } from '../../http/entity-tags.ts';
import { type ListIdentity, pageOf, positionPart, readPage } from '../../http/paging.ts';
import { problemObject } from '../../http/problem.ts';
import { refTo, shareSchemas } from '../../http/schema-ref.ts';
import { mayAlso, type MountUrl, requireScopeOf, senderOf } from '../../http/sender.ts';
import type { Server } from '../../http/server.ts';
import type { Configuration } from '../../settings/configuration/configuration.ts';
import { namedActor } from '../../settings/configuration/named-actor.ts';
import type { Sender } from '../../ground/caller.ts';
import type { Scope } from '../../ground/schema/scope.schema.ts';
import { scopesOf } from '../change/operation-scopes.ts';
import { type BulkKind, bulkKinds } from '../change/operation.ts';
import { noProperties } from '../change/accept-drift.ts';
import { foreignMembers, receiveNamed } from '../change/receive-change.ts';
import { weightOf } from '../create/receive-request.ts';
import { requireSources } from '../create/create-team.ts';
import { failureAsError } from '../read/team-responses.ts';
import { type Batch, type BatchGroupState, type BatchKind, type BatchState } from './batch.ts';
import type { BatchReader, BatchStore } from './batches.postgres.ts';
import {
  BatchBody,
  batchesQuery,
  BatchGroupPage,
  batchGroupsQuery,
  BatchPage,
  BatchParams,
  BatchResponse,
  batchSchemas,
} from './batches.schema.ts';

export interface BatchRouteDeps {
  readonly store: BatchStore;
  /** It belongs to API keys that started batches. */
  readonly names: Pick<Configuration, 'apiKey' | 'templateName'>;
  readonly clock: Clock;
  readonly newId: () => string;
  /** It is called after the commit of a batch that has work. */
  readonly onStarted: () => void;
  /** The addresses of pages of problems begin with it. */
  readonly baseUrl: string;
  readonly urlOf: MountUrl;
}

/** The kind of the batch decides which of them. */
export const batchScopes = [
  'groups:change',
  'groups:delete',
  'responsibility:change',
  'groups:adopt',
] as const;
/** A worker begins its operations behind other work, so a group of a batch costs less than a request. */
export const groupsOfWeight = 10;
const retryAfterSeconds = '2';

export function registerBatchRoutes(server: Server, deps: BatchRouteDeps): void {
  shareSchemas(server, batchSchemas);
  registerStartRoute(server, deps);
  registerReadRoutes(server, deps);
  registerCancelRoute(server, deps);
}

function registerStartRoute(server: Server, deps: BatchRouteDeps): void {
  const { store, clock, newId, onStarted } = deps;
  server.post(
    '/batches',
    {
      config: {
        scope: [...batchScopes],
        admin: 'groups:manage',
        answer: 'The accepted batch, with its batchId and statusUrl.',
        idempotentBy: 'answer',
        problems: ['validation_failed', 'source_not_allowed'],
        answerHeaders: { Location: 'Same address as statusUrl.' },
      },
      schema: {
        operationId: 'startBatch',
        tags: ['Batches'],
        summary: 'Request one operation, renewal or hold for many groups, or adopt them.',
        description:
          'The service answers as soon as the batch is committed, and begins its groups in turns, behind single requests. A group that is refused does not affect the others. A batch that adopts groups waits while the directory does not answer. A key needs the scope of the kind. Ten groups count as one request.',
        body: refTo(BatchBody),
        response: { 200: refTo(BatchResponse) },
      },
    },
    async (request, reply) => {
      const sender = senderOf(request);
      const { kind, groups = [], adoptions = [], reason = null, until, ...named } = request.body;
      for (const scope of scopesOfBatch(kind)) requireScopeOf(request, scope);
      const size = groups.length + adoptions.length;
      server.weighRequest(request, reply, weightOf(Math.ceil(size / groupsOfWeight), 0));
      requireSound(request.body);
      for (const { externalIds } of adoptions) requireSources(sender, externalIds);
      const { tenantId, actor, within } = sender;
      const batch: Batch = {
        tenantId,
        batchId: newId(),
        kind,
        undoOf: null,
        undoSelection: null,
        change: changeOf(kind, named),
        until: momentOf(until) ?? null,
        reason,
        actor,
        within,
        size,
        createdAt: new Date(clock.now()),
        cancelledBy: null,
      };
      await store.start(batch, [
        ...groups.map(({ teamId, etag, ...own }, position) => ({
          position,
          teamId: teamId.toLowerCase(),
          version: etag === undefined ? undefined : numberIn(etag),
          change: changeOf(kind, own),
        })),
        ...adoptions.map((adoption, position) => ({ position, teamId: newId(), adoption })),
      ]);
      onStarted();
      const state = required(await store.read(readerOf(sender), batch.batchId));
      const answer = answerOf(deps, state);
      reply.header('location', answer.statusUrl);
      return answer;
    },
  );
}

function registerReadRoutes(server: Server, deps: BatchRouteDeps): void {
  const { store, urlOf, baseUrl } = deps;
  server.get(
    '/batches',
    {
      config: {
        scope: 'groups:read',
        answer: 'A page of batches.',
        problems: ['invalid_query'],
      },
      schema: {
        operationId: 'listBatches',
        tags: ['Batches'],
        summary: 'List the batches, newest first.',
        description:
          'A caller who is limited to organisations or templates sees the batches that it started itself.',
        querystring: batchesQuery,
        response: { 200: refTo(BatchPage) },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'private, no-store');
      const sender = senderOf(request);
      const { tenantId } = sender;
      const { status } = request.query;
      const list: ListIdentity = {
        path: '/batches',
        tenantId,
        filters: { status },
        position: [positionPart.guid],
      };
      const page = readPage(request.query, list);
      const found = await store.list(readerOf(sender), {
        isComplete: status && status === 'completed',
        afterBatchId: page.after?.[0],
        limit: page.limit + 1,
      });
      return pageOf(
        found,
        page,
        list,
        urlOf(tenantId),
        ({ batchId }) => [batchId],
        (batch) => answerOf(deps, batch),
      );
    },
  );

  server.get(
    '/batches/:batchId',
    {
      config: {
        scope: 'groups:read',
        answer: 'The batch.',
        problems: ['not_found'],
        answerHeaders: { 'Retry-After': 'Seconds to wait before you poll again.' },
      },
      schema: {
        operationId: 'getBatch',
        tags: ['Batches'],
        summary: 'Follow a batch.',
        params: BatchParams,
        response: { 200: refTo(BatchResponse) },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const reader = readerOf(senderOf(request));
      const batch = required(await store.read(reader, request.params.batchId));
      if (batch.completedAt === null) reply.header('retry-after', retryAfterSeconds);
      return answerOf(deps, batch);
    },
  );

  server.get(
    '/batches/:batchId/groups',
    {
      config: {
        scope: 'groups:read',
        answer: 'A page of its groups.',
        problems: ['not_found', 'invalid_query'],
      },
      schema: {
        operationId: 'listBatchGroups',
        tags: ['Batches'],
        summary: 'List the groups of a batch with their results, in the order of the request.',
        params: BatchParams,
        querystring: batchGroupsQuery,
        response: { 200: refTo(BatchGroupPage) },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'private, no-store');
      const sender = senderOf(request);
      const { tenantId, within } = sender;
      const { status } = request.query;
      const batchId = request.params.batchId.toLowerCase();
      const list: ListIdentity = {
        path: `/batches/${batchId}/groups`,
        tenantId,
        filters: { status },
        position: [positionPart.number],
      };
      const page = readPage(request.query, list);
      required(await store.find(readerOf(sender), batchId));
      const after = page.after?.[0];
      const found = await store.listGroups(
        { tenantId, batchId },
        {
          within,
          mayFind: mayAlso(request, 'groups:adopt'),
          statuses: status?.split(','),
          afterPosition: after === undefined ? undefined : Number(after),
          limit: page.limit + 1,
        },
      );
      return pageOf(
        found,
        page,
        list,
        urlOf(tenantId),
        ({ position }) => [String(position)],
        (group) => groupOf(group, baseUrl),
      );
    },
  );
}

function registerCancelRoute(server: Server, deps: BatchRouteDeps): void {
  const { store, clock, onStarted } = deps;
  server.post(
    '/batches/:batchId/cancel',
    {
      config: {
        scope: [...batchScopes],
        admin: 'groups:manage',
        answer: 'The cancelled batch.',
        problems: ['not_found'],
      },
      schema: {
        operationId: 'cancelBatch',
        tags: ['Batches'],
        summary: 'Cancel what a batch has not begun.',
        description:
          'Groups that it has not come to are never begun, and operations and adoptions that wait for their turn or for an approval are cancelled. The others end as ever. A batch that is complete stays as it is.',
        params: BatchParams,
        response: { 200: refTo(BatchResponse) },
      },
    },
    async (request) => {
      const sender = senderOf(request);
      const reader = readerOf(sender);
      const batchId = request.params.batchId.toLowerCase();
      const { kind } = required(await store.find(reader, batchId));
      for (const scope of scopesOfBatch(kind)) requireScopeOf(request, scope);
      const { tenantId, actor } = sender;
      if (await store.cancel({ tenantId, batchId }, new Date(clock.now()), actor)) onStarted();
      return answerOf(deps, required(await store.read(reader, batchId)));
    },
  );
}

function isOperationKind(kind: BatchKind): kind is BulkKind {
  return bulkKinds.some((one) => one === kind);
}

export function scopesOfBatch(kind: BatchKind): readonly Scope[] {
  if (kind === 'handover') return ['responsibility:change'];
  if (kind === 'adopt') return ['groups:adopt'];
  return isOperationKind(kind) ? scopesOf(kind, {}) : ['groups:change'];
}

/** A renewal, a hold and a release change nothing of a record. */
function changeOf(kind: BatchKind, named: Parameters<typeof receiveNamed>[1]) {
  return isOperationKind(kind) ? receiveNamed(kind, named) : {};
}

/**
 * The faults that need no look at a group.
 * @throws DomainError `validation_failed`
 */
function requireSound(body: BatchBody): void {
  const { kind, groups = [], adoptions = [], reason, properties } = body;
  const list = kind === 'adopt' ? 'adoptions' : 'groups';
  const faults: FieldError[] = [
    ...foreignMembers(kind, body, { others: ['kind', list, 'reason'] }),
    ...personFaults(body, ''),
    ...namedTwice(
      groups.map(({ teamId }) => teamId),
      '/groups',
      'teamId',
    ),
    ...namedTwice(
      adoptions.map(({ groupId }) => groupId),
      '/adoptions',
      'groupId',
    ),
  ];
  for (const [index, group] of groups.entries()) {
    const at = `/groups/${index}`;
    faults.push(
      ...foreignMembers(kind, group, { others: ['teamId', 'etag'], at }),
      ...personFaults(group, at),
    );
  }
  if (body[list] === undefined) {
    const detail = `A batch of the kind ${kind} requires ${list}.`;
    faults.push({ pointer: `/${list}`, code: 'required', detail, values: { name: list } });
  }
  if (kind === 'hold' && (reason ?? '') === '') {
    faults.push({ pointer: '/reason', code: 'required', detail: 'A hold requires a reason.' });
  }
  if (kind === 'accept_drift' && properties === undefined) faults.push(noProperties);
  if (kind === 'handover' && ![body, ...groups].some(namesSuccessor)) {
    const detail = 'The handover names nobody: send responsible, deputy or both.';
    faults.push({ pointer: '', code: 'nothing_to_change', detail });
  }
  if (faults.length === 0) return;
  const listed = inInputOrder(faults, body).slice(0, maxFaults);
  throw validationFailed(listed, faults.length - listed.length);
}

function namedTwice(ids: readonly string[], list: string, member: string): FieldError[] {
  const seen = new Set<string>();
  return ids.flatMap((id, index) => {
    const name = id.toLowerCase();
    if (!seen.has(name)) {
      seen.add(name);
      return [];
    }
    const detail = `The group ${name} is named twice.`;
    const pointer = `${list}/${index}/${member}`;
    return [{ pointer, code: 'duplicate', detail, values: { name } }];
  });
}

type Successors = Pick<BatchBody, 'responsible' | 'deputy'>;

function namesSuccessor({ responsible, deputy }: Successors): boolean {
  return responsible !== undefined || deputy !== undefined;
}

function personFaults({ responsible, deputy }: Successors, at: string): FieldError[] {
  return Object.entries({ responsible, deputy }).flatMap(([name, person]) =>
    (person ?? '') === '' || isPersonReference(person ?? '') ? [] : [notAPerson(`${at}/${name}`)],
  );
}

export function readerOf({ tenantId, within, actor }: Sender): BatchReader {
  return { tenantId, own: isLimited(within) ? actor : null };
}

/** @throws DomainError `not_found`, also for the batch of another caller if the caller is limited */
export function required<Found>(batch: Found | undefined): Found {
  if (batch === undefined) throw notFound();
  return batch;
}

export function answerOf(
  { names, urlOf }: Pick<BatchRouteDeps, 'names' | 'urlOf'>,
  batch: BatchState,
) {
  const { tenantId, batchId, kind, undoOf, size, counts, reason } = batch;
  const { createdAt, cancelledAt, completedAt, undoSelection } = batch;
  return {
    batchId,
    kind,
    status: completedAt === null ? 'running' : 'completed',
    size,
    counts,
    requestedBy: namedActor(batch.actor, tenantId, names),
    reason,
    createdAt,
    cancelledAt,
    completedAt,
    undoOf,
    undoSelection,
    statusUrl: `${urlOf(tenantId)}/batches/${batchId}`,
  };
}

function groupOf(group: BatchGroupState, baseUrl: string) {
  const { position: _, error, ...others } = group;
  return { ...others, error: error && problemObject(failureAsError(error), baseUrl) };
}
