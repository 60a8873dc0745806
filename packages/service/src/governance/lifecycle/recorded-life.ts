// The life of a group as the log has it: people renewed it, held it, archived it or answered, and its template changed. The
// rules do the rest again, so that another policy can be tried on the months that have passed. Pure.
import type { LifecyclePolicy } from '../../settings/organisations/lifecycle-policy.ts';
import { weekAfter } from '../../settings/organisations/lifecycle-dates.ts';
import { newCycle, type LifecycleState } from './lifecycle-state.ts';
import type { TaskKind } from '../../messages/tasks/task.ts';
import { expiringUnused, usedAgain } from './walk-idle.ts';
import { without } from './walk-tasks.ts';
import {
  eventOfQuestion,
  type LifeStep,
  type RecordedFact,
  type WalkedMoment,
} from './life-step.ts';

/**
 * An entry about a group. Entries of policies count only where they follow from more than dates: from accounts, the use of the
 * group and differences.
 */
export interface RecordedEntry {
  readonly action: string;
  readonly isOfPolicy: boolean;
  /** It is a time of the governance clock. */
  readonly at: Date;
  readonly expiresAt: string | null;
  readonly renewals: number | null;
  /** The kind of the question, and its answer. */
  readonly kind: TaskKind | null;
  readonly outcome: string | null;
}

/** A policy from a moment on. */
export interface RecordedPolicy {
  readonly at: Date;
  readonly version: number;
  readonly policy: LifecyclePolicy | undefined;
}

/** The step with the policy, as the rules read it. */
export function underPolicy(step: LifeStep, { version, policy }: RecordedPolicy): LifeStep {
  const { review, remindBefore = [], graceForExisting = 'P60D', decisions } = policy ?? {};
  const reviews = review == null ? undefined : { ...review, remindBefore, graceForExisting };
  return {
    ...step,
    lifecycle: { ...step.lifecycle, policy, policyVersion: version },
    review: step.review && {
      ...step.review,
      policy: reviews,
      policyVersion: version,
      decisions,
    },
  };
}

export function factOfPolicy(recorded: RecordedPolicy): RecordedFact {
  return { at: recorded.at, change: (step) => underPolicy(step, recorded) };
}

/** Undefined: the entry changes nothing that the rules go by, and nobody felt it. */
export function factOfEntry(entry: RecordedEntry): RecordedFact | undefined {
  const change = changeOf(entry);
  const event = eventOf(entry);
  if (change === undefined && event === undefined) return undefined;
  // The tried policy may have deleted a group that people kept using.
  const isFelt = (step: LifeStep) =>
    (returns.has(entry.action) || isPresent(step)) && (!isAboutUse(entry) || asksAboutUse(step));
  const { at } = entry;
  return {
    at,
    change: (step) => (isFelt(step) ? (change?.(step) ?? step) : step),
    ...(event && {
      moments: (step) => (isFelt(step) ? [{ at, event, asks: [], dueAt: null }] : []),
    }),
  };
}

function isAboutUse({ action, kind }: RecordedEntry): boolean {
  return kind === 'still_needed' || action === 'group.active_again';
}

function asksAboutUse({ lifecycle }: LifeStep): boolean {
  return lifecycle.policy?.inactivity !== undefined;
}

/** The event that people felt of a rule that the walk does not derive. */
function eventOf({ action, kind, isOfPolicy }: RecordedEntry): WalkedMoment['event'] | undefined {
  switch (action) {
    case 'task.opened':
      return kind === null ? undefined : eventOfQuestion(kind);
    case 'task.reminded':
    case 'task.escalated':
      return 'reminder';
    case 'group.handed_over':
      return isOfPolicy ? 'handover' : undefined;
    case 'group.repaired':
    case 'group.restored':
      return isOfPolicy ? 'restored' : undefined;
    default:
      return undefined;
  }
}

const returns: ReadonlySet<string> = new Set(['group.restored', 'group.returned']);

