// The consequences of a group's use for a group whose template asks about idle ones. Pure: from the policy, the reports, the
// memory and the time. Nobody is asked, and nothing lapses, while the reports are late, partial or concealed.
import { addDuration, durationOf } from '../../ground/duration.ts';
import { localTime } from '../../ground/zoned-time.ts';
import { dayAfter, type TenantDays } from '../../settings/organisations/lifecycle-dates.ts';
import type { LifecyclePolicy } from '../../settings/organisations/lifecycle-policy.ts';
import { asked, type Task } from '../../messages/tasks/task.ts';
import {
  type Asking,
  askQuestion,
  isOver,
  lapseQuestion,
  noProgress,
  progressOf,
  whomToAsk,
  withdrawQuestion,
} from '../question.ts';
import type { Effect, GovernedGroup } from '../rule.ts';
import { type Answering, distinct } from './people-to-ask.ts';

/** A group by the reports and by the memory of the rule. */
export interface ReportedUse {
  /** Such as `2027-03-28`; null: unknown. */
  readonly unusedSince: string | null;
  readonly lastOn: string | null;
  /** The day of the reports that count; null: they are late, partial or concealed. */
  readonly judgedOn: string | null;
  /** Null: it is not idle. */
  readonly memory: {
    readonly idleSince: string;
    readonly unusedSince: string;
    readonly quietUntil: string | null;
    readonly isFinding: boolean;
  } | null;
  readonly renewedAt: Date | null;
  /** Its lifecycle was assessed before. */
  readonly hasBegun: boolean;
}

/** The use of a group as its policy asks about it. */
export interface Judged {
  /** True: nobody uses it, as far as the policy asks. False: someone does. Null: unknown. */
  readonly isUnused: boolean | null;
  /** It is not idle yet, and would be now. */
  readonly isCandidate: boolean;
}

export interface GroupUse extends Omit<ReportedUse, 'judgedOn' | 'hasBegun'>, Judged {
  /** Its expiry began because it is idle. */
  readonly isExpiring: boolean;
  /** It has expired by its lifecycle. */
  readonly hasExpired: boolean;
}

type Inactivity = NonNullable<LifecyclePolicy['inactivity']>;

/** As `isCandidate` of idle-groups.postgres.ts, which finds such groups among many. */
export function judged(group: GovernedGroup, use: ReportedUse, policy: Inactivity): Judged {
  const { unusedSince, judgedOn, memory, hasBegun } = use;
  const isUnused =
    judgedOn === null || unusedSince === null
      ? null
      : addDuration(new Date(unusedSince), durationOf(policy.after)) <= new Date(judgedOn);
  const isNew = memory === null && hasBegun && group.state === 'active';
  const mayAsk = firstQuestionAt(group, use, policy) <= group.now;
  return { isUnused, isCandidate: isNew && isUnused === true && mayAsk };
}

/** Nobody is asked before the grace of an adopted group ends. A renewal says that the group is needed. */
export function firstQuestionAt(
  { graceUntil = null }: GovernedGroup,
  { renewedAt }: ReportedUse,
  { quietFor }: Inactivity,
): Date {
  const quietUntil = renewedAt && addDuration(renewedAt, durationOf(quietFor));
  return new Date(Math.max(Number(graceUntil), Number(quietUntil)));
}

export interface IdleFacts extends Answering {
  readonly policy: LifecyclePolicy & { readonly inactivity: Inactivity };
  readonly policyVersion: number;
  readonly days: TenantDays;
  readonly isOnHold: boolean;
  readonly use: GroupUse;
  readonly openTask: Pick<Task, 'assignees' | 'data' | 'openedAt' | 'dueAt'> | undefined;
  /** Its people are asked whether to renew it. */
  readonly isRenewing: boolean;
  /** Too many groups would become idle. */
  readonly isStopped: boolean;
}

export type IdleChange =
  | { readonly kind: 'idle'; readonly unusedSince: string }
  | { readonly kind: 'active_again' }
  | { readonly kind: 'quiet'; readonly quietUntil?: Date; readonly isFinding?: boolean }
  | { readonly kind: 'expire'; readonly quietUntil: Date; readonly expiresAt: Date };

export interface IdleAssessment {
  readonly effects: readonly Effect[];
  readonly dates: readonly Date[];
  readonly change?: IdleChange;
}

const nothing: IdleAssessment = { effects: [], dates: [] };

export function assessIdle(group: GovernedGroup, facts: IdleFacts): IdleAssessment {
  const { use, isOnHold, isStopped } = facts;
  const { memory } = use;
  if (group.state !== 'active' || isOnHold) {
    const effects = withdraw(facts, 'The group is on hold, or no longer active.');
    const isHidden = memory?.isFinding === true && group.state !== 'active';
    return { effects, dates: [], ...(isHidden && { change: { kind: 'quiet', isFinding: false } }) };
  }
  if (memory === null) {
    if (!use.isCandidate || use.unusedSince === null) return nothing;
    if (isStopped) return { ...nothing, dates: [tomorrow(group, facts)] };
    return becomeIdle(group, facts, use.unusedSince);
  }
  const isUsed = use.isUnused === false || (use.lastOn ?? '') > memory.unusedSince;
  return isUsed ? beActive(facts) : ask(group, facts, memory);
}

function causeOf({ templateId }: GovernedGroup, { policyVersion }: IdleFacts) {
  return { templateId, policyVersion, rule: 'lifecycle.inactivity' };
}

function withdraw({ openTask }: IdleFacts, reason: string): readonly Effect[] {
  return openTask === undefined ? [] : [withdrawQuestion('still_needed', reason, null)];
}

function tomorrow({ now }: GovernedGroup, { days }: IdleFacts): Date {
  return dayAfter(now, 'P1D', days);
}

