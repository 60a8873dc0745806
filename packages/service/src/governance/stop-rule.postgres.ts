// The brake of a rule that acts by itself: it stops, and tells the administrators, when it would go too far. It continues
// once it would do less, or an administrator releases what was seen by then (enforcement/brake.postgres.ts).
import { recordActivity } from '../audit/activity.postgres.ts';
import { informAdministrators } from '../messages/notices/inform-administrators.postgres.ts';
import type { Queryable } from '../postgres/database.ts';

const rules = {
  restore: { action: 'enforcement.stopped', notice: 'enforcement_stopped', done: 'restored' },
  idle: { action: 'idle.stopped', notice: 'idle_stopped', done: 'marked' },
  /** Groups become idle by no report that conceals them. Nobody releases it: it ends with a readable report. */
  concealed: { action: 'reports.concealed', notice: 'reports_concealed', done: 'marked' },
} as const;
export type StoppableRule = keyof typeof rules;

/** Groups, without those that an administrator has released. */
export interface RuleLoad {
  /** It would act on these now. */
  readonly wanted: number;
  /** It acted on these lately. */
  readonly done: number;
  readonly atMost: number;
  /** It is stopped. */
  readonly isOn: boolean;
}

export async function isStopped(
  transaction: Queryable,
  tenantId: string,
  rule: StoppableRule,
  { wanted, done, atMost, isOn }: RuleLoad,
  at: number,
): Promise<boolean> {
  if (wanted === 0 || wanted + done <= atMost) {
    if (isOn) await transaction.query(endBrake, [tenantId, rule]);
    return false;
  }
  if (isOn) return true;
  const begun = await transaction.query(beginBrake, [tenantId, rule, wanted]);
  if (begun.length === 0) return true;
  const { action, notice, done: doneName } = rules[rule];
  await recordActivity(transaction, [
    {
      tenantId,
      occurredAt: at,
      actor: { kind: 'service', id: 'governance' },
      action,
      subject: { kind: 'tenant', id: tenantId },
      data: { wanted, [doneName]: done, atMost },
    },
  ]);
  await informAdministrators(transaction, tenantId, { kind: notice, data: { count: wanted } });
  return true;
}

const beginBrake = `
  insert into enforcement_brakes (tenant_id, rule, subject_id, since, wanted) values ($1, $2, $1, now(), $3)
  on conflict (tenant_id, rule, subject_id) do update set since = excluded.since, wanted = excluded.wanted, released_at = null
  where enforcement_brakes.released_at is not null
  returning tenant_id`;

const endBrake =
  'delete from enforcement_brakes where tenant_id = $1 and rule = $2 and released_at is null';