function isPresent({ group: { state } }: LifeStep): boolean {
  return state === 'active' || state === 'archived';
}

function changeOf(entry: RecordedEntry): RecordedFact['change'] | undefined {
  switch (entry.action) {
    case 'group.renewed':
      return (step) => renewed(step, entry);
    case 'group.held':
      return (step) => onHold(step, true);
    case 'group.released':
      return (step) => onHold(withLifecycle(step, warnedAgain), false);
    case 'group.archived':
      return ({ group, ...step }) => ({
        ...step,
        group: { ...group, state: 'archived', archivedAt: group.now },
      });
    case 'group.unarchived':
      return ({ group, ...step }) => ({
        ...step,
        group: { ...group, state: 'active', archivedAt: null },
      });
    case 'group.deleted':
      return ({ group, ...step }) => ({ ...step, group: { ...group, state: 'deleted' } });
    case 'group.gone':
    case 'group.removed':
    case 'group.adoption_ended':
      return ({ group, ...step }) => ({ ...step, group: { ...group, state: 'gone' } });
    case 'group.restored':
    case 'group.returned':
      return ({ group, ...step }) => ({
        ...step,
        group: { ...group, state: group.archivedAt === null ? 'active' : 'archived' },
      });
    case 'review.completed':
      return ({ review, ...step }) => ({
        ...step,
        openTasks: without(step.openTasks, ['review']),
        review: review && { ...review, review: undefined },
      });
    case 'task.decided':
    case 'task.lapsed':
      return changeOfAnswer(entry);
    case 'group.active_again':
      return usedAgain;
    default:
      return undefined;
  }
}

function changeOfAnswer({ kind, outcome }: RecordedEntry): RecordedFact['change'] | undefined {
  switch (`${kind} ${outcome}`) {
    case 'renew let_expire':
      return (step) => withLifecycle(step, (state) => ({ ...state, isEnding: true }), true);
    case 'still_needed not_needed':
    case 'still_needed expires':
      return expiringUnused;
    default:
      return undefined;
  }
}

function renewed({ group, lifecycle, review, ...step }: LifeStep, entry: RecordedEntry): LifeStep {
  const { expiresAt, renewals } = entry;
  const { policyVersion } = lifecycle;
  const until = expiresAt === null ? null : new Date(expiresAt);
  const isExpired = lifecycle.state?.outcome === 'archive_requested';
  return {
    ...step,
    // A group that was archived for another reason than its expiry stays archived.
    group: isExpired ? { ...group, state: 'active', archivedAt: null } : group,
    openTasks: without(step.openTasks, ['renew']),
    lifecycle: {
      ...lifecycle,
      archiving: 'none',
      state:
        lifecycle.policy && newCycle(until, group.now, { policyVersion, renewals: renewals ?? 1 }),
    },
    review,
  };
}

function onHold({ lifecycle, review, ...step }: LifeStep, isOnHold: boolean): LifeStep {
  return {
    ...step,
    lifecycle: { ...lifecycle, isOnHold },
    review: review && { ...review, isOnHold },
  };
}

/** @param isAnswered the question is closed */
function withLifecycle(
  step: LifeStep,
  change: (state: LifecycleState, step: LifeStep) => LifecycleState,
  isAnswered = false,
): LifeStep {
  const { state } = step.lifecycle;
  if (state === undefined) return step;
  return {
    ...step,
    ...(isAnswered && { openTasks: without(step.openTasks, ['renew']) }),
    lifecycle: { ...step.lifecycle, state: change(state, step) },
  };
}

/** Warnings from before a hold count no more after it, and a week is left. */
function warnedAgain(state: LifecycleState, { group, lifecycle }: LifeStep): LifecycleState {
  if (state.deletesAt === null) return state;
  const soonest = weekAfter(group.now, lifecycle.days);
  return {
    ...state,
    warnings: 0,
    deletesAt: state.deletesAt > soonest ? state.deletesAt : soonest,
  };
}
