// The use of a group in a walked life: what the last reports say of it stays as it is. Nobody answers a question, and the rule is
// not stopped.
import { addDuration, durationOf } from '../../ground/duration.ts';
import { dayAfter } from '../../settings/organisations/lifecycle-dates.ts';
import {
  assessIdle,
  expiryOf,
  type IdleAssessment,
  type IdleChange,
  type IdleFacts,
} from './assess-idle.ts';
import type { LifecycleState } from './lifecycle-state.ts';
import type { LifeStep, WalkedUse } from './life-step.ts';
import { isAsked } from './walk-tasks.ts';

type Inactivity = IdleFacts['policy']['inactivity'];

/** Undefined: the template does not ask. */
export function assessUse(step: LifeStep): IdleAssessment | undefined {
  const { group, lifecycle, use, openTasks = [] } = step;
  const { policy, days, policyVersion, isOnHold, hasOpenTask } = lifecycle;
  if (use === undefined || policy?.inactivity === undefined) return undefined;
  const { inactivity } = policy;
  const { responsible, deputy, steward, administrators } = lifecycle;
  const isUnused = isUnusedFor(use, inactivity);
  const mayAskAt = firstQuestionAt(use, inactivity, group.graceUntil);
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
      isUnused,
      isCandidate: isUnused === true && mayAskAt <= group.now,
      isExpiring: lifecycle.state?.isIdle === true,
      hasExpired: lifecycle.state?.outcome != null,
    },
    openTask: openTasks.find(({ kind }) => kind === 'still_needed'),
    isRenewing: hasOpenTask,
    isStopped: false,
  });
  return { ...assessed, dates: datesOf(step, assessed, isUnused === true ? mayAskAt : undefined) };
}

/** The rule looks each day whether something ended that another rule of the walk ends: the walk looks then anyway. */
function datesOf(
  { group: { now }, lifecycle, use, openTasks = [] }: LifeStep,
  { effects, dates, change }: IdleAssessment,
  mayAskAt: Date | undefined,
): readonly Date[] {
  const isOpen = isAsked(openTasks, 'still_needed') || effects.length > 0 || change !== undefined;
  if (isOpen) return dates;
  if (use?.memory == null) {
    // The next report has it.
    const isAhead = mayAskAt !== undefined && mayAskAt > now;
    return isAhead ? [dayAfter(mayAskAt, 'P1D', lifecycle.days)] : [];
  }
  const quietUntil = Date.parse(use.memory.quietUntil ?? '');
  return dates.filter((date) => date.getTime() === quietUntil);
}

function firstQuestionAt(
  { renewedAt }: WalkedUse,
  { quietFor }: Inactivity,
  graceUntil: Date | null | undefined,
): Date {
  const quietUntil = renewedAt && addDuration(renewedAt, durationOf(quietFor));
  return new Date(Math.max(Number(graceUntil ?? 0), Number(quietUntil ?? 0)));
}

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
  judgedOn: null,
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

function isUnusedFor({ unusedSince, judgedOn }: WalkedUse, { after }: Inactivity): boolean | null {
  if (judgedOn === null || unusedSince === null) return null;
  return addDuration(new Date(unusedSince), durationOf(after)) <= new Date(judgedOn);
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
