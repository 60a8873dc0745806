// Advances the governance clock of a sandbox: from date to date, and at each one the work that is due and the operations
// that follow from it end before the clock moves on. The target is in the database, so an advance survives a restart,
// and any worker continues it.
import type { Actor } from '../audit/activity.ts';
import { recordActivity } from '../audit/activity.postgres.ts';
import type { Clock, Timers } from '../ground/clock.ts';
import { addDuration, type Duration } from '../ground/duration.ts';
import { DomainError } from '../ground/errors.ts';
import { createPoller, type Poller } from '../ground/poller.ts';
import type { Database, Queryable } from '../postgres/database.ts';
import { askForReconciliation } from '../reconciliation/reconciliation.postgres.ts';
import type { GovernanceTick } from './tick.ts';

/** The clock of a sandbox, and its target while it is on its way. */
export interface SandboxClock {
  readonly now: Date;
  readonly target: Date | null;
}

const hourMs = 3_600_000;
const maxAheadYears = 50;

/** Undefined unless the tenant has a sandbox. */
export async function readSandboxClock(
  database: Queryable,
  tenantId: string,
): Promise<SandboxClock | undefined> {
  const [row] = await database.query<SandboxClock & { isSandbox: boolean }>(
    `select governance_now(tenant_id) as now, governance_target as target,
      directory ->> 'kind' = 'sandbox' as is_sandbox
    from tenants where tenant_id = $1`,
    [tenantId],
  );
  return row?.isSandbox === true ? { now: row.now, target: row.target } : undefined;
}

/**
 * Sets the target of the clock.
 * @throws DomainError `in_use` for another directory than a sandbox, and while the clock is on its way
 */
export async function advanceSandboxClock(
  transaction: Queryable,
  { tenantId, by, actor, at }: { tenantId: string; by: Duration; actor: Actor; at: number },
): Promise<SandboxClock> {
  await transaction.query('select from tenants where tenant_id = $1 for no key update', [tenantId]);
  const clock = await readSandboxClock(transaction, tenantId);
  if (clock === undefined) {
    throw new DomainError('in_use', 'Only the clock of a sandbox can be advanced.');
  }
  if (clock.target !== null) {
    throw new DomainError(
      'in_use',
      `The clock is on its way to ${clock.target.toISOString()}. Wait until it has arrived.`,
    );
  }
  const target = addDuration(clock.now, by);
  if (target.getTime() > at + maxAheadYears * 365.25 * 24 * hourMs) {
    throw new DomainError('in_use', `The clock cannot be more than ${maxAheadYears} years ahead.`);
  }
  await transaction.query('update tenants set governance_target = $2 where tenant_id = $1', [
    tenantId,
    target,
  ]);
  await recordActivity(transaction, [
    {
      tenantId,
      occurredAt: at,
      actor,
      action: 'tenant.clock_advanced',
      subject: { kind: 'tenant', id: tenantId },
      data: { from: clock.now, to: target },
    },
  ]);
  return { now: clock.now, target };
}

type Step = 'moved' | 'due' | 'busy' | 'arrived';

const errorPauseMs = 1_000;
const waitMs = 25;
/** Work that stays due or operations that do not end, as in a rehearsal of failures, do not hold the clock for longer. */
const patienceMs = 20_000;

/**
 * A wake says that a clock may have a target.
 * @param deps.tenantsOnTheirWay ids of the tenants whose clock has a target, from memory
 */
export function createTimeMachine(deps: {
  readonly database: Database;
  readonly tick: Pick<GovernanceTick, 'runDue' | 'nextDueAt'>;
  readonly tenantsOnTheirWay: () => Iterable<string>;
  /** The clock has moved. Resolves once this process knows it: otherwise work waits for the next look at the configuration. */
  readonly onMoved: () => Promise<void>;
  readonly clock: Clock & Timers;
  readonly onError: (error: unknown) => void;
}): Poller {
  const { database, tick, tenantsOnTheirWay, onMoved, clock, onError } = deps;

  const pause = (milliseconds: number) =>
    new Promise<void>((resolve) => void clock.after(milliseconds, resolve));

  /** @param isImpatient moves on by an hour although there is still something to do */
  const step = (tenantId: string, isImpatient: boolean): Promise<Step> =>
    database.transaction(async (transaction) => {
      const [tenant] = await transaction.query<{ now: Date; target: Date }>(
        `select governance_now(tenant_id) as now, governance_target as target from tenants
        where tenant_id = $1 and governance_target is not null and directory ->> 'kind' = 'sandbox'
        for no key update`,
        [tenantId],
      );
      if (tenant === undefined) return 'arrived';
      // Work begins operations, and an operation that ends makes work due: other processes may do either meanwhile.
      const isBusy = () => hasOperations(transaction, tenantId);
      const wasBusy = !isImpatient && (await isBusy());
      const date = await tick.nextDueAt(tenantId);
      const next = date?.getTime() ?? Number.POSITIVE_INFINITY;
      const now = tenant.now.getTime();
      if (!isImpatient) {
        if (next <= now) return 'due';
        if (wasBusy || (await isBusy())) return 'busy';
      }
      const stop = Math.min(
        tenant.target.getTime(),
        Math.ceil(Math.max(next, now + 1) / hourMs) * hourMs,
      );
      await moveTo(transaction, tenantId, new Date(stop));
      // The comparisons of the time that has passed.
      if (stop === tenant.target.getTime()) await askForReconciliation(transaction, tenantId);
      return 'moved';
    });

  async function advance(tenantId: string, signal: AbortSignal): Promise<void> {
    let sinceMove = clock.now();
    while (!signal.aborted) {
      await tick.runDue(signal);
      const result = await step(tenantId, clock.now() - sinceMove > patienceMs);
      if (result === 'arrived') return;
      if (result === 'moved') {
        sinceMove = clock.now();
        await onMoved();
      } else await pause(waitMs);
    }
  }

  return createPoller({
    async run(signal) {
      for (const tenantId of tenantsOnTheirWay()) await advance(tenantId, signal);
    },
    everyMs: Number.POSITIVE_INFINITY,
    errorPauseMs,
    timers: clock,
    onError,
  });
}

async function hasOperations(transaction: Queryable, tenantId: string): Promise<boolean> {
  const unfinished = await transaction.query(
    `select from operations where tenant_id = $1 and status in ('accepted', 'running') limit 1`,
    [tenantId],
  );
  return unfinished.length > 0;
}

/** The moment from which the clock is ahead by that much is kept, for the age of what happened before. */
async function moveTo(transaction: Queryable, tenantId: string, stop: Date): Promise<void> {
  await transaction.query(
    `with moved as (
      update tenants
      set governance_offset = $2::timestamptz - now(),
        governance_target = case when governance_target > $2 then governance_target end
      where tenant_id = $1
      returning tenant_id, governance_offset
    )
    insert into governance_advances (tenant_id, at, ahead)
    select tenant_id, now(), governance_offset from moved
    on conflict (tenant_id, at) do update set ahead = excluded.ahead`,
    [tenantId, stop],
  );
}
