// Writes what becomes of questions: a task opens, changes or ends with its entry in the activity log, and the people whom it
// asks or reminds get their messages. The caller holds the groups.
import { type Actor, type Cause, policyActor } from '../audit/activity.ts';
import type { CreateId } from '../ground/identifiers.ts';
import type { NewNotice } from '../messages/notices/notice.ts';
import { addNotices } from '../messages/notices/notices.postgres.ts';
import {
  lapseTask,
  openTasks,
  updateTask,
  withdrawTasks,
} from '../messages/tasks/tasks.postgres.ts';
import type { Queryable } from '../postgres/database.ts';
import {
  isQuestionEffect,
  noticesAbout,
  noticesOfQuestion,
  type QuestionEffect,
  questionOrder,
} from './question.ts';
import type { Effect, GovernedGroup } from './rule.ts';

/** The author of what no policy causes. */
const governanceActor: Actor = { kind: 'service', id: 'governance' };

export function actorOf(cause: Cause | null): Actor {
  return cause === null ? governanceActor : policyActor(cause);
}

type About = Pick<GovernedGroup, 'tenantId' | 'teamId' | 'organisationId' | 'now'>;

/** @param effects those of other kinds are left to the caller */
export async function applyQuestions(
  transaction: Queryable,
  effects: readonly { readonly group: About; readonly effect: Effect }[],
  { at, newId }: { readonly at: number; readonly newId: CreateId },
): Promise<void> {
  const ordered = questionOrder.flatMap((kind) =>
    effects.filter(({ effect }) => effect.kind === kind),
  );
  const notices: NewNotice[] = [];
  for (const { group, effect } of ordered) {
    if (!isQuestionEffect(effect)) continue;
    if (!(await apply(transaction, group, effect, { at, newId }))) continue;
    notices.push(...noticesAbout({ ...group, at: group.now }, noticesOfQuestion(effect)));
  }
  await addNotices(transaction, notices);
}

/** Answers whether there was something to change. */
async function apply(
  transaction: Queryable,
  { tenantId, teamId, organisationId, now }: About,
  effect: QuestionEffect,
  { at, newId }: { readonly at: number; readonly newId: CreateId },
): Promise<boolean> {
  const group = { tenantId, teamId };
  switch (effect.kind) {
    case 'open_task': {
      const { task } = effect;
      const by = { actor: actorOf(task.cause), at, newId };
      const opened = { ...task, ...group, organisationId, openedAt: now };
      return (await openTasks(transaction, [opened], by)).length > 0;
    }
    case 'update_task': {
      const { taskKind: kind, update, action, cause } = effect;
      const by = { action, actor: actorOf(cause), at };
      return (await updateTask(transaction, { ...group, kind }, update, by)) !== undefined;
    }
    case 'withdraw_tasks': {
      const { taskKinds: kinds, reason, cause } = effect;
      const by = { actor: actorOf(cause), at };
      return (await withdrawTasks(transaction, group, { kinds, reason, ...by })).length > 0;
    }
    case 'lapse_task': {
      const { taskKind: kind, outcome, cause } = effect;
      const by = { actor: actorOf(cause), at };
      return (await lapseTask(transaction, { ...group, kind }, { outcome, ...by })) !== undefined;
    }
    default:
      return effect satisfies never;
  }
}
