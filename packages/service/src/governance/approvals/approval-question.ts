// The question of a stage of an approval: its people are reminded, and looked up again each day, because people leave.
import type { ApprovalPolicy } from '../../settings/organisations/approval-policy.ts';
import type { Asked, Assignee, NewTask } from '../../messages/tasks/task.ts';
import { type Asking, askQuestion, daysAfter, type OpenQuestion } from '../question.ts';

export interface AskedAgain {
  readonly effects: Asking['effects'];
  /** The next reminder, the end of the time, or the next day. */
  readonly lookAgainAt: Date;
}

/**
 * @param task as it is, or as it opens now
 * @param assignees the people who may decide now
 * @param open undefined: it is asked now
 */
export function askForApproval(
  task: Pick<NewTask, 'kind' | 'cause' | 'decisions' | 'dueAt' | 'data' | 'openedAt'>,
  {
    assignees,
    policy,
    open,
    fallback,
    now,
  }: {
    readonly assignees: Asked;
    readonly policy: Pick<ApprovalPolicy, 'remindDays' | 'escalateAfterDays'> | undefined;
    readonly open?: OpenQuestion;
    /** The people who are asked, too, where the policy escalates. */
    readonly fallback?: readonly Assignee[] | undefined;
    readonly now: Date;
  },
): AskedAgain {
  const { kind, cause, decisions, dueAt, data, openedAt } = task;
  const remindAt = daysAfter(openedAt, policy?.remindDays ?? []);
  const { escalateAfterDays } = policy ?? {};
  const [escalateAt] =
    escalateAfterDays === undefined ? [] : daysAfter(openedAt, [escalateAfterDays]);
  const others = (fallback ?? []).filter(
    ({ personId }) => !assignees.some((one) => one.personId === personId),
  );
  const to: Asked = [...assignees, ...others];
  const escalation = escalateAt && fallback && { at: escalateAt, to };
  const question = { kind, cause, decisions, dueAt, data, assignees, remindAt, escalation };
  const { effects, dates } = askQuestion(question, open, now);
  const lookAgainAt = new Date(Math.min(...[...dates, ...daysAfter(now, [1])].map(Number)));
  return { effects, lookAgainAt };
}
