// Undos: of a batch, or of what a rule, a person or an API key did in a span of time. First the plan, with what cannot go back
// and why, then the batch that takes it back.
import { DomainError, type FieldError, notFound, validationFailed } from '../../ground/errors.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createConcurrencyLimit } from '../../ground/concurrency-limit.ts';
import { isWithin } from '../../ground/group-limit.ts';
import { momentOf } from '../../ground/moment.ts';
import {
  type ListIdentity,
  pageOf,
  type PageRequest,
  positionPart,
  readPage,
} from '../../http/paging.ts';
import { problemObject } from '../../http/problem.ts';
import type { Subscribers } from '../../http/open-responses.ts';
import { refTo, shareSchemas } from '../../http/schema-ref.ts';
import { requireScopeOf, senderOf } from '../../http/sender.ts';
import type { Server } from '../../http/server.ts';
import { namedActor } from '../../settings/configuration/named-actor.ts';
import type { Sender } from '../../ground/caller.ts';
import type { Scope } from '../../ground/schema/scope.schema.ts';
import type { RecordWithPending } from '../change/operation.ts';
import { weightOf } from '../create/receive-request.ts';
import type { Batch, BatchKind, BatchState } from './batch.ts';
import { BatchParams, BatchResponse } from './batches.schema.ts';
import {
  answerOf,
  type BatchRouteDeps,
  batchScopes,
  groupsOfWeight,
  readerOf,
  required,
  scopesOfBatch,
} from './batches.routes.ts';
import type { PlanUndo } from './plan-undo.ts';
import { type DoneToGroup, isUndoable, type Staying } from './undo.ts';
import {
  SelectedUndoBody,
  selectedUndoQuery,
  UndoBody,
  UndoPlan,
  undoQuery,
  undoSchemas,
} from './undo.schema.ts';
import { mostUndone, type UndoSelection } from './undo-selection.ts';

interface UndoRouteDeps extends BatchRouteDeps {
  readonly planUndo: PlanUndo;
  readonly readRecord: (tenantId: string, teamId: string) => Promise<RecordWithPending | undefined>;
  readonly subscribers: Subscribers;
}

/** It belongs to the groups of one page of a plan. */
const plansAtOnce = 8;
/** The batch that an undo takes back may be an undo, of any kind but adopt: the end of an adoption does not go back. */
const undoScopes = ['groups:change', 'groups:delete', 'responsibility:change'] as const;

const inverses =
  'unarchive for archive, restore for delete within 30 days, the hold for its release, the end of the adoption for adopt, the former people, names, properties, settings and visibility for the others';

export function registerUndoRoutes(server: Server, deps: UndoRouteDeps): void {
  shareSchemas(server, undoSchemas);
  registerPlanRoutes(server, deps);
  registerStartRoutes(server, deps);
}

function registerPlanRoutes(server: Server, deps: UndoRouteDeps): void {
  const { store, urlOf } = deps;
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
          teamIds: null,
          afterPosition: after === undefined ? undefined : Number(after),
          limit: page.limit + 1,
        },
      );
      return answerPlan(request, reply, done, page, list, ({ position }) => String(position));
    },
  );

  server.get(
    '/batches/undo',
    {
      config: {
        scope: 'groups:read',
        admin: 'groups:manage',
        answer: 'A page of the groups to which they did something.',
        problems: ['invalid_query', 'validation_failed'],
      },
      schema: {
        operationId: 'planSelectedUndo',
        tags: ['Batches'],
        summary: 'Try to take back what a rule, a person or an API key did, without a change.',
        description:
          'For each group to which they did something in the span: what would go back, what cannot, and why. Nobody’s later change is overwritten, and nobody is taken out of a group. Name one of rule, person and apiKeyId.',
        querystring: selectedUndoQuery,
        response: { 200: refTo(UndoPlan) },
      },
    },
    async (request, reply) => {
      const sender = senderOf(request);
      const { tenantId, within } = sender;
      const { limit: _, cursor: __, ...filters } = request.query;
      const list: ListIdentity = {
        path: '/batches/undo',
        tenantId,
        filters,
        position: [positionPart.guid],
      };
      const page = readPage(request.query, list);
      const { selection, faults } = selectionOf(request.query, deps.clock.now());
      requireSoundQuery([...faults, ...(await archivedFaults(deps, tenantId, selection))]);
      const selected = { tenantId, selection, within };
      if (page.after === undefined) {
        const size = await store.countSelected(selected);
        requireSoundQuery(sizeFaults(size));
      }
      const done = await store.listSelected(selected, {
        teamIds: null,
        afterTeamId: page.after?.[0],
        limit: page.limit + 1,
      });
      return answerPlan(request, reply, done, page, list, ({ teamId }) => teamId);
    },
  );

  async function answerPlan(
    request: FastifyRequest,
    reply: FastifyReply,
    done: readonly DoneToGroup[],
    page: PageRequest,
    list: ListIdentity,
    positionOf: (done: DoneToGroup) => string,
  ) {
    reply.header('cache-control', 'no-store');
    server.weighRequest(request, reply, weightOf(Math.ceil(done.length / groupsOfWeight), 0));
    const sender = senderOf(request);
    const limit = createConcurrencyLimit(plansAtOnce);
    const planned = await deps.subscribers.whileAdmitted(request, (signal) =>
      Promise.all(
        done.map((one) =>
          limit.run(async () => ({ one, group: await planBack(deps, one, sender, signal) })),
        ),
      ),
    );
    return pageOf(
      planned,
      page,
      list,
      urlOf(sender.tenantId),
      ({ one }) => [positionOf(one)],
      ({ group }) => group,
    );
  }
}

