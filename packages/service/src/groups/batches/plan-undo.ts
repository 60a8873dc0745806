// The plan of an undo for one group: its inverse, planned step by step as the acceptance and the directory see it. What they
// refuse stays as it is and is named, and the rest goes back.
import type { Actor } from '../../audit/activity.ts';
import { type DomainError, type FieldError, noShapeErrors } from '../../ground/errors.ts';
import type { GroupLimit } from '../../ground/group-limit.ts';
import { unescapePointer } from '../../ground/input-order.ts';
import { answeringIds } from '../../engine/recorded-people.ts';
import type { GroupChange, PendingOperation, RecordWithPending } from '../change/operation.ts';
import type { OperationPlan, PlanOperation } from '../change/plan-operation.ts';
import {
  type DoneToGroup,
  type Inverse,
  inverseOf,
  type Omitted,
  type Refusal,
  type UndoStep,
} from './undo.ts';

export interface PlannedUndo extends Inverse {
  readonly omitted: Omitted;
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
  /** False: nothing would change. */
  readonly changed: boolean;
  readonly needsApproval: boolean;
  /** The refusal of the steps that are left out. */
  readonly error: DomainError | null;
}

export type PlanUndo = (
  done: DoneToGroup,
  record: RecordWithPending,
  asked: {
    readonly actor: Actor;
    readonly within: GroupLimit;
    readonly signal: AbortSignal;
  },
) => Promise<PlannedUndo>;

export function createPlanUndo(planOperation: PlanOperation): PlanUndo {
  return async (done, record, asked) => {
    const omitted = new Map<string, Refusal | null>();
    for (;;) {
      const inverse = inverseOf(done, record, omitted);
      const planned = await planSteps(inverse.steps, record, asked);
      const { refused, present } = planned;
      const refusals =
        refused === undefined ? [] : omissionsOf(refused.step.change, refused.error.faults);
      const more = [...refusals, ...present.map((name) => [name, null] as const)];
      const isNew = more.filter(([name]) => !omitted.has(name));
      for (const [name, refusal] of isNew) omitted.set(name, refusal);
      if (isNew.length > 0) continue;
      const steps = inverse.steps.slice(0, planned.count);
      const error = refused?.error ?? null;
      return { ...planned, stays: inverse.stays, steps, omitted, error };
    }
  };

  async function planSteps(
    steps: readonly UndoStep[],
    record: RecordWithPending,
    asked: Parameters<PlanUndo>[2],
  ) {
    const { tenantId, teamId } = record;
    const operations: PendingOperation[] = [];
    const present: string[] = [];
    const [before, after] = [{}, {}] as [Record<string, unknown>, Record<string, unknown>];
    let [count, changed, needsApproval] = [0, false, false];
    let hold: { holdReason?: string | null } = {};
    for (const step of steps) {
      const { kind, change } = step;
      if (kind === 'hold' || kind === 'release' || kind === 'end_adoption') {
        changed = true;
        if (kind !== 'end_adoption') hold = { holdReason: step.reason ?? null };
      } else {
        const plan = await planOperation({
          ...asked,
          tenantId,
          teamId,
          kind,
          change,
          shape: noShapeErrors,
          preceding: { operations, ...hold },
        });
        if (plan.error !== undefined) {
          const refused = { step, error: plan.error };
          return { count, changed, needsApproval, before, after, present, refused };
        }
        present.push(...presentAmong(plan.people, change, record));
        changed ||= plan.changed;
        needsApproval ||= plan.approval !== undefined;
        for (const [name, value] of Object.entries(plan.before)) before[name] ??= value;
        Object.assign(after, plan.after);
        operations.push({
          operationId: '',
          kind,
          status: 'accepted',
          change,
          mayNeedApproval: false,
        });
      }
      count += 1;
    }
    return { count, changed, needsApproval, before, after, present, refused: undefined };
  }
}

/** The people of the change who have their place already, by whichever name. */
function presentAmong(
  people: OperationPlan['people'],
  change: GroupChange,
  { people: recorded, resolvedPeople }: RecordWithPending,
): readonly string[] {
  if (resolvedPeople === undefined) return [];
  const { ownerIds, memberIds } = resolvedPeople;
  const { responsibleId, deputyId } = answeringIds(recorded, resolvedPeople);
  const placesOf = { owners: new Set(ownerIds), members: new Set([...ownerIds, ...memberIds]) };
  // Those who answer for the group no longer lose that place, and are owners again only if the change says so.
  if (change.responsible !== undefined) placesOf.owners.delete(responsibleId ?? '');
  if (change.deputy !== undefined) placesOf.owners.delete(deputyId ?? '');
  return people.flatMap(({ pointer, person }) => {
    if (person === undefined) return [];
    const [, member = '', , at] = pointer.split('/');
    if (member === 'responsible') return person.id === responsibleId ? [member] : [];
    if (member === 'deputy') return person.id === deputyId ? [member] : [];
    if (member !== 'owners' && member !== 'members') return [];
    const named = change[member]?.add[Number(at)];
    return named !== undefined && placesOf[member].has(person.id) ? [`${member} ${named}`] : [];
  });
}

/** The members of the change that have the faults, as an inverse omits them. */
function omissionsOf(
  change: GroupChange,
  faults: readonly FieldError[],
): readonly (readonly [string, Refusal])[] {
  return faults.flatMap(({ pointer = '', code, detail }) => {
    const [, member = '', name, at] = pointer.split('/').map(unescapePointer);
    const refusal = { reason: code, detail };
    const named = (names: readonly string[]) => names.map((one) => [one, refusal] as const);
    if (member === 'owners' || member === 'members') {
      const person = name === 'add' ? change[member]?.add[Number(at)] : undefined;
      return named(person === undefined ? [] : [`${member} ${person}`]);
    }
    if (member === 'properties') {
      const names = name === undefined ? Object.keys(change.setProperties ?? {}) : [name];
      return named(names.map((one) => `properties.${one}`));
    }
    return named(member in change ? [member] : []);
  });
}
