// Begins the inverse of what was done to each group of an undo. Before the turn, each group is planned, which looks its people
// up in the directory; what the plan names as refused is omitted. The inverse itself follows from the group as the turn finds
// it.
import { DomainError, notFound } from '../../ground/errors.ts';
import { isWithin } from '../../ground/group-limit.ts';
import type { AcceptOperations, OperationRequest } from '../change/accept-operation.ts';
import type { RecordWithPending } from '../change/operation.ts';
import {
  type Batch,
  type BatchGroup,
  type BatchResult,
  type BeginGroups,
  createBeginEach,
  type PrepareGroups,
} from './batch.ts';
import type { PlanUndo } from './plan-undo.ts';
import { createPrepareEach, type PrepareDeps } from './prepare-each.ts';
import { type DoneToGroup, type Inverse, inverseOf, type Omitted, type UndoStep } from './undo.ts';

/** The keys are their teamIds. */
type Records = ReadonlyMap<string, RecordWithPending>;

interface Prepared {
  readonly done: DoneToGroup;
  readonly omitted: Omitted;
  /** The directory or the rules refuse a step; null: each is possible. */
  readonly error: DomainError | null;
  /** The operations before the one that is refused. */
  readonly operations: number;
}

export function createPrepareUndo(
  deps: PrepareDeps & {
    readonly readDone: (
      batch: Batch,
      teamIds: readonly string[],
    ) => Promise<readonly DoneToGroup[]>;
    /** `lock`: for the transaction that is open. */
    readonly readRecords: (
      tenantId: string,
      teamIds: readonly string[],
      options: { readonly lock: boolean },
    ) => Promise<Records>;
    readonly planUndo: PlanUndo;
    readonly acceptOperations: AcceptOperations;
    readonly hold: BeginGroups;
    readonly release: BeginGroups;
    readonly endAdoptions: BeginGroups;
  },
): PrepareGroups {
  const { readDone, readRecords, planUndo, endAdoptions } = deps;
  const prepareEach = createPrepareEach<Prepared>(deps);
  const begin = createBeginEach(deps.acceptOperations);

  return async function prepareUndo(batch, groups, stop) {
    const { tenantId, actor, within } = batch;
    const teamIds = groups.map(({ teamId }) => teamId);
    const found = await readDone(batch, teamIds);
    const doneTo = new Map(found.map((one) => [one.teamId, one]));
    const records = await readRecords(tenantId, teamIds, { lock: false });
    const { prepared, isLate } = await prepareEach(batch, groups, stop, async (group, signal) => {
      const [done, record] = [doneTo.get(group.teamId), records.get(group.teamId)];
      if (done === undefined || record === undefined || !isWithin(within, record)) throw notFound();
      const planned = await planUndo(done, record, { actor, within, signal });
      const { omitted, error, steps } = planned;
      const operations = error === null ? Infinity : steps.flatMap(asOperation).length;
      return { done, omitted, error, operations };
    });
    return {
      has: ({ position }) => prepared.has(position),
      isLate,
      begin: (_batch, begun) => beginPrepared(batch, begun, prepared),
    };
  };

  async function beginPrepared(
    batch: Batch,
    groups: readonly BatchGroup[],
    prepared: ReadonlyMap<number, Prepared | DomainError>,
  ): Promise<readonly BatchResult[]> {
    const results = new Map<number, BatchResult>();
    const sound = new Map<BatchGroup, Prepared>();
    for (const group of groups) {
      const one = prepared.get(group.position);
      if (one === undefined) throw new TypeError('It was not prepared');
      if (one instanceof DomainError)
        results.set(group.position, { outcome: 'refused', error: one });
      else sound.set(group, one);
    }
    const inversesOf = (records: Records) => {
      const inverses = new Map<BatchGroup, Inverse>();
      for (const [group, { done, omitted }] of sound) {
        const record = records.get(group.teamId);
        if (record !== undefined) inverses.set(group, inverseOf(done, record, omitted));
      }
      return inverses;
    };
    const teamIds = [...sound.keys()].map(({ teamId }) => teamId);
    const first = inversesOf(await readRecords(batch.tenantId, teamIds, { lock: false }));
    // The end of an adoption locks the lane, and a hold the dates of its group: both come before any group.
    await beginUnlocked(batch, first, results);
    const ended = new Set(
      [...first].flatMap(([{ teamId }, { steps }]) =>
        steps.some(({ kind }) => kind === 'end_adoption') ? [teamId] : [],
      ),
    );
    const others = teamIds.filter((teamId) => !ended.has(teamId));
    const inverses = inversesOf(await readRecords(batch.tenantId, others, { lock: true }));
    const begun = await beginOperations(
      batch,
      [...inverses].map(([group, { steps }]) => ({
        group,
        left: steps.flatMap(asOperation).slice(0, sound.get(group)?.operations),
      })),
    );
    return groups.map((group) => {
      const [before, next] = [results.get(group.position), begun.get(group)];
      if (next !== undefined) return combined(before, next);
      if (before !== undefined) return before;
      const { stays } = inverses.get(group) ?? { stays: [] };
      return nothingBack(stays, sound.get(group)?.error ?? null);
    });
  }

  async function beginUnlocked(
    batch: Batch,
    inverses: ReadonlyMap<BatchGroup, Inverse>,
    results: Map<number, BatchResult>,
  ): Promise<void> {
    const withStep = (wanted: UndoStep['kind']) =>
      [...inverses].flatMap(([group, { steps }]) => {
        const step = steps.find(({ kind }) => kind === wanted);
        return step === undefined ? [] : [{ group, step }];
      });
    const add = (groups: readonly BatchGroup[], ended: readonly BatchResult[]) => {
      for (const [at, { position }] of groups.entries()) {
        const result = ended[at];
        if (result !== undefined) results.set(position, result);
      }
    };
    const ending = withStep('end_adoption').map(({ group }) => group);
    add(ending, await endAdoptions(batch, ending));
    const released = withStep('release').map(({ group }) => group);
    add(released, await deps.release(batch, released));
    for (const { group, step } of withStep('hold')) {
      add([group], await deps.hold({ ...batch, reason: step.reason ?? null }, [group]));
    }
  }

  /** The operations of a group are accepted in their order, up to the first one that is refused. */
  async function beginOperations(
    batch: Batch,
    wanted: readonly { readonly group: BatchGroup; readonly left: readonly Accepting[] }[],
  ): Promise<ReadonlyMap<BatchGroup, BatchResult>> {
    const results = new Map<BatchGroup, BatchResult>();
    let going = wanted;
    for (;;) {
      going = going.filter(({ left }) => left.length > 0);
      if (going.length === 0) return results;
      const asked = going.flatMap(({ group, left: [next] }) =>
        next === undefined ? [] : [{ ...group, ...next }],
      );
      const ended = await begin(batch, asked);
      const refused = new Set<BatchGroup>();
      for (const [at, { group }] of going.entries()) {
        const result = ended[at];
        if (result === undefined) continue;
        if (result.outcome === 'refused') refused.add(group);
        results.set(group, combined(results.get(group), result));
      }
      going = going.flatMap(({ group, left }) =>
        refused.has(group) ? [] : [{ group, left: left.slice(1) }],
      );
    }
  }
}

type Accepting = Pick<OperationRequest, 'kind' | 'change'>;

function asOperation({ kind, change }: UndoStep): readonly Accepting[] {
  return kind === 'hold' || kind === 'release' || kind === 'end_adoption' ? [] : [{ kind, change }];
}

/** A group is what the most telling of its steps is; an operation tells how it ends. */
function combined(before: BatchResult | undefined, next: BatchResult): BatchResult {
  if (before === undefined || before.outcome === 'unchanged') return next;
  return next.outcome === 'accepted' ? next : before;
}

function nothingBack(stays: Inverse['stays'], error: DomainError | null): BatchResult {
  if (error !== null) return { outcome: 'refused', error };
  const [first] = stays;
  if (first === undefined) return { outcome: 'unchanged' };
  const detail =
    first.code === 'changed_since'
      ? `Someone has changed ${first.property} since.`
      : `${first.property} cannot go back.`;
  return { outcome: 'refused', error: new DomainError('version_conflict', detail) };
}