function registerStartRoutes(server: Server, deps: UndoRouteDeps): void {
  const { store, clock, newId, onStarted } = deps;
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
        description: `A new batch, of the kind undo, has the groups to which the batch did something. Each gets the inverse of what was done to it: ${inverses}. GET /batches/{batchId}/undo says what cannot go back. A key needs the scopes of what goes back.`,
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
      const batch = undoBy(sender, request.body.reason, { undoOf: undone.batchId });
      const size = isUndoable(undone.kind) ? await store.startUndo(batch, undone.size) : 0;
      const detail = 'The batch did nothing that can be taken back.';
      return answerStart(reply, sender, batch, size, detail);
    },
  );

  server.post(
    '/batches/undo',
    {
      config: {
        scope: [...batchScopes],
        admin: 'groups:manage',
        answer: 'The accepted batch of the kind undo.',
        idempotentBy: 'answer',
        problems: ['validation_failed'],
        answerHeaders: { Location: 'Same address as statusUrl.' },
      },
      schema: {
        operationId: 'undoSelected',
        tags: ['Batches'],
        summary: 'Take back what a rule, a person or an API key did in a span of time.',
        description: `A new batch, of the kind undo, has the groups to which they did something. Each gets the inverse of what was done to it: ${inverses}. GET /batches/undo says what cannot go back. A key needs groups:change, groups:delete, responsibility:change and groups:adopt.`,
        body: refTo(SelectedUndoBody),
        response: { 200: refTo(BatchResponse) },
      },
    },
    async (request, reply) => {
      const sender = senderOf(request);
      for (const scope of batchScopes) requireScopeOf(request, scope);
      const { tenantId, within } = sender;
      const { selection, faults } = selectionOf(request.body, clock.now());
      requireSoundBody([...faults, ...(await archivedFaults(deps, tenantId, selection))]);
      const size = await store.countSelected({ tenantId, selection, within });
      requireSoundBody(sizeFaults(size));
      server.weighRequest(request, reply, weightOf(Math.ceil(size / groupsOfWeight), 0));
      const batch = undoBy(sender, request.body.reason, { undoSelection: selection });
      const started = await store.startUndo(batch, mostUndone);
      requireSoundBody(sizeFaults(started));
      return answerStart(reply, sender, batch, started, nothingDone);
    },
  );

  function undoBy(
    { tenantId, actor, within }: Sender,
    reason: string | null | undefined,
    undone: Partial<Pick<Batch, 'undoOf' | 'undoSelection'>>,
  ): Batch {
    return {
      tenantId,
      batchId: newId(),
      kind: 'undo',
      undoOf: null,
      undoSelection: null,
      ...undone,
      change: {},
      until: null,
      reason: reason ?? null,
      actor,
      within,
      size: 0,
      createdAt: new Date(clock.now()),
      cancelledBy: null,
    };
  }

  async function answerStart(
    reply: FastifyReply,
    sender: Sender,
    { batchId }: Batch,
    size: number,
    nothing: string,
  ) {
    if (size === 0) throw validationFailed([{ pointer: '', code: 'not_used', detail: nothing }]);
    onStarted();
    const answer = answerOf(deps, required(await store.read(readerOf(sender), batchId)));
    reply.header('location', answer.statusUrl);
    return answer;
  }
}

const nothingDone = 'In this span they did nothing to a group that can be taken back.';

