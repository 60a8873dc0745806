// The rules of an open stage over time: its people are reminded, and looked up again each day, because people leave.
import type { ApprovalPolicy } from '../../settings/organisations/approval-policy.ts';
import type { AskedStage, Task } from '../../messages/tasks/task.ts';
import { daysAfter, type Followed, followQuestion, progressOf } from '../question.ts';

type Reminding = Pick<ApprovalPolicy, 'remindDays'> | undefined;

/** When the task is looked at again: at the next reminder, or after a day. */
export function nextFollowUp(
  { openedAt }: Pick<Task, 'openedAt'>,
  policy: Reminding,
  now: Date,
): Date {
  const later = daysAfter(openedAt, policy?.remindDays ?? []).filter((date) => date > now);
  return new Date(Math.min(...[...later, ...daysAfter(now, [1])].map(Number)));
}

export type FollowUp =
  /** No one of the stage is available: a later one is asked. */
  { readonly kind: 'moves_on'; readonly stage: number } | ({ readonly kind: 'stays' } & Followed);

/** @param found the people who may decide now */
export function followUp(
  task: Pick<Task, 'openedAt' | 'assignees' | 'data'>,
  {
    stage,
    found,
    policy,
    now,
  }: {
    readonly stage: number;
    readonly found: AskedStage;
    readonly policy: Reminding;
    readonly now: Date;
  },
): FollowUp {
  if (found.stage > stage) return { kind: 'moves_on', stage: found.stage };
  const remindAt = daysAfter(task.openedAt, policy?.remindDays ?? []);
  const question = { assignees: found.assignees, remindAt };
  return { kind: 'stays', ...followQuestion(question, task.assignees, progressOf(task), now) };
}
