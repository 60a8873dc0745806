// Renewals and holds, asked for by callers, administrators and people who decide a task. Each is one transaction with
// its entry in the activity log, and the group is assessed again at the next tick.
import { noLimit, type GroupLimit } from '../../ground/group-limit.ts';
import type { Actor } from '../../audit/activity.ts';
import { recordActivity } from '../../audit/activity.postgres.ts';
import type { Clock } from '../../ground/clock.ts';
import { type RequestKey, requestHashOf } from '../../ground/idempotency-key.ts';
import {
  DomainError,
  type FaultCode,
  type FaultValues,
  validationFailed,
} from '../../ground/errors.ts';
import { assessAtNextTick, lockAssessment } from '../governed-groups.postgres.ts';
import type { AcceptOperations } from '../../groups/change/accept-operation.ts';
import type { LifecyclePolicy } from '../../settings/organisations/lifecycle-policy.ts';
import type { Database, Queryable } from '../../postgres/database.ts';
import type { KeptAnswers } from '../../postgres/kept-answers.postgres.ts';
import { withdrawTasks } from '../../messages/tasks/tasks.postgres.ts';
import type { NoticeSettings } from '../../settings/tenants/notice-settings.ts';
import {
  dayAfter,
  latestExpiry,
  nextInSeries,
  seriesBegan,
  type TenantDays,
  weekAfter,
} from '../../settings/organisations/lifecycle-dates.ts';
import { beingDeleted, notExpiring, renewalLimit } from './refusals.ts';
import { newCycle } from './lifecycle-state.ts';
import { lockGroup } from './lock-group.postgres.ts';
import { readSuiteExpirations } from './suite-expiration.postgres.ts';
import {
  deleteHold,
  noteRenewal,
  type Hold,
  readHold,
  readLifecycle,
  storeHold,
  storeLifecycles,
} from './lifecycles.postgres.ts';

export interface LifecycleRequest {
  readonly tenantId: string;
  readonly teamId: string;
  readonly actor: Actor;
  /** A group elsewhere does not exist for the actor. */
  readonly within: GroupLimit;
  /** The version that the group must have; absent: any. */
  readonly version?: number | undefined;
}

export interface RenewalRequest extends LifecycleRequest {
  /** Absent: the length that the policy gives a renewal. */
  readonly until?: Date | undefined;
  readonly reason: string | null;
  /** Administrators renew without limit. */
  readonly isUnlimited: boolean;
  /** If it is the key of an earlier request, its answer counts. */
  readonly key?: RequestKey | undefined;
}

export interface RenewalDeps {
  readonly settingsOf: (tenantId: string) => NoticeSettings | undefined;
  /** The tenant's governance clock. */
  readonly now: (tenantId: string) => Date;
  readonly clock: Clock;
  /** It takes part in the transaction. */
  readonly acceptOperationsIn: (transaction: Queryable) => AcceptOperations;
}

const longestUntilMs = 10 * 366 * 86_400_000;

/** When the group expires now. */
export interface Renewed {
  readonly expiresAt: Date;
  /** False: it expires then already, so nothing was renewed. */
  readonly changed: boolean;
}

