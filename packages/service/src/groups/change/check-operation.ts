// Decides whether an operation on a group is accepted. The acceptance and its dry run ask this one check, so that a plan has
// every refusal of the acceptance.
import type { Actor } from '../../audit/activity.ts';
import { type ExpectedVersion, requireVersion } from '../../ground/record-store.ts';
import { type GroupLimit, shownGroup } from '../../ground/group-limit.ts';
import { DomainError, maxFaults, type ShapeFaults, validationFailed } from '../../ground/errors.ts';
import type { ApprovalPolicy } from '../../settings/organisations/approval-policy.ts';
import type { Organisation } from '../../settings/organisations/organisation.ts';
import type { Template } from '../../settings/organisations/template.ts';
import { acceptanceFaults, completedAcceptance } from './accept-drift.ts';
import { actionFaults, allowedFor, rosterFaults } from './check-allowed.ts';
import { namesMembers, validateChange } from './check-change.ts';
import { approvalPolicyFor } from './needed-approval.ts';
import { type AnsweringPeople, isAnsweredBy } from './departure.ts';
import {
  type GroupChange,
  type GroupRecord,
  type OperationKind,
  type RecordWithPending,
  kindOf,
  peopleIn,
} from './operation.ts';
import {
  atDesired,
  type DesiredChange,
  type DesiredState,
  desiredChange,
  isAsDesired,
  withProperties,
} from './desired-state.ts';
import { inInputOrder } from '../../ground/input-order.ts';
import type { Tenant } from '../../settings/tenants/tenant.ts';
import { type AlreadyDone, alreadyDesired, alreadyDone, type KnownIds } from './already-done.ts';
import { answeringKeys, projectedRecords } from './apply-result.ts';
import { completedRepair, repairFaults } from './repair.ts';
import { requireNoHold, requireState } from './require-state.ts';

export interface OperationRules {
  readonly organisationOf: (tenantId: string, organisationId: string) => Organisation | undefined;
  readonly blockedWordsOf: (tenantId: string) => readonly string[];
  readonly tenantOf: (tenantId: string) => Tenant | undefined;
}

export interface AskedOperation {
  readonly kind: OperationKind;
  /** Empty for all kinds but change, handover, repair and accept_drift. */
  readonly change: GroupChange;
  /** The body of the change as it was sent, whose order the faults follow. */
  readonly body?: unknown;
  readonly shape: ShapeFaults;
  readonly actor: Pick<Actor, 'kind'>;
  /** The state that the group should have: then the change is what differs from it. */
  readonly desired?: DesiredState | undefined;
  /** Ids of people whom the caller looked up in the directory, by the keys of their names. */
  readonly knownIds?: KnownIds | undefined;
  /** The groups that the actor may see. */
  readonly within: GroupLimit;
  /** The version of the group that the operation is for. */
  readonly ifVersion?: ExpectedVersion;
  /** The people who must still answer for the group, whatever else changed. */
  readonly ifAnswering?: AnsweringPeople | undefined;
}

export interface CheckedOperation {
  readonly kind: OperationKind;
  /** This form is stored. */
  readonly change: GroupChange;
  /** The record as it will be when the operations that were accepted before have run. */
  readonly group: GroupRecord;
  readonly organisation: Organisation | undefined;
  readonly template: Template | undefined;
  /** It belongs to the template; undefined: the operation needs no approval. */
  readonly approvalPolicy: ApprovalPolicy | undefined;
  /** Undefined: it is accepted, or done already. With the code `validation_failed` it has the faults of the body. */
  readonly refusal: DomainError | undefined;
  /** Its effect is there already, so it has none. */
  readonly done: AlreadyDone | undefined;
}

/** The change of a request or of a desired state, which has its kind. */
type Given = Omit<DesiredChange, 'kind'> & Partial<Pick<DesiredChange, 'kind'>>;

/** The template asks people about guests: a roster brings none past them. */
function completedRoster(
  { roster, ...change }: GroupChange,
  template: Template | undefined,
): GroupChange {
  if (roster === undefined) return change;
  const refusesGuests = template?.policy.approval?.operations?.includes('guests') === true;
  return { ...change, roster: { ...roster, ...(refusesGuests && { refusesGuests }) } };
}

/** Operations of one group that wait for their turn, and the people whom they name. */
const maxPending = 200;
const maxPendingPeople = 50_000;
const retryWhenFullMs = 5_000;

