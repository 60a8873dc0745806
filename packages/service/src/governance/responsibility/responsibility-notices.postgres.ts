// The notices that follow from an assessment: to the people whom a task asks, and to a new responsible person.
import type { Effect } from '../rule.ts';
import { informAdministrators } from '../../messages/notices/inform-administrators.postgres.ts';
import {
  type Addressee,
  type NewNotice,
  type NoticeFacts,
  noticesTo,
} from '../../messages/notices/notice.ts';
import { addNotices } from '../../messages/notices/notices.postgres.ts';
import type { Queryable } from '../../postgres/database.ts';
import type { AssessedResponsibility } from './assess-responsibility.ts';
import { progressOf } from '../question.ts';
import { ruleOf } from './ask.ts';
import { causeOf, keyOf, type ResponsibilityFacts } from './responsibility-facts.ts';

export function noticesOf(
  facts: ResponsibilityFacts,
  { effects }: AssessedResponsibility,
): readonly NewNotice[] {
  const { group, people, policy } = facts;
  if (policy === undefined) return [];
  const common = { tenantId: group.tenantId, teamId: group.teamId, at: group.now };
  const notices = (
    kind: NewNotice['kind'],
    to: readonly Addressee[],
    rule: string,
    data: NoticeFacts = { reminder: 0 },
  ) => noticesTo(to, { ...common, kind, data, cause: causeOf(facts, rule) });
  const responsible = people.get(keyOf(group.responsibleId));
  return effects.flatMap((effect) => {
    const asked = askedBy(facts, effect);
    if (asked !== undefined) {
      return notices(asked.kind, asked.assignees, ruleOf(asked.kind), asked.data);
    }
    const isHandover = effect.kind === 'activity' && effect.action === 'responsibility.handed_over';
    return isHandover && responsible !== undefined
      ? notices('took_over', [responsible], 'responsibility.succession')
      : [];
  });
}

function askedBy({ openTasks }: ResponsibilityFacts, effect: Effect) {
  if (effect.kind === 'open_task') {
    const { kind, assignees, data, dueAt } = effect.task;
    return { kind, assignees, data: factsOf(data, dueAt) };
  }
  if (effect.kind !== 'update_task') return undefined;
  const kind = effect.taskKind;
  const open = openTasks.find((task) => task.kind === kind);
  const { informed: assignees = [] } = effect;
  const data = factsOf(effect.update.data ?? {}, open?.dueAt ?? null);
  return { kind, assignees, data };
}

function factsOf(data: Readonly<Record<string, unknown>>, dueAt: Date | null): NoticeFacts {
  const { person } = data;
  return {
    reminder: progressOf({ data }).reminders,
    ...(typeof person === 'string' && { person }),
    ...(dueAt !== null && { dueAt: dueAt.toISOString() }),
  };
}

/** To the steward, else to the administrators. */
export async function tellOf(
  transaction: Queryable,
  facts: ResponsibilityFacts,
  told: readonly NoticeFacts[],
): Promise<void> {
  if (told.length === 0) return;
  const { group, people, stewardId } = facts;
  const { tenantId, teamId, now: at } = group;
  const steward = stewardId === undefined ? undefined : people.get(stewardId);
  const cause = causeOf(facts, 'responsibility.acceptance');
  const about = { kind: 'not_accepted', teamId, cause } as const;
  if (steward === undefined || steward.email === null) {
    for (const data of told) await informAdministrators(transaction, tenantId, { ...about, data });
    return;
  }
  const notices = told.flatMap((data) => noticesTo([steward], { ...about, tenantId, at, data }));
  await addNotices(transaction, notices);
}
