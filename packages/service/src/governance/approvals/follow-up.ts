// The rules of an open stage over time: its people are reminded, and looked up again each day, because people leave.
import type { ApprovalPolicy } from '../../settings/organisations/approval-policy.ts';
import type { Asked, AskedStage, Assignee, Task } from '../../messages/tasks/task.ts';

const dayMs = 86_400_000;

type Reminding = Pick<ApprovalPolicy, 'remindDays'> | undefined;

/** Templates of before have no days. */
function reminderTimes({ openedAt }: Pick<Task, 'openedAt'>, policy: Reminding): readonly number[] {
  return (policy?.remindDays ?? []).map((days) => openedAt.getTime() + days * dayMs);
}

/** When the task is looked at again: at the next reminder, or after a day. */
export function nextFollowUp(task: Pick<Task, 'openedAt'>, policy: Reminding, now: Date): Date {
  const later = reminderTimes(task, policy).filter((time) => time > now.getTime());
  return new Date(Math.min(...later, now.getTime() + dayMs));
}

export type FollowUp =
  /** The stage has nobody any more: a later one is asked. */
  | { readonly kind: 'moves_on'; readonly stage: number }
  | {
      readonly kind: 'stays';
      /** Absent: as before. */
      readonly assignees?: Asked;
      /** Those who are informed: all of them at a reminder, otherwise the new ones. */
      readonly informed: readonly Assignee[];
      readonly reminder: number;
      readonly isReminder: boolean;
    };

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
  const before = new Set(task.assignees.map(({ personId }) => personId));
  const isSame =
    found.assignees.length === before.size &&
    found.assignees.every(({ personId }) => before.has(personId));
  const reminder = reminderTimes(task, policy).filter((time) => time <= now.getTime()).length;
  const isReminder = reminder > remindersOf(task);
  const newcomers = found.assignees.filter(({ personId }) => !before.has(personId));
  return {
    kind: 'stays',
    ...(!isSame && { assignees: found.assignees }),
    informed: isReminder ? found.assignees : newcomers,
    reminder,
    isReminder,
  };
}

/** How often the people of the task were reminded. */
export function remindersOf({ data }: Pick<Task, 'data'>): number {
  return typeof data['reminders'] === 'number' ? data['reminders'] : 0;
}
