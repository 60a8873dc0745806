// A question to the people who answer for a group. It has no date of its end: they are reminded until it is answered or no
// longer applies.
import type { Cause } from '../audit/activity.ts';
import type { TaskKind } from '../messages/tasks/task.ts';
import { type GroupFacts, openTaskOf } from './group-facts.postgres.ts';
import { answeringOf } from './lifecycle/contacts.postgres.ts';
import { toGroup } from './lifecycle/people-to-ask.ts';
import {
  type Asking,
  askQuestion,
  daysAfter,
  noProgress,
  progressOf,
  withdrawQuestion,
} from './question.ts';
import type { Effect } from './rule.ts';

const remindAfterDays = [3, 7, 14];

/** Asks the people of the group, or follows the question if it is open. */
export function askGroup(
  group: GroupFacts,
  kind: TaskKind,
  { cause, data }: { readonly cause: Cause; readonly data: Readonly<Record<string, unknown>> },
): Pick<Asking, 'effects' | 'dates'> {
  const open = openTaskOf(group, kind);
  const progress = open === undefined ? noProgress : progressOf(open);
  return askQuestion(
    {
      kind,
      cause,
      decisions: 'link',
      dueAt: null,
      data,
      ...toGroup(answeringOf(group), {
        remindAt: daysAfter(open?.openedAt ?? group.now, remindAfterDays),
        escalateAt: undefined,
        given: progress.reminders,
      }),
    },
    open && { assignees: open.assignees, progress },
    group.now,
  );
}

/** @param reason why the question no longer applies */
export function withdrawFromGroup(
  group: GroupFacts,
  kind: TaskKind,
  reason: string,
): readonly Effect[] {
  return openTaskOf(group, kind) === undefined ? [] : [withdrawQuestion(kind, reason, null)];
}
