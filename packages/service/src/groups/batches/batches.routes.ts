// Batches: one request for many groups, which a worker begins in turns. Callers follow its counts and the result of each
// group.
import {
  type FieldError,
  maxFaults,
  noShapeErrors,
  notFound,
  validationFailed,
} from '../../ground/errors.ts';
import { inInputOrder } from '../../ground/input-order.ts';
import { isPersonReference, notAPerson } from '../../directory/person-reference.ts';
import type { Clock } from '../../ground/clock.ts';
import { isLimited, isWithin } from '../../ground/group-limit.ts';
import { createConcurrencyLimit } from '../../ground/concurrency-limit.ts';
import type { Subscribers } from '../../http/open-responses.ts';
import type { PlanOperation } from '../change/plan-operation.ts';
import type { RecordWithPending } from '../change/operation.ts';
import { type DoneInBatch, inverseOf, isUndoable } from './undo.ts';
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
  UndoBody,
  UndoPlan,
  undoQuery,
} from './batches.schema.ts';

interface Deps {
  readonly store: BatchStore;
  /** It belongs to API keys that started batches. */
  readonly names: Pick<Configuration, 'apiKey' | 'templateName'>;
  readonly clock: Clock;
  readonly newId: () => string;
  /** After the commit of a batch that has work. */
  readonly onStarted: () => void;
  readonly planOperation: PlanOperation;
  readonly readRecord: (tenantId: string, teamId: string) => Promise<RecordWithPending | undefined>;
  readonly subscribers: Subscribers;
  /** For the pages of problems. */
  readonly baseUrl: string;
  readonly urlOf: MountUrl;
}

/** The kind of the batch decides which of them. */
const batchScopes = [
  'groups:change',
  'groups:delete',
  'responsibility:change',
  'groups:adopt',
] as const;
/** A worker begins its operations behind other work, so a group of a batch costs less than a request. */
const groupsOfWeight = 10;
const retryAfterSeconds = '2';

export function registerBatchRoutes(server: Server, deps: Deps): void {
  shareSchemas(server, batchSchemas);
  registerStartRoute(server, deps);
  registerReadRoutes(server, deps);
  registerCancelRoute(server, deps);
  registerUndoRoutes(server, deps);
}

