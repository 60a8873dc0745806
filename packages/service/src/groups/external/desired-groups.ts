// Makes the group of an external id what a caller wants it to be: creates it, changes it by one operation, or does
// nothing. A request that was killed anywhere may be sent again: the id is committed with the group, and the difference is
// found in the transaction that accepts the operation.
import type { FindPeople } from '../../directory/find-people.ts';
import { isGuid, personKey } from '../../directory/person-reference.ts';
import type { Clock } from '../../ground/clock.ts';
import { isWithin, type OtherGroup, shownGroup } from '../../ground/group-limit.ts';
import { requireSource, type Sender } from '../../ground/caller.ts';
import {
  DomainError,
  maxFaults,
  noShapeErrors,
  type ShapeFaults,
  validationFailed,
} from '../../ground/errors.ts';
import type { ExpectedVersion } from '../../ground/record-store.ts';
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
import {
  type AskedOperation,
  checkOperation,
  type OperationRules,
} from '../change/check-operation.ts';
import { type DesiredState, desiredChange, namedIn } from '../change/desired-state.ts';
import {
  type GroupChange,
  mayRemovePeople,
  type OperationKind,
  type RecordWithPending,
} from '../change/operation.ts';
import type { OperationPlan, PlanOperation } from '../change/plan-operation.ts';
import type { Names } from '../../settings/naming/match-names.ts';
import type { PlanTeam } from '../create/plan-creation.ts';
import type { CreateTeam } from '../create/create-team.ts';
import {
  validateRequest,
  type ValidationDeps,
  type ValidationResult,
} from '../create/check-request.ts';
import { type ReceivedRequest, validMembersOf } from '../create/receive-request.ts';
import { inInputOrder } from '../../ground/input-order.ts';
import type { Rest } from '../../ground/turns.ts';
import { invitingPolicy, requireValidRoster } from '../rosters/check-roster.ts';
import type { PlanRoster, RosterPlan } from '../rosters/plan-roster.ts';
import { type AcceptedRoster, placedAt, type PutRosters } from '../rosters/put-roster.ts';
import {
  type DesiredRosters,
  receiveDesired,
  receiveNew,
  receiveRosters,
  receiveTeamId,
} from './receive-desired.ts';