/** Renews in the caller's transaction, which holds the assessment of the group. */
export async function renewWithin(
  transaction: Queryable,
  deps: RenewalDeps,
  request: RenewalRequest,
): Promise<Renewed> {
  const { tenantId, teamId, actor, reason, until, isUnlimited } = request;
  const group = await lockGroup(transaction, request);
  const before = await readLifecycle(transaction, request);
  const { policy } = group;
  const isPresent = group.state === 'active' || group.state === 'archived';
  if (policy === null || before === undefined || !isPresent) {
    throw notExpiring();
  }
  if (await isBeingDeleted(transaction, request)) throw beingDeleted();
  const now = deps.now(tenantId);
  const { expiresAt: present } = before;
  if (present !== null && present > now && until?.getTime() === present.getTime()) {
    return { expiresAt: present, changed: false };
  }
  const { atMost } = policy.renew;
  if (!isUnlimited && atMost !== null && before.renewals >= atMost) {
    throw renewalLimit(atMost);
  }
  const { timeZone = 'UTC', hour = 8 } = deps.settingsOf(tenantId) ?? {};
  const days = { timeZone, hour };
  const coming = present !== null && present > now ? present : null;
  const usual =
    coming === null
      ? dayAfter(now, policy.renew.for, days)
      : nextInSeries(coming, policy.renew.for, seriesBegan(policy, group, days), days);
  if (until !== undefined) {
    const latest = isUnlimited ? latestOfAll(now) : latestOf(policy, now, usual, days);
    requireUntil(until, { now, present: coming, latest });
  }
  const expiresAt = until ?? usual;
  const { policyVersion } = group;
  const state = newCycle(expiresAt, now, { policyVersion, renewals: before.renewals + 1 });
  await storeLifecycles(transaction, [{ tenantId, teamId, state }]);
  const at = deps.clock.now();
  await withdrawTasks(transaction, request, {
    kinds: ['renew'],
    reason: 'The group was renewed.',
    actor,
    at,
  });
  await record(transaction, deps, request, 'group.renewed', {
    expiresAt: expiresAt.toISOString(),
    renewals: state.renewals,
    reason,
  });
  // The archiving that its expiry began may have ended or not: operations of a group run in their order.
  if (before.outcome === 'archive_requested') {
    const [accepted] = await deps.acceptOperationsIn(transaction)(tenantId, [
      { teamId, kind: 'unarchive', change: {}, reason, actor, priority: 1, within: noLimit },
    ]);
    if (accepted !== undefined && !(accepted instanceof DomainError) && accepted.operationId) {
      await noteRenewal(transaction, request, accepted.operationId, before);
    }
  }
  await readSuiteExpirations(transaction, [{ tenantId, teamId }], { renews: true });
  await assessAtNextTick(transaction, tenantId, [teamId]);
  return { expiresAt, changed: true };
}

/** The people let the group end: nobody is reminded any more. In the caller's transaction. */
export async function letEndWithin(
  transaction: Queryable,
  { tenantId, teamId }: Pick<LifecycleRequest, 'tenantId' | 'teamId'>,
): Promise<void> {
  await transaction.query(
    'update group_lifecycles set is_ending = true where tenant_id = $1 and team_id = $2',
    [tenantId, teamId],
  );
  await assessAtNextTick(transaction, tenantId, [teamId]);
}

export function createChangeLifecycle(
  deps: RenewalDeps & {
    readonly database: Database;
    readonly keptAnswers: Pick<KeptAnswers, 'answerOnce'>;
    /** It is called after the commit. */
    readonly onChanged: (tenantId: string) => void;
  },
) {
  const { database, keptAnswers, onChanged } = deps;

  async function change<T>(
    request: LifecycleRequest,
    work: (transaction: Queryable) => Promise<T>,
  ): Promise<T> {
    const result = await database.transaction(async (transaction) => {
      await lockAssessment(transaction, request);
      return work(transaction);
    });
    onChanged(request.tenantId);
    return result;
  }

  return {
    renew: (request: RenewalRequest): Promise<Renewed> =>
      change(request, async (transaction) => {
        const { key, teamId, until, reason } = request;
        if (key === undefined) return renewWithin(transaction, deps, request);
        await lockGroup(transaction, request);
        const requestHash = requestHashOf('renewal', teamId, until, reason);
        const { expiresAt, changed } = await keptAnswers.answerOnce(
          transaction,
          key,
          requestHash,
          () => renewWithin(transaction, deps, request),
        );
        // A kept answer has the time as text.
        return { expiresAt: new Date(expiresAt), changed };
      }),

    /** A hold that exists gets the new reason. */
    hold: (
      request: LifecycleRequest & { readonly reason: string },
    ): Promise<Hold & { readonly changed: boolean }> =>
      change(request, async (transaction) => {
        const { actor, reason } = request;
        await lockGroup(transaction, request);
        const before = await readHold(transaction, request);
        if (before?.reason === reason) return { ...before, changed: false };
        const heldBy = before?.heldBy ?? { kind: actor.kind, id: actor.id };
        const hold = { reason, heldBy, heldAt: before?.heldAt ?? new Date(deps.clock.now()) };
        await storeHold(transaction, request, hold);
        await record(transaction, deps, request, 'group.held', { reason });
        await assessAtNextTick(transaction, request.tenantId, [request.teamId]);
        return { ...hold, changed: true };
      }),

    /** Answers whether there was a hold. */
    release: (request: LifecycleRequest): Promise<boolean> =>
      change(request, async (transaction) => {
        await lockGroup(transaction, request);
        if (!(await deleteHold(transaction, request))) return false;
        const { timeZone = 'UTC', hour = 8 } = deps.settingsOf(request.tenantId) ?? {};
        const soonest = weekAfter(deps.now(request.tenantId), { timeZone, hour });
        await announceDeletionAgain(transaction, request, soonest);
        await record(transaction, deps, request, 'group.released', {});
        await assessAtNextTick(transaction, request.tenantId, [request.teamId]);
        return true;
      }),
  };
}

