// The dry run of an operation: the same checks, and the people looked up in the directory. It changes nothing.
import { isWithin, type GroupLimit } from '../../ground/group-limit.ts';
import type { Actor } from '../../audit/activity.ts';
import type { CallContext } from '../../directory/call-context.ts';
import { asDomainError, type PeopleDirectory } from '../../directory/find-people.ts';
import type { ExpectedVersion } from '../../ground/record-store.ts';
import type { Clock } from '../../ground/clock.ts';
import { DomainError, type FieldError, maxFaults, type ShapeFaults } from '../../ground/errors.ts';
import type { BeginWork } from '../../ground/turns.ts';
import type { StepName } from '../../engine/creation.ts';
import type { PlanApproval } from '../../messages/tasks/plan-approval.ts';
import type { AskedStage } from '../../messages/tasks/task.ts';
import { answeringIds } from '../../engine/recorded-people.ts';
import type { PeopleValidation } from '../../engine/resolve-people.step.ts';
import { absentOrMisshaped } from './accept-operation.ts';
import { type AskedOperation, checkOperation, type OperationRules } from './check-operation.ts';
import {
  type GroupChange,
  mayRemovePeople,
  type Operation,
  type OperationKind,
  type RecordWithPending,
} from './operation.ts';
import { needsApproval } from './needed-approval.ts';
import { atDesired } from './desired-state.ts';
import { newOperationLedger } from './operation-steps.ts';
import { changedRecord } from './apply-result.ts';
import { examineChange, examineRepair } from './resolve-change.step.ts';

export interface OperationPlan {
  readonly kind: OperationKind;
  /** The group's name and version, as the plan found them. */
  readonly group: Pick<RecordWithPending, 'displayName' | 'version'>;
  /** The result of the operation: `refused` by its answer, or accepted and then `failed` or `succeeded`. */
  readonly outcome: 'succeeded' | 'failed' | 'refused';
  readonly error: DomainError | undefined;
  /** False: its effect is there already. */
  readonly changed: boolean;
  /** Every fault at once, up to `maxFaults`. */
  readonly faults: readonly FieldError[];
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
  readonly people: PeopleValidation['people'];
  /** The people whom its approval would ask; undefined: it needs none. */
  readonly approval: readonly AskedStage[] | undefined;
  readonly steps: readonly StepName[];
}

export interface PlannedOperation {
  readonly tenantId: string;
  readonly teamId: string;
  readonly kind: OperationKind;
  readonly change: GroupChange;
  /** The body of the change as it was sent, whose order the faults follow. */
  readonly body?: unknown;
  readonly shape: ShapeFaults;
  readonly actor: Actor;
  /** The version of the group that the operation is planned for. */
  readonly ifVersion?: ExpectedVersion;
  /** The acts that would precede the operation. */
  readonly preceding?: {
    readonly operations: RecordWithPending['pending'];
    /** The reason of the hold, or null for none; absent: as it is. */
    readonly holdReason?: string | null;
  };
  readonly desired?: AskedOperation['desired'];
  readonly knownIds?: AskedOperation['knownIds'];
  /** The organisations that the actor may use. */
  readonly within: GroupLimit;
  /** Ends the calls to the directory before their deadline. */
  readonly signal: AbortSignal;
}

export type PlanOperation = (planned: PlannedOperation) => Promise<OperationPlan>;