export interface ExternalIds {
  /** The group that has the id; one whose creation failed has it no longer. */
  find(tenantId: string, key: ExternalKey): Promise<FoundGroup | undefined>;
  /** The groups that have an id of the source. */
  list(tenantId: string, source: string): Promise<readonly SourceGroup[]>;
  /** Whether the group has another id of the source. */
  hasOther(
    group: { readonly tenantId: string; readonly teamId: string },
    key: ExternalKey,
  ): Promise<boolean>;
  /** False if another group has the id, or the group has another one of the source. */
  set(
    group: { readonly tenantId: string; readonly teamId: string },
    key: ExternalKey,
    entry: Pick<ActivityEntry, 'occurredAt' | 'actor'>,
  ): Promise<boolean>;
  /** Records the members that the last desired state named. */
  manage(tenantId: string, key: ExternalKey, managed: readonly string[]): Promise<void>;
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
export interface FoundGroup extends OtherGroup {
  readonly status: CreationStatus;
  /** The members that the last desired state named, in order. */
  readonly managed: readonly string[];
}

export interface WantedGroup {
  readonly sender: Sender;
  readonly key: ExternalKey;
  /** It is as it was sent. */
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

/** Its rosters are read once, before anything is asked. */
interface ReceivedGroup extends WantedGroup {
  readonly sent: DesiredRosters;
}

export type PutResult = { readonly teamId: string } & (
  | { readonly created: true; readonly status: CreationStatus }
  | {
      readonly created: false;
      /** How far the creation of the group is. */
      readonly creation: CreationStatus;
      /** It is that of the last roster where rosters alone change. */
      readonly operation: AcceptedOperation;
    }
) & {
    /** The body names them. */
    readonly rosters: readonly AcceptedRoster[];
  };

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
  /** The body names them. */
  readonly rosters: readonly (RosterPlan & { readonly source: string })[];
}

/** No more ids are looked up, in case a list has one of them as an address. A longer change is none by that alone. */
const mostIds = 200;

export function createDesiredGroups(
  deps: OperationRules & {
    readonly externalIds: ExternalIds;
    readonly createTeam: CreateTeam;
    readonly acceptOperation: AcceptOperation;
    readonly readRecord: (
      tenantId: string,
      teamId: string,
      withEntries?: boolean,
    ) => Promise<RecordWithPending | undefined>;
    readonly people: Pick<FindPeople, 'find'>;
    readonly clock: Clock;
    readonly planTeam: PlanTeam;
    readonly planOperation: PlanOperation;
    readonly planRoster: PlanRoster;
    readonly rosters: Pick<PutRosters, 'putTogether' | 'findUnchanged'>;
    readonly configuration: ValidationDeps['configuration'];
    readonly rest: Rest;
  },
): { readonly putGroup: PutGroup; readonly planGroup: PlanGroup; readonly releaseId: ReleaseId } {
  const { externalIds, createTeam, acceptOperation, readRecord, people, clock } = deps;
  const { planTeam, planOperation, planRoster, rosters: put, configuration, rest } = deps;
  return { putGroup, planGroup, releaseId };

  async function planGroup({ key, ...wanted }: Parameters<PlanGroup>[0]): Promise<DesiredPlan> {
    const { sender, body, shape, ifVersion, signal } = wanted;
    const { tenantId, actor, within } = sender;
    const rosters = await receivedRosters(wanted);
    const found = await externalIds.find(tenantId, key);
    const named = receiveTeamId(body, shape);
    if (found === undefined && named === undefined) {
      const received = receiveNew(body, shape);
      const plan = await planTeam({ caller: sender, received, maxFaults, signal });
      const { outcome, error, faults, names, people: planned, approval, steps } = plan;
      const changed = outcome === 'succeeded';
      const after = names === undefined ? {} : namesOnly(names);
      const rest = { outcome, error, faults, people: planned, approval, steps };
      const made = { created: true, teamId: null, changed, before: {}, after, ...rest };
      if (wanted.mustExist === true) {
        const refused = {
          changed: false,
          outcome: 'refused',
          error: noVersion(),
          steps: [],
        } as const;
        return { ...made, ...refused, rosters: [] };
      }
      return withRosters(wanted, made, rosters, newRecord(sender, plan, received));
    }
    const teamId = found?.teamId ?? named ?? '';
    if (named !== undefined && named !== teamId) return refusedPlan(idTaken(sender, key, found));
    const desired = receiveDesired(body, shape);
    const record = await readRecord(tenantId, teamId, mayRemovePeople({ change: {}, desired }));
    if (found === undefined && (record === undefined || !isWithin(within, record))) {
      return refusedPlan(noSuchTeam());
    }
    const knownIds = record && (await findKnownIds(record, desired, signal));
    const asked = { tenantId, teamId, kind: 'change', change: {}, desired, knownIds } as const;
    const rest = { body, shape, actor, within, ifVersion, signal };
    const plan = await planOperation({ ...asked, ...rest });
    const isRefused = plan.outcome === 'refused' || rosters.faults.length > 0;
    if (
      found === undefined &&
      !isRefused &&
      (await externalIds.hasOther({ tenantId, teamId }, key))
    ) {
      return refusedPlan(idTaken(sender, key, found));
    }
    const isSet = found === undefined && plan.outcome === 'succeeded';
    const changed = plan.changed || isSet;
    return withRosters(wanted, { created: false, teamId, ...plan, changed }, rosters, record);
  }

  /** @param record the group; undefined: it cannot be created */
  async function withRosters(
    { sender, body, signal }: Pick<WantedGroup, 'sender' | 'body' | 'signal'>,
    plan: Omit<DesiredPlan, 'rosters'>,
    { rosters, faults }: DesiredRosters,
    record: RecordWithPending | undefined,
  ): Promise<DesiredPlan> {
    const { tenantId, actor, within } = sender;
    if (record === undefined || (rosters.length === 0 && faults.length === 0)) {
      return { ...plan, rosters: [] };
    }
    const found = [...faults];
    const planned = await Promise.all(
      rosters.map(async ({ at, ...roster }) => {
        const asked = { ...roster, tenantId, teamId: record.teamId, actor, within, signal };
        const one = await planRoster({ ...asked, ...(plan.teamId === null && { record }) });
        found.push(...placedAt(one.faults, at));
        return { ...one, source: roster.source };
      }),
    );
    const refusal = planned.find(({ error }) => error !== undefined)?.error;
    const all = { ...plan, rosters: planned };
    // A group that cannot be changed is no matter of its body.
    const { error: first } = plan;
    const isOther = first !== undefined && first.code !== 'validation_failed';
    if (plan.teamId !== null && plan.outcome === 'refused' && isOther) return all;
    if (found.length === 0 && refusal === undefined) {
      const isChanged = plan.outcome === 'succeeded' && planned.some((one) => one.isChanged);
      return { ...all, changed: plan.changed || isChanged };
    }
    const faultsOfAll = inInputOrder([...plan.faults, ...found], body);
    const listed = faultsOfAll.slice(0, maxFaults);
    const unlisted = [plan, ...planned].reduce(
      (sum, one) => sum + (one.error?.unlisted ?? 0),
      faultsOfAll.length - listed.length,
    );
    const error = found.length === 0 ? refusal : validationFailed(listed, unlisted);
    return { ...all, changed: false, outcome: 'refused', error, faults: listed, steps: [] };
  }

  async function releaseId({ tenantId, within, actor }: Sender, key: ExternalKey): Promise<void> {
    const found = await externalIds.find(tenantId, key);
    const record = found && (await readRecord(tenantId, found.teamId));
    if (record === undefined || !isWithin(within, record)) return;
    await externalIds.release(tenantId, key, { occurredAt: clock.now(), actor });
  }

  /** Most desired states name the same members each time: then nothing is written. */
  async function putGroup(wanted: WantedGroup): Promise<PutResult> {
    const { key, body, shape } = wanted;
    const { tenantId } = wanted.sender;
    const sent = await receivedRosters(wanted);
    const found = await externalIds.find(tenantId, key);
    const result = await putFound({ ...wanted, sent }, found);
    const managed = managedBy(receiveDesired(body, shape));
    if (managed.join() !== (found?.managed ?? []).join()) {
      await externalIds.manage(tenantId, key, managed);
    }
    return result;
  }

  async function putFound(
    wanted: ReceivedGroup,
    found: FoundGroup | undefined,
  ): Promise<PutResult> {
    const { sender, key, body, shape } = wanted;
    const { tenantId } = sender;
    const named = receiveTeamId(body, shape);
    if (found !== undefined) {
      if (named !== undefined && named !== found.teamId) throw idTaken(sender, key, found);
      return changeGroup(wanted, found);
    }
    if (named !== undefined) return setId(wanted, named);
    if (wanted.mustExist === true) throw noVersion();
    const { visibility, archived } = receiveDesired(body, shape);
    const further = {
      ...(visibility !== undefined && { visibility }),
      ...(archived === true && { archived }),
    };
    const hasRosters = Object.keys(Object(Object(body).rosters)).length > 0;
    // A creation has neither such members nor rosters, so that operations follow it.
    const follows = Object.keys(further).length > 0 || hasRosters;
    wanted.requireMayCreate();
    wanted.requireMayChange('change', further);
    if (hasRosters) wanted.requireMayChange('roster', {});
    try {
      const received = receiveNew(body, shape);
      if (follows) requireFurther(wanted, received, further);
      const submission = { sender, received, maxFaults, key: undefined, external: key };
      const created = await createTeam(submission);
      const { rosters } = follows ? await changeGroup(wanted, created) : { rosters: [] };
      return { ...created, created: true, rosters };
    } catch (error) {
      // Another request may have created it meanwhile, with the same alias.
      const other = await externalIds.find(tenantId, key);
      if (other === undefined) throw error;
      return changeGroup(wanted, other);
    }
  }

  /** Refuses the operations that would follow a creation, with its faults, before there is a group. */
  function requireFurther(
    wanted: ReceivedGroup,
    received: ReceivedRequest,
    further: Pick<DesiredState, 'visibility' | 'archived'>,
  ): void {
    const { sender, body } = wanted;
    const { rosters, faults: found } = wanted.sent;
    const { tenantId, actor, within } = sender;
    const now = clock.now();
    const request = { configuration, tenantId, within, received, maxFaults, now };
    const validation = validateRequest(request);
    const record = newRecord(sender, validation, received);
    if (record === undefined) return;
    const known = new Set(validation.faults.map(({ pointer, code }) => `${pointer} ${code}`));
    const faults = [...found];
    let { unlisted } = validation;
    const collect = (at: string, work: () => void): void => {
      try {
        work();
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        unlisted += error.unlisted;
        const placed = placedAt(error.faults, at);
        faults.push(...placed.filter(({ pointer, code }) => !known.has(`${pointer} ${code}`)));
      }
    };
    const check = (asked: Pick<AskedOperation, 'kind' | 'change' | 'desired'>) => {
      const rest = { body, shape: noShapeErrors, actor, within };
      const { refusal, change } = checkOperation(record, { ...asked, ...rest }, deps, now);
      if (refusal !== undefined) throw refusal;
      return change;
    };
    if (Object.keys(further).length > 0) {
      collect('', () => check({ kind: 'change', change: {}, desired: further }));
    }
    for (const { source, at, received: roster } of rosters) {
      collect(at, () => {
        const change = check({ kind: 'roster', change: { roster: { source, version: 1 } } });
        const policy = invitingPolicy(record, change.roster?.refusesGuests);
        if (roster !== undefined) requireValidRoster(roster, [], new Date(now), policy);
      });
    }
    if (faults.length === 0) return;
    const all = inInputOrder([...validation.faults, ...faults], body);
    const listed = all.slice(0, maxFaults);
    throw validationFailed(listed, unlisted + all.length - listed.length);
  }

  /** Gives the id to a group that is governed already. */
  async function setId(wanted: ReceivedGroup, teamId: string): Promise<PutResult> {
    const { sender, key, requireMayChange } = wanted;
    const { tenantId, within, actor } = sender;
    requireMayChange('archive', {});
    const asked = askedOf(wanted);
    const record = await readRecord(tenantId, teamId, mayRemovePeople(asked));
    if (record === undefined || !isWithin(within, record)) {
      throw noSuchTeam();
    }
    const now = clock.now();
    requireState('change', record, now);
    const { refusal } = checkOperation(record, { ...asked, within }, deps, now);
    const { faults } = wanted.sent;
    // Nothing is changed where a part of the request is refused.
    if (refusal !== undefined) throw refusal;
    if (faults.length > 0) throw validationFailed(faults);
    const isSet = await externalIds.set({ tenantId, teamId }, key, { occurredAt: now, actor });
    const found = await externalIds.find(tenantId, key);
    if (found?.teamId !== teamId) throw idTaken(sender, key, found);
    const result = await changeGroup(wanted, found);
    if (result.created || !isSet) return result;
    return { ...result, operation: { ...result.operation, changed: true } };
  }

  /** @param holder the group that has the id; undefined: the group has another id of the source */
  function idTaken(
    { within }: Sender,
    { externalId }: ExternalKey,
    holder: FoundGroup | undefined,
  ): DomainError {
    const detail =
      'Another group has this external id, or the group has another one of this source. Release it first.';
    const values = { name: externalId, ...shownGroup(within, holder) };
    return validationFailed([{ pointer: '/teamId', code: 'external_id_taken', detail, values }]);
  }

  async function changeGroup(
    wanted: ReceivedGroup,
    group: Pick<FoundGroup, 'teamId' | 'status'>,
  ): Promise<PutResult> {
    const { sender, body, shape, requireMayChange, signal } = wanted;
    const { tenantId, actor, within } = sender;
    const { teamId, status } = group;
    const asked = askedOf(wanted);
    const { desired } = asked;
    const record = await readRecord(tenantId, teamId, mayRemovePeople(asked));
    if (record === undefined || !isWithin(within, record)) throw absentOrMisshaped(shape);
    const { faults } = wanted.sent;
    if (wanted.sent.rosters.length > 0) requireMayChange('roster', {});
    const reason = reasonOf(body, shape);
    const rosters = wanted.sent.rosters.map((roster) =>
      Object.assign({ tenantId, teamId, reason, actor, within }, roster),
    );
    // Most groups are as they should be: they are read, and neither locked nor looked up.
    const { kind, refusal, done } = checkOperation(record, { ...asked, within }, deps, clock.now());
    if (refusal === undefined && done !== undefined && faults.length === 0) {
      const unchanged = await put.findUnchanged(rosters);
      if (unchanged !== undefined) return resultOf(withoutEffect(kind, done), unchanged);
    }
    const knownIds = await findKnownIds(record, desired, signal);
    const change = { ...asked, tenantId, teamId, knownIds, reason, within, requireMayChange };
    if (rosters.length === 0 && faults.length === 0)
      return resultOf(await acceptOperation(change), []);
    const accepted = await put.putTogether({ change, rosters, faults });
    return resultOf(accepted.operation, accepted.rosters);

    function resultOf(operation: AcceptedOperation, put: readonly AcceptedRoster[]): PutResult {
      // The last one ends last.
      const all = [operation, ...put.toReversed()];
      const shown =
        all.find(({ changed }) => changed) ??
        all.find(({ operationId }) => operationId !== null) ??
        operation;
      return { teamId, created: false, creation: status, operation: shown, rosters: put };
    }
  }

  function askedOf({ sender, body, shape, ifVersion }: WantedGroup) {
    const { actor } = sender;
    const desired = receiveDesired(body, shape);
    return { kind: 'change', change: {}, desired, body, shape, actor, ifVersion } as const;
  }

  /** @throws DomainError `source_not_allowed` */
  async function receivedRosters({
    sender,
    body,
    shape,
  }: Pick<WantedGroup, 'sender' | 'body' | 'shape'>): Promise<DesiredRosters> {
    const received = await receiveRosters(body, shape, rest);
    for (const { source } of received.rosters) requireSource(sender, source);
    return received;
  }

  /** People have an id and several addresses, and the lists of the record and of the caller may have any of them. */
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
    const everyone = namedIn(change);
    if (everyone.length === 0) return undefined;
    const ids = everyone.filter(isGuid).slice(0, mostIds);
    const asked = [...everyone.filter((one) => !isGuid(one)), ...ids];
    const found = await people.find(record.tenantId, asked, signal).catch(() => undefined);
    return new Map(
      [...(found ?? [])].flatMap(([key, person]) =>
        person === undefined
          ? []
          : [key, personKey(person.email)].map((name) => [name, person.id.toLowerCase()] as const),
      ),
    );
  }
}