export type ChangeLifecycle = ReturnType<typeof createChangeLifecycle>;

async function isBeingDeleted(
  transaction: Queryable,
  { tenantId, teamId }: LifecycleRequest,
): Promise<boolean> {
  const rows = await transaction.query(
    `select from operations
    where tenant_id = $1 and team_id = $2 and kind = 'delete' and status in ('accepted', 'running') limit 1`,
    [tenantId, teamId],
  );
  return rows.length > 0;
}

/** Warnings from before the hold no longer count: people are warned again, at least a week ahead. */
async function announceDeletionAgain(
  transaction: Queryable,
  { tenantId, teamId }: LifecycleRequest,
  soonest: Date,
): Promise<void> {
  await transaction.query(
    `update group_lifecycles set warnings = 0, deletes_at = greatest(deletes_at, $3::timestamptz)
    where tenant_id = $1 and team_id = $2 and deletes_at is not null`,
    [tenantId, teamId, soonest],
  );
}

function requireUntil(
  until: Date,
  { now, present, latest }: { now: Date; present: Date | null; latest: Date },
): void {
  const fault = (code: FaultCode, detail: string, values?: FaultValues) =>
    validationFailed([{ pointer: '/until', code, detail, ...(values && { values }) }]);
  if (until <= now) throw fault('not_in_future', 'This must be in the future.');
  if (present !== null && until <= present) {
    const detail = `A renewal must end after the present expiry, ${present.toISOString()}.`;
    throw fault('not_valid', detail, { rule: 'later_than_expiry' });
  }
  if (until <= latest) return;
  const last = latest.toISOString();
  throw fault('too_late', `The last possible expiry is ${last}.`, { latest: last });
}

/** Where requests may name the expiry, their limit counts; otherwise the end of a renewal of the usual length. */
function latestOf(policy: LifecyclePolicy, now: Date, usual: Date, days: TenantDays): Date {
  return policy.callerMaySet === true ? latestExpiry(policy, now, days) : usual;
}

function latestOfAll(now: Date): Date {
  return new Date(now.getTime() + longestUntilMs);
}

async function record(
  transaction: Queryable,
  { clock }: RenewalDeps,
  { tenantId, teamId, actor }: LifecycleRequest,
  action: 'group.renewed' | 'group.held' | 'group.released',
  data: Readonly<Record<string, unknown>>,
): Promise<void> {
  const subject = { kind: 'group', id: teamId } as const;
  await recordActivity(transaction, [
    { tenantId, occurredAt: clock.now(), actor, action, subject, data },
  ]);
}
