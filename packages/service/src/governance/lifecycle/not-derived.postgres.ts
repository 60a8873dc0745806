// What a plan cannot say: the past under another rule where records do not say what the rule would have followed from, and
// adoptions, which follow from groups that nobody knows in advance. A change says so in words, because a zero would be a promise.
import type { Queryable } from '../../postgres/database.ts';
import { isSamePart, type Tried, type TriedPolicy } from './tried-change.ts';
import { idOfScope } from './tried-scope.postgres.ts';

export const notDerivedRules = [
  'review',
  'idle',
  'responsibility',
  'enforcement',
  'new_groups',
] as const;

export interface NotDerived {
  readonly rule: (typeof notDerivedRules)[number];
  readonly detail: string;
}

const details: Readonly<Record<NotDerived['rule'], string>> = {
  review:
    'In the past months, the people of a group are those whom its record named then. People whom someone added or removed in the directory itself, and guests, are those of today: no record says since when. A review that had nobody to decide about may count as a question, with what follows.',
  idle: 'In the past months, questions about unused groups are those that were asked, not those of this change: reports of the past are not kept.',
  responsibility:
    'In the past months, handovers and questions about who answers for a group are those that happened, not those of this change: no record says in full when which account was closed.',
  enforcement:
    'In the past months, restores are those that happened, not those of this change: no record says in full what differed when.',
  new_groups:
    'Adoptions by rule are not derived: they follow from groups that others make in the directory.',
};

/** The rules that the change makes different, and adoptions where they are on. */
export async function readNotDerived(
  database: Queryable,
  { tenantId, change, ...scope }: Tried,
): Promise<readonly NotDerived[]> {
  const isOfTenant = idOfScope({ tenantId, ...scope }) === null;
  const [row] = await database.query<{ policy: TriedPolicy | null; adopts: boolean | null }>(
    `select (select policy from templates where tenant_id = $1 and template_id = $2) as policy,
      new_groups <> 'report' as adopts
    from tenants where tenant_id = $1`,
    [tenantId, scope.templateId ?? null],
  );
  const present = row?.policy ?? {};
  const tried = change.kind === 'template' ? change.policy : present;
  const isOn: Readonly<Record<NotDerived['rule'], boolean>> = {
    review: present.lifecycle?.review != null || tried.lifecycle?.review != null,
    idle: !isSamePart(present.lifecycle?.inactivity, tried.lifecycle?.inactivity),
    // The steward may take over, and is asked.
    responsibility:
      change.kind === 'steward' || !isSamePart(present.responsibility, tried.responsibility),
    enforcement: !isSamePart(present.enforce, tried.enforce),
    new_groups: isOfTenant && row?.adopts === true,
  };
  return notDerivedRules.flatMap((rule) => (isOn[rule] ? [{ rule, detail: details[rule] }] : []));
}