/** A group that would be created, as its operations would find it; undefined: its template is not known. */
function newRecord(
  { tenantId }: Sender,
  {
    organisation,
    template,
    properties,
    names,
  }: Pick<ValidationResult, 'organisation' | 'template' | 'properties'> & {
    readonly names: Partial<Names> | undefined;
  },
  received: ReceivedRequest,
): RecordWithPending | undefined {
  if (organisation === undefined || template === undefined) return undefined;
  const valid = validMembersOf(received);
  const { responsible = null, deputy = null, owners = [], members = [] } = valid;
  const { displayName = '', mailNickName = '' } = names ?? {};
  return {
    tenantId,
    teamId: '',
    organisationId: organisation.organisationId,
    templateId: template.templateId,
    displayName,
    description: null,
    mailNickname: mailNickName,
    people: { responsible, deputy, owners, members },
    properties,
    policy: template.policy,
    state: 'being_created',
    isArchived: false,
    requestedExpiry: null,
    requestedBy: valid.requestedBy || null,
    createdAt: new Date(0),
    deletedAt: undefined,
    version: 0,
    groupId: undefined,
    marker: '',
    resolvedPeople: undefined,
    pending: [],
    awaitingApproval: [],
    aliasHolder: null,
  };
}

/** The members that a source sets, which it would set again. A group keeps the others for ever. */
function managedBy({ properties = {}, archived, ...members }: DesiredState): readonly string[] {
  const named = Object.keys(members).filter((name) => !fixedMembers.has(name));
  const ofProperties = Object.keys(properties).map((name) => `properties.${name}`);
  return [...named, ...(archived === undefined ? [] : ['state']), ...ofProperties].toSorted();
}

const fixedMembers: ReadonlySet<string> = new Set<keyof DesiredState>([
  'mailNickName',
  'organisationIdOrIdentifier',
  'templateIdOrIdentifier',
  'requestedBy',
]);

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

function noSuchTeam(): DomainError {
  const detail = 'There is no group with this id.';
  return validationFailed([{ pointer: '/teamId', code: 'team_not_found', detail }]);
}

function refusedPlan(error: DomainError): DesiredPlan {
  const nothing = { changed: false, before: {}, after: {}, people: [], steps: [], rosters: [] };
  const { faults } = error;
  return {
    ...nothing,
    created: false,
    teamId: null,
    outcome: 'refused',
    error,
    faults,
    approval: undefined,
  };
}
