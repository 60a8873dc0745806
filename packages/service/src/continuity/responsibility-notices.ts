// The notices that follow from an assessment: to the people whom a task asks, and to a new responsible person.
import type { Effect } from '../governance/rule.ts';
import { type Addressee, type NewNotice, noticesTo } from '../notices/notice.ts';
import type { AssessedResponsibility } from './assess-responsibility.ts';
import { progressOf, ruleOf } from './follow-question.ts';
import { causeOf, keyOf, type ResponsibilityFacts } from './responsibility-facts.ts';

export function noticesOf(
  facts: ResponsibilityFacts,
  { effects }: AssessedResponsibility,
): readonly NewNotice[] {
  const { group, people, policy } = facts;
  if (policy === undefined) return [];
  const common = { tenantId: group.tenantId, teamId: group.teamId, at: group.now };
  const notices = (kind: NewNotice['kind'], to: readonly Addressee[], rule: string, reminder = 0) =>
    noticesTo(to, { ...common, kind, data: { reminder }, cause: causeOf(facts, rule) });
  const responsible = people.get(keyOf(group.responsibleId));
  return effects.flatMap((effect) => {
    const asked = askedBy(facts, effect);
    if (asked !== undefined) {
      return notices(asked.kind, asked.assignees, ruleOf(asked), asked.reminder);
    }
    const isHandover = effect.kind === 'activity' && effect.action === 'responsibility.handed_over';
    return isHandover && responsible !== undefined
      ? notices('took_over', [responsible], 'responsibility.succession')
      : [];
  });
}

function askedBy({ openTasks }: ResponsibilityFacts, effect: Effect) {
  if (effect.kind === 'open_task') {
    const { kind, assignees } = effect.task;
    return { kind, assignees, reminder: 0 };
  }
  if (effect.kind !== 'update_task') return undefined;
  const kind = effect.taskKind;
  const open = openTasks.find((task) => task.kind === kind);
  const assignees = effect.update.assignees ?? open?.assignees ?? [];
  const { reminders } = progressOf({ data: effect.update.data ?? {} });
  return { kind, assignees, reminder: reminders };
}
