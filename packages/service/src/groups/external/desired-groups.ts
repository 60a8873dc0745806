// Makes the group of an external id what a caller wants it to be: creates it, changes it by one operation, or does
// nothing. A request that was killed anywhere may be sent again: the id is committed with the group, and the difference is
// found in the transaction that accepts the operation.
import type { FindPeople } from '../../directory/find-people.ts';
import type { Clock } from '../../ground/clock.ts';
import { isWithin, shownGroup } from '../../ground/group-limit.ts';
import { requireSource, type Sender } from '../../ground/caller.ts';
import { DomainError, maxFaults, type ShapeFaults, validationFailed } from '../../ground/errors.ts';
import type { ExpectedVersion } from '../../ground/expected-version.ts';
import {
  type ExternalKey,
  externalIdFaults,
  sourceFaults,
  sourceOf,
} from '../../ground/schema/external-key.schema.ts';
import type { ActivityEntry } from '../../audit/activity.ts';
import { requireState } from '../change/require-state.ts';
import type { GroupState } from '../../engine/group-state.ts';
import type { CreationStatus } from '../../engine/creation.ts';
import {
  type AcceptedOperation,
  type AcceptOperation,
  absentOrMisshaped,
  withoutEffect,
} from '../change/accept-operation.ts';
import { answeringKeys, projectedRecord } from '../change/apply-result.ts';
import { checkOperation, type OperationRules } from '../change/check-operation.ts';
import { type DesiredState, desiredChange, namedByAddress } from '../change/desired-state.ts';
import type { GroupChange, OperationKind, RecordWithPending } from '../change/operation.ts';
import type { OperationPlan, PlanOperation } from '../change/plan-operation.ts';
import type { Names } from '../../settings/naming/match-names.ts';
import type { PlanTeam } from '../create/plan-creation.ts';
import type { CreateTeam } from '../create/create-team.ts';
import { receiveDesired, receiveNew, receiveTeamId } from './receive-desired.ts';

export interface ExternalIds {
  /** The group that has the id; one whose creation failed has it no longer. */
  find(tenantId: string, key: ExternalKey): Promise<FoundGroup | undefined>;
  /** The groups that have an id of the source. */
  list(tenantId: string, source: string): Promise<readonly SourceGroup[]>;
  /** False if another group has the id, or the group has another one of the source. */
  set(
    group: { readonly tenantId: string; readonly teamId: string },
    key: ExternalKey,
    entry: Pick<ActivityEntry, 'occurredAt' | 'actor'>,
  ): Promise<boolean>;
  /** A repetition has no effect. */
  release(
    tenantId: string,
    key: ExternalKey,
    entry: Pick<ActivityEntry, 'occurredAt' | 'actor'>,
  ): Promise<void>;
}

export interface SourceGroup {
  readonly externalId: string;
  readonly teamId: string;
  readonly organisationId: string;
  readonly templateId: string;
  readonly displayName: string;
  readonly state: GroupState;
}

/** A group, and how far its creation is. */
export interface FoundGroup {
  readonly teamId: string;
  readonly status: CreationStatus;
}

export interface WantedGroup {
  readonly sender: Sender;
  readonly key: ExternalKey;
  /** As it was sent. */
  readonly body: unknown;
  readonly shape: ShapeFaults;
  readonly ifVersion?: ExpectedVersion;
  /** If-Match was sent, be it `*`: nothing is created. */
  readonly mustExist?: boolean;
  /** Throw where the sender may not create the group, or change it so. */
  readonly requireMayCreate: () => void;
  readonly requireMayChange: (kind: OperationKind, change: GroupChange) => void;
  /** Ends the calls to the directory. */
  readonly signal: AbortSignal;
}

export type PutResult = { readonly teamId: string } & (
  | { readonly created: true; readonly status: CreationStatus }
  | {
      readonly created: false;
      /** How far the creation of the group is. */
      readonly creation: CreationStatus;
      readonly operation: AcceptedOperation;
    }
);

export type PutGroup = (wanted: WantedGroup) => Promise<PutResult>;

/** @throws DomainError `validation_failed`, `source_not_allowed` */
export function readExternalKey(
  sent: { readonly source: string; readonly externalId: string },
  sender: Pick<Sender, 'source'>,
): ExternalKey {
  const faults = [
    ...sourceFaults(sent.source, { parameter: 'source' }),
    ...externalIdFaults(sent.externalId, { parameter: 'externalId' }),
  ];
  if (faults.length > 0) throw validationFailed(faults);
  const source = sourceOf(sent.source);
  requireSource(sender, source);
  return { source, externalId: sent.externalId };
}

