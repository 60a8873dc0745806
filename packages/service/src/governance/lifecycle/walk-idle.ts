// The use of a group in a walked life: what the last reports say of it stays as it is. Nobody answers a question, and the rule is
// not stopped.
import {
  assessIdle,
  expiryOf,
  firstQuestionAt,
  type IdleAssessment,
  type IdleChange,
  judged,
} from './assess-idle.ts';
import type { LifecycleState } from './lifecycle-state.ts';
import type { LifeStep, WalkedUse } from './life-step.ts';
import { taskOf } from './walk-tasks.ts';

/** Undefined: the template does not ask. */
export function assessUse(step: LifeStep): IdleAssessment | undefined {
  const { group, lifecycle, use, openTasks } = step;
  const { policy, days, policyVersion, isOnHold } = lifecycle;
  if (use === undefined || policy?.inactivity === undefined) return undefined;
  const { inactivity } = policy;
  const { responsible, deputy, steward, administrators } = lifecycle;
  const hasBegun = lifecycle.state !== undefined;
  const ofPolicy = judged(group, { ...use, hasBegun }, inactivity);
  const assessed = assessIdle(group, {
    responsible,
    deputy,
    steward,
    administrators,
    policy: { ...policy, inactivity },
    policyVersion,
    days,
    isOnHold,
    use: {
      ...use,
      ...ofPolicy,
      isExpiring: lifecycle.state?.isIdle === true,
      hasExpired: lifecycle.state?.outcome != null,
    },
    openTask: taskOf(openTasks, 'still_needed'),
    isRenewing: taskOf(openTasks, 'renew') !== undefined,
    isStopped: false,
  });
  const isAsked = ofPolicy.isUnused === true && group.state === 'active' && !isOnHold;
  const mayAskAt = isAsked ? firstQuestionAt(group, use, inactivity) : undefined;
  return { ...assessed, dates: datesOf(step, assessed, mayAskAt) };
}

/** The rule looks each day whether something ended that another rule of the walk ends: the walk looks then anyway. */
function datesOf(
  { group: { now }, use, openTasks }: LifeStep,
  { effects, dates, change }: IdleAssessment,
  mayAskAt: Date | undefined,
): readonly Date[] {
  const isOpen =
    taskOf(openTasks, 'still_needed') !== undefined || effects.length > 0 || change !== undefined;
  if (isOpen) return dates;
  if (use?.memory == null) {
    if (mayAskAt === undefined || use === undefined) return [];
    return [reportAfter(mayAskAt > now ? mayAskAt : new Date(now.getTime() + 1), use)];
  }
  const quietUntil = Date.parse(use.memory.quietUntil ?? '');
  return dates.filter((date) => date.getTime() === quietUntil);
}

/** Reports are read once a day, and groups are assessed that become idle by them. */
function reportAfter(date: Date, { nextReportAt }: WalkedUse): Date {
  const first = nextReportAt ?? date;
  const days = Math.max(0, Math.ceil((date.getTime() - first.getTime()) / dayMs));
  return new Date(first.getTime() + days * dayMs);
}

const dayMs = 86_400_000;

/** The step with the facts that the tick would read afterwards. */
export function useAfter(step: LifeStep, assessed: IdleAssessment | undefined): LifeStep {
  return step.use === undefined || assessed?.change === undefined
    ? step
    : changed(step, step.use, assessed.change);
}

/** The reports of the past are not kept: the log says what followed from them. */
export const unknownUse: WalkedUse = {
  unusedSince: null,
  lastOn: null,
  memory: null,
  renewedAt: null,
  hasBegun: true,
  judgedOn: null,
  nextReportAt: null,
  formerExpiresAt: null,
};

/** Nobody needs the group, or nobody answered: it expires as by its lifecycle. */
export function expiringUnused(step: LifeStep): LifeStep {
  const { use, lifecycle, group } = step;
  const { policy, days } = lifecycle;
  if (use === undefined || policy === undefined) return step;
  const expiresAt = expiryOf(policy, group.now, days);
  return changed(step, use, { kind: 'expire', expiresAt, quietUntil: expiresAt });
}

export function usedAgain(step: LifeStep): LifeStep {
  return step.use === undefined ? step : changed(step, step.use, { kind: 'active_again' });
}

/** A template that asks no longer: an expiry that their idleness began ends. */
export function withoutIdleness(step: LifeStep): LifeStep {
  return step.lifecycle.policy?.inactivity === undefined ? usedAgain(step) : step;
}

function changed(step: LifeStep, use: WalkedUse, change: IdleChange): LifeStep {
  const { now } = step.group;
  switch (change.kind) {
    case 'idle': {
      const begun = { idleSince: now.toISOString(), unusedSince: change.unusedSince };
      return { ...step, use: { ...use, memory: { ...begun, quietUntil: null, isFinding: true } } };
    }
    case 'active_again': {
      const { state } = step.lifecycle;
      const quiet = { ...step, use: { ...use, memory: null } };
      return state?.isIdle === true && state.outcome === null
        ? expiring(quiet, { expiresAt: use.formerExpiresAt, isIdle: false })
        : quiet;
    }
    case 'quiet':
      return { ...step, use: remembering(use, change) };
    case 'expire': {
      const { state } = step.lifecycle;
      const isLater =
        state?.outcome === null && (state.expiresAt === null || state.expiresAt > change.expiresAt);
      const asked = { ...step, use: remembering(use, change) };
      if (!isLater) return asked;
      const began = { ...asked.use, formerExpiresAt: state.expiresAt };
      const cycle = {
        expiresAt: change.expiresAt,
        isIdle: true,
        isGrace: false,
        cycleStartedAt: now,
      };
      return expiring({ ...asked, use: began }, cycle);
    }
    default:
      return change satisfies never;
  }
}

function remembering(
  use: WalkedUse,
  { quietUntil, isFinding }: { readonly quietUntil?: Date; readonly isFinding?: boolean },
): WalkedUse {
  const { memory } = use;
  if (memory === null) return use;
  const kept = { quietUntil: quietUntil?.toISOString() ?? memory.quietUntil };
  return { ...use, memory: { ...memory, ...kept, isFinding: isFinding ?? memory.isFinding } };
}

function expiring(step: LifeStep, change: Partial<LifecycleState>): LifeStep {
  const { state } = step.lifecycle;
  if (state === undefined) return step;
  const cycle = { ...state, reminders: 0, isEnding: false, ...change };
  return { ...step, lifecycle: { ...step.lifecycle, state: cycle } };
}