export function createPlanOperation(
  deps: OperationRules & {
    readRecord: (
      tenantId: string,
      teamId: string,
      withEntries: boolean,
    ) => Promise<RecordWithPending | undefined>;
    directoryOf: (tenantId: string) => PeopleDirectory;
    clock: Clock;
    beginWork: BeginWork;
    deadline: () => AbortSignal;
    planApproval: PlanApproval;
  },
): PlanOperation {
  const { readRecord, directoryOf, clock, beginWork, deadline, planApproval } = deps;

  return async (planned) => {
    const { tenantId, teamId, shape, actor, within, signal } = planned;
    const found = await readRecord(tenantId, teamId, mayRemovePeople(planned));
    const now = clock.now();
    if (found === undefined || !isWithin(within, found)) {
      throw absentOrMisshaped(shape);
    }
    const record = afterPreceding(found, planned.preceding);
    const operation = checkOperation(record, planned, deps, now);
    const { kind, change, group, organisation, approvalPolicy, refusal, done } = operation;
    const { displayName, version } = record;
    const withoutSteps = {
      kind,
      group: { displayName, version },
      changed: false,
      before: {},
      after: {},
      people: [],
      approval: undefined,
      steps: [],
    };
    const refused = (error: DomainError): OperationPlan => ({
      ...withoutSteps,
      outcome: 'refused',
      error,
      faults: error.faults,
    });
    if (refusal !== undefined && refusal.code !== 'validation_failed') return refused(refusal);
    if (refusal === undefined && done !== undefined) {
      return { ...withoutSteps, outcome: 'succeeded', error: undefined, faults: [] };
    }
    const { desired } = planned;
    const placed = <Placed extends { readonly pointer?: string }>(found: readonly Placed[]) =>
      desired === undefined ? found : atDesired(found, change, desired);
    const namesPeople = kind === 'change' || kind === 'handover' || kind === 'repair';
    const call: CallContext = {
      signal: AbortSignal.any([signal, deadline()]),
      teamId,
      isBackground: false,
    };
    const people = namesPeople
      ? await lookUp(change, { ...group, state: record.state }, () => directoryOf(tenantId), {
          ...call,
          rest: beginWork(),
        })
      : undefined;
    if (refusal !== undefined) {
      const { faults } = refusal;
      // A fault that the rules found by a name, the directory may find by the person again.
      const known = new Set(faults.map(({ pointer, code }) => `${pointer} ${code}`));
      const alsoFound = placed(people?.failure?.faults ?? []).filter(
        ({ pointer, code }) => !known.has(`${pointer} ${code}`),
      );
      const all = [...faults, ...alsoFound].slice(0, maxFaults);
      return {
        ...refused(refusal),
        faults: all,
        people: placed(people?.people ?? []),
      };
    }
    const groups = [record, group];
    const guests = people?.guests ?? 0;
    const isApprovalNeeded =
      approvalPolicy !== undefined &&
      groups.some((one) => needsApproval(approvalPolicy, { kind, change, group: one, guests }));
    const ledger = newOperationLedger(kind, change, isApprovalNeeded ? approvalPolicy : undefined);
    const ended: Operation = {
      tenantId,
      teamId,
      operationId: '',
      kind,
      change,
      group,
      actor,
      reason: null,
      createdAt: new Date(now),
      requestId: '',
      status: 'succeeded',
      steps: ledger.map((step) => ({ ...step, status: 'succeeded' })),
      facts: people === undefined ? {} : { changedPeople: people.changed },
      warnings: [],
    };
    const { before, after } = changedRecord(ended);
    const approval =
      isApprovalNeeded && people?.failure === undefined && organisation !== undefined
        ? await planApproval({
            tenantId,
            organisation,
            policy: approvalPolicy,
            responsibleId:
              answeringIds(record.people, record.resolvedPeople ?? { ownerIds: [] })
                .responsibleId ?? null,
            requestedBy: null,
          })
        : undefined;
    const failure = approval instanceof DomainError ? approval : people?.failure;
    return {
      kind,
      group: { displayName, version },
      outcome: failure === undefined ? 'succeeded' : 'failed',
      changed: failure === undefined,
      error:
        failure &&
        new DomainError(failure.code, failure.message, { faults: placed(failure.faults) }),
      faults: placed(failure?.faults ?? []),
      before,
      after,
      people: placed(people?.people ?? []),
      approval: approval instanceof DomainError ? undefined : approval,
      steps: ledger.filter(({ status }) => status !== 'skipped').map(({ name }) => name),
    };
  };
}

function afterPreceding(
  record: RecordWithPending,
  preceding: PlannedOperation['preceding'],
): RecordWithPending {
  if (preceding === undefined) return record;
  const { operations, ...hold } = preceding;
  return { ...record, ...hold, pending: [...record.pending, ...operations] };
}

async function lookUp(
  change: GroupChange,
  group: Parameters<typeof examineChange>[1],
  open: () => PeopleDirectory,
  call: Parameters<typeof examineChange>[3],
) {
  try {
    if (change.repair === undefined)
      return await examineChange(change, group, open(), call, group.rosterEntries);
    const found = await examineRepair(change, group, open(), call);
    const isPossible = found.changed.addOwnerIds.length > 0;
    return { ...found, guests: 0, ...(isPossible && { failure: undefined }) };
  } catch (error) {
    throw asDomainError(error);
  }
}