/** The group stays as it is. A repetition has no effect, and neither has the id of a group that the sender does not see. */
export type ReleaseId = (sender: Sender, key: ExternalKey) => Promise<void>;

export type PlanGroup = (
  wanted: Omit<WantedGroup, 'requireMayCreate' | 'requireMayChange'>,
) => Promise<DesiredPlan>;

/** The result of a request, which has nothing of an operation where it creates the group. */
export interface DesiredPlan extends Omit<OperationPlan, 'group' | 'kind'> {
  readonly created: boolean;
  /** Null: there is no group yet. */
  readonly teamId: string | null;
}

export function createDesiredGroups(
  deps: OperationRules & {
    readonly externalIds: ExternalIds;
    readonly createTeam: CreateTeam;
    readonly acceptOperation: AcceptOperation;
    readonly readRecord: (
      tenantId: string,
      teamId: string,
    ) => Promise<RecordWithPending | undefined>;
    readonly people: Pick<FindPeople, 'findIds'>;
    readonly clock: Clock;
    readonly planTeam: PlanTeam;
    readonly planOperation: PlanOperation;
  },
): { readonly putGroup: PutGroup; readonly planGroup: PlanGroup; readonly releaseId: ReleaseId } {
  const { externalIds, createTeam, acceptOperation, readRecord, people, clock } = deps;
  const { planTeam, planOperation } = deps;
  return { putGroup, planGroup, releaseId };

  async function planGroup({ key, ...wanted }: Parameters<PlanGroup>[0]): Promise<DesiredPlan> {
    const { sender, body, shape, ifVersion, signal } = wanted;
    const { tenantId, actor, within } = sender;
    const found = await externalIds.find(tenantId, key);
    if (found === undefined) {
      const received = receiveNew(body, shape);
      const plan = await planTeam({ caller: sender, received, maxFaults, signal });
      const { outcome, error, faults, names, people: planned, approval, steps } = plan;
      const changed = outcome === 'succeeded';
      const after = names === undefined ? {} : namesOnly(names);
      const rest = { outcome, error, faults, people: planned, approval, steps };
      const made = { created: true, teamId: null, changed, before: {}, after, ...rest };
      if (wanted.mustExist !== true) return made;
      return { ...made, changed: false, outcome: 'refused', error: noVersion(), steps: [] };
    }
    const { teamId } = found;
    const desired = receiveDesired(body, shape);
    const record = await readRecord(tenantId, teamId);
    const knownIds = record && (await findKnownIds(record, desired, signal));
    const asked = { tenantId, teamId, kind: 'change', change: {}, desired, knownIds } as const;
    const rest = { body, shape, actor, within, ifVersion, signal };
    return { created: false, teamId, ...(await planOperation({ ...asked, ...rest })) };
  }

  async function releaseId({ tenantId, within, actor }: Sender, key: ExternalKey): Promise<void> {
    const found = await externalIds.find(tenantId, key);
    const record = found && (await readRecord(tenantId, found.teamId));
    if (record === undefined || !isWithin(within, record)) return;
    await externalIds.release(tenantId, key, { occurredAt: clock.now(), actor });
  }

  async function putGroup(wanted: WantedGroup): Promise<PutResult> {
    const { sender, key, body, shape } = wanted;
    const { tenantId } = sender;
    const found = await externalIds.find(tenantId, key);
    const named = receiveTeamId(body, shape);
    if (found !== undefined) {
      if (named !== undefined && named !== found.teamId) throw await idTaken(sender, key, found);
      return changeGroup(wanted, found);
    }
    if (named !== undefined) return setId(wanted, named);
    if (wanted.mustExist === true) throw noVersion();
    const { visibility, archived } = receiveDesired(body, shape);
    const further = {
      ...(visibility !== undefined && { visibility }),
      ...(archived === true && { archived }),
    };
    wanted.requireMayCreate();
    wanted.requireMayChange('change', further);
    try {
      const received = receiveNew(body, shape);
      const submission = { sender, received, maxFaults, key: undefined, external: key };
      const created = await createTeam(submission);
      // A creation has no such members, so that a change follows it.
      if (Object.keys(further).length > 0) await changeGroup(wanted, created);
      return { ...created, created: true };
    } catch (error) {
      // Another request may have created it meanwhile, with the same alias.
      const other = await externalIds.find(tenantId, key);
      if (other === undefined) throw error;
      return changeGroup(wanted, other);
    }
  }

  /** Gives the id to a group that is governed already. */
  async function setId(wanted: WantedGroup, teamId: string): Promise<PutResult> {
    const { sender, key, requireMayChange } = wanted;
    const { tenantId, within, actor } = sender;
    requireMayChange('archive', {});
    const record = await readRecord(tenantId, teamId);
    if (record === undefined || !isWithin(within, record)) {
      const detail = 'There is no group with this id.';
      throw validationFailed([{ pointer: '/teamId', code: 'team_not_found', detail }]);
    }
    const now = clock.now();
    requireState('change', record, now);
    const isSet = await externalIds.set({ tenantId, teamId }, key, { occurredAt: now, actor });
    const found = await externalIds.find(tenantId, key);
    if (found?.teamId !== teamId) throw await idTaken(sender, key, found);
    const result = await changeGroup(wanted, found);
    if (result.created || !isSet) return result;
    return { ...result, operation: { ...result.operation, changed: true } };
  }

  /** @param holder the group that has the id; undefined: the group has another id of the source */
  async function idTaken(
    { tenantId, within }: Sender,
    { externalId }: ExternalKey,
    holder: FoundGroup | undefined,
  ): Promise<DomainError> {
    const detail =
      'Another group has this external id, or the group has another one of this source. Release it first.';
    const other = holder && (await readRecord(tenantId, holder.teamId));
    const values = { name: externalId, ...shownGroup(within, other) };
    return validationFailed([{ pointer: '/teamId', code: 'external_id_taken', detail, values }]);
  }

  async function changeGroup(wanted: WantedGroup, group: FoundGroup): Promise<PutResult> {
    const { sender, body, shape, ifVersion, requireMayChange, signal } = wanted;
    const { tenantId, actor, within } = sender;
    const { teamId, status } = group;
    const desired = receiveDesired(body, shape);
    const asked = { kind: 'change', change: {}, desired, body, shape, actor, ifVersion } as const;
    const record = await readRecord(tenantId, teamId);
    if (record === undefined || !isWithin(within, record)) throw absentOrMisshaped(shape);
    // Most groups are as they should be: they are read, and neither locked nor looked up.
    const { kind, refusal, done } = checkOperation(record, { ...asked, within }, deps, clock.now());
    const operation =
      refusal === undefined && done !== undefined
        ? withoutEffect(kind, done)
        : await acceptOperation({
            ...asked,
            tenantId,
            teamId,
            knownIds: await findKnownIds(record, desired, signal),
            reason: reasonOf(body, shape),
            within,
            requireMayChange,
          });
    return { teamId, created: false, creation: status, operation };
  }

  /** People have several addresses, and the record may have another one than the caller. */
  async function findKnownIds(
    record: RecordWithPending,
    desired: DesiredState,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, string> | undefined> {
    const { pending, awaitingApproval } = record;
    const group = projectedRecord(record, [...pending, ...awaitingApproval]);
    const { responsible, deputy, owners, members } = desired;
    const named = { responsible, deputy, owners, members };
    const present = Object.fromEntries(
      Object.entries(named).filter(([, value]) => value !== undefined),
    );
    const { change } = desiredChange(present, group, {
      template: undefined,
      organisation: { identifier: '' },
      idOf: answeringKeys(record),
    });
    const addresses = namedByAddress(change);
    if (addresses.length === 0) return undefined;
    const ids = await people.findIds(record.tenantId, addresses, signal).catch(() => []);
    return new Map(
      ids.flatMap((id, index) => (id === undefined ? [] : [[addresses[index] ?? '', id] as const])),
    );
  }
}

function namesOnly({ mailNickName, displayName }: Names): Record<string, unknown> {
  return { displayName, mailNickName };
}

function reasonOf(body: unknown, shape: ShapeFaults): string | null {
  if (shape.hasWrongType || shape.members.has('reason')) return null;
  return (body as { readonly reason?: string }).reason ?? null;
}

function noVersion(): DomainError {
  return new DomainError(
    'version_conflict',
    'There is no group with this external id, so it has no version. Send the request without If-Match to create it.',
  );
}