function registerStartRoute(server: Server, deps: Deps): void {
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

function registerReadRoutes(server: Server, deps: Deps): void {
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

function registerCancelRoute(server: Server, deps: Deps): void {
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

/** It belongs to the groups of one page of a plan. */
const plansAtOnce = 8;
/** The batch that an undo takes back may itself be an undo, of any kind but adopt: the end of an adoption does not go back. */
const undoScopes = ['groups:change', 'groups:delete', 'responsibility:change'] as const;

function registerUndoRoutes(server: Server, deps: Deps): void {
  const { store, subscribers, urlOf, clock, newId, onStarted } = deps;
  server.get(
    '/batches/:batchId/undo',
    {
      config: {
        scope: 'groups:read',
        admin: 'groups:manage',
        answer: 'A page of the groups to which the batch did something.',
        problems: ['not_found', 'invalid_query', 'validation_failed'],
      },
      schema: {
        operationId: 'planUndo',
        tags: ['Batches'],
        summary: 'Try to take back a batch, without a change.',
        description:
          'For each group to which the batch did something: what would go back, what cannot, and why. Nobody’s later change is overwritten, and nobody is taken out of a group.',
        params: BatchParams,
        querystring: undoQuery,
        response: { 200: refTo(UndoPlan) },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const sender = senderOf(request);
      const { tenantId } = sender;
      const batchId = request.params.batchId.toLowerCase();
      const list: ListIdentity = {
        path: `/batches/${batchId}/undo`,
        tenantId,
        filters: {},
        position: [positionPart.number],
      };
      const page = readPage(request.query, list);
      requireComplete(required(await store.read(readerOf(sender), batchId)));
      const after = page.after?.[0];
      const done = await store.listDone(
        { tenantId, batchId },
        {
          positions: null,
          afterPosition: after === undefined ? undefined : Number(after),
          limit: page.limit + 1,
        },
      );
      server.weighRequest(request, reply, weightOf(Math.ceil(done.length / groupsOfWeight), 0));
      const limit = createConcurrencyLimit(plansAtOnce);
      const planned = await subscribers.whileAdmitted(request, (signal) =>
        Promise.all(done.map((one) => limit.run(() => planBack(deps, one, sender, signal)))),
      );
      return pageOf(
        planned,
        page,
        list,
        urlOf(tenantId),
        ({ position }) => [String(position)],
        ({ group }) => group,
      );
    },
  );

  server.post(
    '/batches/:batchId/undo',
    {
      config: {
        scope: [...batchScopes],
        admin: 'groups:manage',
        answer: 'The accepted batch of the kind undo.',
        idempotentBy: 'answer',
        problems: ['not_found', 'validation_failed'],
        answerHeaders: { Location: 'Same address as statusUrl.' },
      },
      schema: {
        operationId: 'undoBatch',
        tags: ['Batches'],
        summary: 'Take back a batch.',
        description:
          'A new batch, of the kind undo, has the groups to which the batch did something. Each gets the inverse of what was done to it: unarchive for archive, restore for delete within 30 days, the end of the adoption for adopt, the former people, names and visibility for the others. GET /batches/{batchId}/undo says what cannot go back. A key needs the scopes of what goes back.',
        params: BatchParams,
        body: UndoBody,
        response: { 200: refTo(BatchResponse) },
      },
    },
    async (request, reply) => {
      const sender = senderOf(request);
      const undone = required(await store.read(readerOf(sender), request.params.batchId));
      for (const scope of scopesOfUndo(undone.kind)) requireScopeOf(request, scope);
      server.weighRequest(request, reply, weightOf(Math.ceil(undone.size / groupsOfWeight), 0));
      requireComplete(undone);
      const { tenantId, actor, within } = sender;
      const batch = {
        tenantId,
        batchId: newId(),
        kind: 'undo',
        undoOf: undone.batchId,
        change: {},
        until: null,
        reason: request.body.reason ?? null,
        actor,
        within,
        size: undone.size,
        createdAt: new Date(clock.now()),
        cancelledBy: null,
      } as const;
      if (isUndoable(undone.kind) && (await store.startUndo(batch)) > 0) {
        onStarted();
        const answer = answerOf(deps, required(await store.read(readerOf(sender), batch.batchId)));
        reply.header('location', answer.statusUrl);
        return answer;
      }
      const detail = 'The batch did nothing that can be taken back.';
      throw validationFailed([{ pointer: '', code: 'not_used', detail }]);
    },
  );
}

async function planBack(
  { planOperation, readRecord, baseUrl }: Deps,
  done: DoneInBatch,
  { tenantId, actor, within }: Sender,
  signal: AbortSignal,
) {
  const { position, teamId } = done;
  const nothing = { changed: false, before: {}, after: {}, stays: [], error: null };
  const record = await readRecord(tenantId, teamId);
  if (record === undefined || !isWithin(within, record)) {
    const error = problemObject(notFound(), baseUrl);
    return { position, group: { teamId, displayName: null, kind: null, ...nothing, error } };
  }
  const { displayName, version } = record;
  const { kind, change, stays } = inverseOf(done, record);
  const group = { teamId, displayName, kind, ...nothing, stays: [...stays] };
  if (kind === null) return { position, group };
  if (kind === 'release' || kind === 'end_adoption') {
    return { position, group: { ...group, changed: true } };
  }
  const { changed, before, after, error } = await planOperation({
    tenantId,
    teamId,
    kind,
    change,
    shape: noShapeErrors,
    actor,
    within,
    ifVersion: version,
    signal,
  });
  const problem = error === undefined ? null : problemObject(error, baseUrl);
  return { position, group: { ...group, changed, before, after, error: problem } };
}

/** @throws DomainError `validation_failed` */
function requireComplete({ completedAt }: BatchState): void {
  if (completedAt !== null) return;
  const detail = 'The batch still runs. Cancel it, or wait until it is complete.';
  throw validationFailed([{ pointer: '', code: 'not_valid', detail }]);
}

/** The batch that an undo takes back may have had any kind. */
function scopesOfUndo(kind: BatchKind): readonly Scope[] {
  if (kind === 'undo') return undoScopes;
  if (kind === 'handover') return ['groups:change', 'responsibility:change'];
  return scopesOfBatch(kind);
}

function isOperationKind(kind: BatchKind): kind is BulkKind {
  return bulkKinds.some((one) => one === kind);
}

function scopesOfBatch(kind: BatchKind): readonly Scope[] {
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

function readerOf({ tenantId, within, actor }: Sender): BatchReader {
  return { tenantId, own: isLimited(within) ? actor : null };
}

/** @throws DomainError `not_found`, also for the batch of another caller if the caller is limited */
function required<Found>(batch: Found | undefined): Found {
  if (batch === undefined) throw notFound();
  return batch;
}

function answerOf({ names, urlOf }: Pick<Deps, 'names' | 'urlOf'>, batch: BatchState) {
  const { tenantId, batchId, kind, undoOf, size, counts, reason } = batch;
  const { createdAt, cancelledAt, completedAt } = batch;
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
    statusUrl: `${urlOf(tenantId)}/batches/${batchId}`,
  };
}

function groupOf(group: BatchGroupState, baseUrl: string) {
  const { position: _, error, ...others } = group;
  return { ...others, error: error && problemObject(failureAsError(error), baseUrl) };
}