/** A fault of a selection, by the name of its member. */
interface SelectionFault extends Pick<FieldError, 'code' | 'detail' | 'values'> {
  readonly member: string;
}

/** @throws DomainError `invalid_query` */
function requireSoundQuery(faults: readonly SelectionFault[]): void {
  const [first] = faults;
  if (first === undefined) return;
  const placed = faults.map(({ member, ...fault }) => ({ parameter: member, ...fault }));
  throw new DomainError('invalid_query', first.detail, { faults: placed });
}

/** @throws DomainError `validation_failed` */
function requireSoundBody(faults: readonly SelectionFault[]): void {
  if (faults.length === 0) return;
  throw validationFailed(
    faults.map(({ member, ...fault }) => ({ pointer: `/${member}`, ...fault })),
  );
}

function selectionOf(
  given: Partial<Record<keyof UndoSelection, string | null>>,
  now: number,
): { readonly selection: UndoSelection; readonly faults: readonly SelectionFault[] } {
  const textOf = (name: keyof UndoSelection) => given[name] || null;
  const authors = (['rule', 'person', 'apiKeyId'] as const).filter((name) => textOf(name) !== null);
  const faults: SelectionFault[] = [];
  if (authors.length !== 1) {
    const detail = 'Name one of rule, person and apiKeyId.';
    faults.push(
      authors.length === 0
        ? { member: 'rule', code: 'required', detail, values: { name: 'rule' } }
        : { member: authors[1] ?? '', code: 'not_valid', detail },
    );
  }
  const from = momentOf(textOf('from')) ?? new Date(now);
  const until = momentOf(textOf('until')) ?? new Date(now);
  if (from >= until) {
    const detail = 'until must be after from.';
    const values = { rule: 'range_order' } as const;
    faults.push({ member: 'until', code: 'not_valid', detail, values });
  }
  const selection = {
    rule: textOf('rule'),
    person: textOf('person'),
    apiKeyId: textOf('apiKeyId')?.toLowerCase() ?? null,
    organisationId: textOf('organisationId')?.toLowerCase() ?? null,
    templateId: textOf('templateId')?.toLowerCase() ?? null,
    from: from.toISOString(),
    until: until.toISOString(),
  };
  return { selection, faults };
}

/** The earlier entries are in files, where no undo finds them. */
async function archivedFaults(
  { store }: UndoRouteDeps,
  tenantId: string,
  { from }: UndoSelection,
): Promise<readonly SelectionFault[]> {
  const since = await store.loggedSince(tenantId);
  if (since === null || new Date(from) > since) return [];
  const detail = `The audit log up to ${since.toISOString()} was moved into files. Begin later.`;
  return [{ member: 'from', code: 'not_valid', detail }];
}

function sizeFaults(size: number): readonly SelectionFault[] {
  if (size <= mostUndone) return [];
  const detail = `In this span they did something to ${size.toLocaleString('en')} groups, and an undo takes at most ${mostUndone.toLocaleString('en')}. Name a shorter span, an organisation or a template.`;
  return [
    { member: 'from', code: 'too_many', detail, values: { maximum: mostUndone, actual: size } },
  ];
}

async function planBack(
  { planUndo, readRecord, baseUrl, names }: UndoRouteDeps,
  done: DoneToGroup,
  { tenantId, actor, within }: Sender,
  signal: AbortSignal,
) {
  const { teamId } = done;
  const nothing = { changed: false, before: {}, after: {}, stays: [], needsApproval: false };
  const record = await readRecord(tenantId, teamId);
  if (record === undefined || !isWithin(within, record)) {
    const error = problemObject(notFound(), baseUrl);
    return { teamId, displayName: null, kinds: [], ...nothing, error };
  }
  const planned = await planUndo(done, record, { actor, within, signal });
  const { changed, before, after, needsApproval, error } = planned;
  const kinds = planned.steps.map(({ kind }) => kind);
  const stays = planned.stays.map((one) => stayingOf(one, tenantId, names));
  return {
    teamId,
    displayName: record.displayName,
    kinds,
    changed,
    before,
    after,
    stays,
    needsApproval,
    error: error && problemObject(error, baseUrl),
  };
}

function stayingOf(
  { property, code, by, at, reason, detail }: Staying,
  tenantId: string,
  names: BatchRouteDeps['names'],
) {
  return {
    property,
    code,
    by: by === undefined ? null : namedActor(by, tenantId, names),
    at: at ?? null,
    reason: reason ?? null,
    detail: detail ?? null,
  };
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
