// The facts that a lifecycle is assessed by, and what its assessment consists of.
import type { Cause } from '../../audit/activity.ts';
import type { Assessment, Effect, GovernedGroup } from '../rule.ts';
import { idsOfAsked, type Task } from '../../messages/tasks/task.ts';
import type { NoticeFacts, NoticeKind } from '../../messages/notices/notice.ts';
import type { Assignee } from '../../messages/tasks/task.ts';
import { dayAfter, type TenantDays } from '../../settings/organisations/lifecycle-dates.ts';
import type { LifecyclePolicy } from '../../settings/organisations/lifecycle-policy.ts';
import {
  lapseQuestion,
  type LastMessage,
  type PlannedNotice,
  withdrawQuestion,
} from '../question.ts';
import type { LifecycleState } from './lifecycle-state.ts';
import { type Answering, peopleToTell } from './people-to-ask.ts';

/** The open question whether to renew the group, as its lifecycle goes by it. */
export interface RenewalAsked {
  readonly hasOpenTask: boolean;
  /** The people whom the open task asks. */
  readonly askedIds: readonly string[];
  /** The unarchiving of a renewal has failed, and people have until then for another answer. */
  readonly askedAgainUntil?: Date | undefined;
}

/** @param task undefined: none is open */
export function renewalAsked(
  task: Pick<Task, 'assignees' | 'data' | 'dueAt'> | undefined,
): RenewalAsked {
  return {
    hasOpenTask: task !== undefined,
    askedIds: idsOfAsked(task),
    askedAgainUntil: task?.data['isAskedAgain'] === true ? (task.dueAt ?? undefined) : undefined,
  };
}

export interface LifecycleFacts extends Answering, LastMessage, RenewalAsked {
  readonly days: TenantDays;
  /** Undefined: the template has no lifecycle. */
  readonly policy: LifecyclePolicy | undefined;
  readonly policyVersion: number;
  /** Undefined until the group was assessed for the first time. */
  readonly state: LifecycleState | undefined;
  readonly isOnHold: boolean;
  /** Plain groups cannot be archived. */
  readonly hasTeam: boolean;
  /** The last archiving by this policy. */
  readonly archiving: PolicyOperation;
  /** The last deletion by this policy since the group was archived. */
  readonly deleting: PolicyOperation;
  /** An operation makes the group writable again. */
  readonly isUnarchiving: boolean;
  readonly canNotify: boolean;
  /** Messages about the coming deletion that were sent; none counts until the last warning is some days old. */
  readonly warningsSent: number;
  readonly lastWarning: LastWarning;
}

/** `none` also if it was refused at its acceptance; `stopped`: it was cancelled, or a hold prevented it. */
export type PolicyOperation = 'none' | 'in_progress' | 'failed' | 'stopped' | 'succeeded';

/** The last warning of the deletion. `unheard`: it reached none of its people. */
export type LastWarning = 'none' | 'on_its_way' | 'heard' | 'unheard';

export interface LifecycleAssessment extends Assessment {
  /** Undefined: the group has none. */
  readonly state: LifecycleState | undefined;
  /** The notices of questions are not among them. */
  readonly notices: readonly PlannedNotice[];
  readonly cause: Cause;
}

/** An assessment while it is made. */
export interface Answer {
  readonly group: GovernedGroup;
  readonly facts: LifecycleFacts;
  readonly cause: Cause;
  readonly effects: Effect[];
  readonly notices: PlannedNotice[];
}

export function end(
  { effects, notices, cause }: Answer,
  state: LifecycleState | undefined,
  dueAt: Date | null,
): LifecycleAssessment {
  return { effects, notices, cause, state, dueAt };
}

/** @param others people who get it beside those of the group */
export function inform(
  { facts, notices, cause }: Answer,
  kind: NoticeKind,
  data: NoticeFacts,
  others: readonly (Assignee | undefined)[] = [],
): void {
  for (const to of peopleToTell(facts, others)) notices.push({ to, kind, data, cause });
}

export function withdraw({ facts, effects, cause }: Answer, reason: string): void {
  if (!facts.hasOpenTask) return;
  effects.push(withdrawQuestion('renew', reason, cause));
}

export function lapse(cause: Cause): Effect {
  return lapseQuestion('renew', 'unanswered', cause);
}

const hourMs = 3_600_000;

export function inAnHour(now: Date): Date {
  return new Date(now.getTime() + hourMs);
}

export function tomorrow(now: Date, { days }: LifecycleFacts): Date {
  return dayAfter(now, 'P1D', days);
}