export function checkOperation(
  record: RecordWithPending,
  asked: AskedOperation,
  { organisationOf, blockedWordsOf, tenantOf }: OperationRules,
  now: number,
): CheckedOperation {
  const { actor, desired } = asked;
  const isChange = asked.kind === 'change' || asked.kind === 'handover';
  const { pending, awaitingApproval } = record;
  const records = projectedRecords(record, pending);
  const group = records.at(-1) ?? record;
  const idOf: KnownIds = new Map([...answeringKeys(record), ...(asked.knownIds ?? [])]);
  const organisation = organisationOf(record.tenantId, record.organisationId);
  const template = organisation?.templates.find(
    ({ templateId }) => templateId === record.templateId,
  );
  const groups = [record, group];
  const context = { template, organisation: organisation ?? { identifier: '' }, idOf };
  const first: Given =
    (desired && desiredChange(desired, group, context)) ??
    withProperties(
      completedRoster(
        completedAcceptance(
          asked.kind,
          completedRepair(asked.kind, asked.change, record),
          record.drift,
        ),
        template,
      ),
      group,
      context,
    );
  const kindOfGiven = ({ change, kind = asked.kind }: Given) =>
    kind === 'change' || kind === 'handover' ? kindOf(change) : kind;
  const approvalOf = (one: Given) =>
    approvalPolicyFor({ kind: kindOfGiven(one), change: one.change, groups }, actor, template);
  // A request that awaits an approval is not asked for again, unless it needs none this time.
  const mayNeedApproval = approvalOf(first) !== undefined;
  const awaited = mayNeedApproval ? awaitingApproval : [];
  const awaitedRecords = projectedRecords(group, awaited).slice(1);
  const last = awaitedRecords.at(-1);
  const given =
    desired === undefined || last === undefined ? first : desiredChange(desired, last, context);
  const { change, rendered, sound } = given;
  const kind = kindOfGiven(given);
  const changeOf = (one: GroupRecord) => {
    const made = withProperties(asked.change, one, context);
    return made.faults.length > 0 ? undefined : made.change;
  };
  const done =
    asked.shape.listed.length > 0 || (isChange && desired === undefined && !namesMembers(asked))
      ? undefined
      : desired === undefined
        ? alreadyDone(
            { kind, changeOf, records, mayNeedApproval, awaited, awaitedRecords, idOf },
            record,
          )
        : alreadyDesired(
            (one) => isAsDesired(desiredChange(desired, one, context)),
            [...records, ...awaitedRecords],
            [...pending, ...awaited],
          );
  return {
    kind,
    change,
    group,
    organisation,
    template,
    approvalPolicy: approvalOf(given),
    done,
    refusal: refusalOf(() => {
      requireUnchanged(record, asked);
      if (done !== undefined) return;
      requireRoom(record, change);
      requireState(kind, group, now);
      requireNoHold(kind, change, record);
      requireFreeAlias(kind, record, asked.within);
      const allowed = allowedFor(actor, template);
      const { body, shape } = asked;
      const rules = {
        group,
        template,
        allowed,
        organisation: context.organisation,
        tenant: tenantOf(record.tenantId),
        now,
        blockedWords: blockedWordsOf(record.tenantId),
        change,
        rendered,
        sound,
      };
      const { faults, unlisted } =
        kind === 'change' || kind === 'handover'
          ? validateChange({ ...rules, idOf, body, shape, maxFaults })
          : {
              faults: [
                // A roster lists them with its other faults.
                ...(kind === 'roster' ? [] : shape.listed),
                ...(kind === 'repair'
                  ? repairFaults(asked.change, record)
                  : kind === 'accept_drift'
                    ? shape.listed.length > 0
                      ? []
                      : acceptanceFaults(rules, asked.change, record)
                    : kind === 'roster'
                      ? rosterFaults(allowed)
                      : actionFaults(kind, allowed)),
              ],
              unlisted: shape.unlisted,
            };
      const placed = desired === undefined ? faults : atDesired(faults, change, desired);
      const all = shape.hasWrongType ? faults : inInputOrder([...placed, ...given.faults], body);
      if (all.length > 0) throw validationFailed(all, unlisted);
    }),
  };
}

function refusalOf(check: () => void): DomainError | undefined {
  try {
    check();
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  return undefined;
}

function requireUnchanged(
  record: RecordWithPending,
  { ifVersion, ifAnswering }: AskedOperation,
): void {
  requireVersion(record.version, ifVersion, 'group');
  if (ifAnswering !== undefined && !isAnsweredBy(record, ifAnswering)) {
    throw new DomainError(
      'version_conflict',
      'Other people answer for the group since the handover was planned. Send a new handover.',
    );
  }
}

/** Each request reads the operations that precede it, so their number is limited. */
function requireRoom({ pending, awaitingApproval }: RecordWithPending, change: GroupChange): void {
  const waiting = pending.length + awaitingApproval.length;
  const people = pending.reduce((sum, { change: before }) => sum + peopleIn(before), 0);
  const isFull =
    waiting >= maxPending || (people > 0 && people + peopleIn(change) > maxPendingPeople);
  if (!isFull) return;
  throw new DomainError(
    'rate_limited',
    `${waiting} operations of this group wait for their turn or for an approval. Send the request again when some have ended.`,
    { retryAfterMs: retryWhenFullMs },
  );
}

function requireFreeAlias(
  kind: OperationKind,
  { mailNickname, aliasHolder }: RecordWithPending,
  within: GroupLimit,
): void {
  if (kind !== 'restore' || aliasHolder === null) return;
  const code = 'mail_nickname_taken';
  const detail = `The mailNickName ${mailNickname} was taken by another group since this one was deleted.`;
  const values = { name: mailNickname, ...shownGroup(within, aliasHolder) };
  throw new DomainError(code, detail, { faults: [{ pointer: '', code, detail, values }] });
}