function becomeIdle(group: GovernedGroup, facts: IdleFacts, unusedSince: string): IdleAssessment {
  const { lastOn } = facts.use;
  const cause = causeOf(group, facts);
  const data = { unusedSince, ...(lastOn !== null && { lastOn }) };
  const event: Effect = { kind: 'activity', action: 'group.idle', data, cause };
  const { effects, dates } = facts.isRenewing ? waiting(group, facts) : question(group, facts);
  return { effects: [event, ...effects], dates, change: { kind: 'idle', unusedSince } };
}

function beActive(facts: IdleFacts): IdleAssessment {
  const { lastOn } = facts.use;
  const data = lastOn === null ? {} : { lastOn };
  const reason = 'The group is used again.';
  const isRenewing = facts.use.isExpiring && !facts.use.hasExpired && facts.isRenewing;
  return {
    effects: [
      { kind: 'activity', action: 'group.active_again', data, cause: null },
      ...withdraw(facts, reason),
      ...(isRenewing ? [withdrawQuestion('renew', reason, null)] : []),
    ],
    dates: [],
    change: { kind: 'active_again' },
  };
}

function waiting(group: GovernedGroup, facts: IdleFacts): Pick<Asking, 'effects' | 'dates'> {
  return { effects: [], dates: [tomorrow(group, facts)] };
}

function ask(
  group: GovernedGroup,
  facts: IdleFacts,
  memory: NonNullable<GroupUse['memory']>,
): IdleAssessment {
  const { use, policy, days, openTask, isRenewing } = facts;
  const { now } = group;
  const { quietFor, unanswered } = policy.inactivity;
  const quietUntil = memory.quietUntil === null ? undefined : new Date(memory.quietUntil);
  if (use.renewedAt !== null && use.renewedAt > new Date(memory.idleSince)) {
    const until = dayAfter(use.renewedAt, quietFor, days);
    if (until > now && (quietUntil === undefined || quietUntil < until)) {
      const change = { kind: 'quiet', quietUntil: until, isFinding: false } as const;
      return { effects: withdraw(facts, 'The group was renewed.'), dates: [until], change };
    }
  }
  if (quietUntil !== undefined && quietUntil > now) {
    return { effects: withdraw(facts, 'The question was answered.'), dates: [quietUntil] };
  }
  const isEnding = use.isExpiring || use.hasExpired || isRenewing;
  if (isEnding)
    return { effects: withdraw(facts, 'The group expires.'), dates: [tomorrow(group, facts)] };
  const isUnknown = use.isUnused === null;
  if (openTask === undefined) {
    if (isUnknown) return waiting(group, facts);
    const isFinding = memory.isFinding ? undefined : true;
    const asking = question(group, facts);
    return { ...asking, ...(isFinding && { change: { kind: 'quiet', isFinding } }) };
  }
  if (!isOver(openTask, now)) return question(group, facts);
  if (isUnknown) return waiting(group, facts);
  const cause = causeOf(group, facts);
  if (unanswered === 'keep') {
    const until = dayAfter(now, quietFor, days);
    const effects = [lapseQuestion('still_needed', 'kept', cause)];
    return { effects, dates: [until], change: { kind: 'quiet', quietUntil: until } };
  }
  const expiresAt = expiryOf(policy, now, days);
  return {
    effects: [lapseQuestion('still_needed', 'expires', cause)],
    dates: [now],
    change: { kind: 'expire', expiresAt, quietUntil: dayAfter(expiresAt, quietFor, days) },
  };
}

/** Its first reminder is due at once. */
export function expiryOf(
  { remindBefore }: Pick<LifecyclePolicy, 'remindBefore'>,
  now: Date,
  days: TenantDays,
): Date {
  return dayAfter(now, remindBefore[0] ?? 'P30D', days);
}

/** The reminders are on the days of each third of the time, at the hour of messages: the hour of the question says nothing. */
function remindersOf(openedAt: Date, dueAt: Date, days: TenantDays): readonly Date[] {
  const dayOf = (time: Date) => Date.parse(localTime(time, days.timeZone).date) / dayMs;
  const all = dayOf(dueAt) - dayOf(openedAt);
  return [1, 2].map((third) => dayAfter(openedAt, `P${Math.round((all * third) / 3)}D`, days));
}

const dayMs = 86_400_000;

/** Asks the people of the group, or follows the question if it is open. */
function question(group: GovernedGroup, facts: IdleFacts): Pick<Asking, 'effects' | 'dates'> {
  const { policy, days, openTask, use, steward, responsible, deputy, administrators } = facts;
  const { ask: roles, within, unanswered } = policy.inactivity;
  const { now } = group;
  const openedAt = openTask?.openedAt ?? now;
  const dueAt = openTask?.dueAt ?? dayAfter(openedAt, within, days);
  const remindAt = remindersOf(openedAt, dueAt, days);
  const assignees = whomToAsk([distinct(roles.map((role) => facts[role]))], facts);
  const everyone = asked(distinct([...(assignees ?? []), steward]));
  const unusedSince = use.memory?.unusedSince ?? use.unusedSince ?? '';
  return askQuestion(
    {
      kind: 'still_needed',
      cause: causeOf(group, facts),
      decisions: policy.decisions,
      dueAt,
      data: {
        facts: [{ name: 'unused_since', value: unusedSince }],
        unanswered: unanswered === 'expire' ? policy.unanswered : 'keep',
      },
      assignees,
      mayKeep: distinct([responsible, deputy, steward, ...administrators]),
      remindAt,
      ...(everyone !== undefined && { escalation: { at: remindAt[1] ?? dueAt, to: everyone } }),
    },
    openTask && {
      assignees: openTask.assignees,
      progress: openTask ? progressOf(openTask) : noProgress,
    },
    now,
  );
}
