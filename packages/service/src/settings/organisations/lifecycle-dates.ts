// Dates of the lifecycle: they count in days of the tenant, and each falls on its hour of the day.
import { createHash } from 'node:crypto';
import { addDuration, durationOf } from '../../ground/duration.ts';
import { addDays, atLocalHour, localTime } from '../../ground/zoned-time.ts';
import { isDay } from '../../ground/moment.ts';
import type { LifecyclePolicy } from './lifecycle-policy.ts';

export interface TenantDays {
  /** IANA name. */
  readonly timeZone: string;
  readonly hour: number;
}

/** The hour of the day that is that long after the moment, or before it. */
export function dayAfter(
  moment: Date,
  duration: string,
  { timeZone, hour }: TenantDays,
  sign: 1 | -1 = 1,
): Date {
  const { date } = localTime(moment, timeZone);
  const noon = new Date(`${date}T12:00:00Z`);
  const day = addDuration(noon, durationOf(duration), sign).toISOString().slice(0, 10);
  return atLocalHour(day, hour, timeZone);
}

/**
 * The next date of a series of months, which keeps the day on which it began: a month after the end of February is 31 March
 * in a series that began on 31 January.
 * @param began the date from which the first period of the series counted
 */
export function nextInSeries(
  date: Date,
  duration: string,
  began: Date,
  { timeZone, hour }: TenantDays,
): Date {
  const day = localTime(date, timeZone).date;
  const dayOfMonth = Number(day.slice(-2));
  const firstDay = Number(localTime(began, timeZone).date.slice(-2));
  const period = durationOf(duration);
  const isCut = period.days === 0 && firstDay > dayOfMonth && addDays(day, 1).endsWith('-01');
  const noon = new Date(`${day}T12:00:00Z`);
  const next = addDuration(noon, period, 1, isCut ? firstDay : dayOfMonth);
  return atLocalHour(next.toISOString().slice(0, 10), hour, timeZone);
}

/** The date from which the periods of a group count: its day by the policy, or its beginning. */
export function seriesBegan(
  { expires }: Pick<LifecyclePolicy, 'expires'>,
  { existsSince, properties }: Pick<ExpiringGroup, 'existsSince' | 'properties'>,
  { timeZone, hour }: TenantDays,
): Date {
  const day =
    expires === null || 'after' in expires
      ? undefined
      : 'on' in expires
        ? expires.on
        : properties[expires.property];
  return day === undefined || !isDay(day) ? existsSince : atLocalHour(day, hour, timeZone);
}

export interface Graced {
  /** No date of an adopted group falls before; absent or null for every other one. */
  readonly graceUntil?: Date | null;
}

export function notWithinGrace(date: Date, { graceUntil = null }: Graced): Date {
  return graceUntil !== null && date < graceUntil ? graceUntil : date;
}

export interface ExpiringGroup extends Graced {
  readonly existsSince: Date;
  readonly properties: Readonly<Record<string, string>>;
  /** The date of the request, which counts where callers may set one. */
  readonly requestedExpiry: Date | null;
}

/** When the policy has a group expire; null: never, or its property names no day. */
export function expiryByPolicy(
  policy: LifecyclePolicy,
  group: ExpiringGroup,
  days: TenantDays,
): Date | null {
  const { callerMaySet = false } = policy;
  if (callerMaySet && group.requestedExpiry !== null) {
    const latest = latestExpiry(policy, group.existsSince, days);
    return group.requestedExpiry <= latest ? group.requestedExpiry : latest;
  }
  const expiresAt = plannedExpiry(policy, group, days);
  const { graceUntil = null } = group;
  if (expiresAt === null || graceUntil === null) return expiresAt;
  // The first reminder is a date, too.
  const [longest = 'P0D'] = policy.remindBefore;
  const earliest = dayAfter(graceUntil, longest, days);
  return expiresAt < earliest ? earliest : expiresAt;
}

function plannedExpiry(
  { expires }: LifecyclePolicy,
  group: ExpiringGroup,
  days: TenantDays,
): Date | null {
  if (expires === null) return null;
  if ('after' in expires) return dayAfter(group.existsSince, expires.after, days);
  const day = 'on' in expires ? expires.on : group.properties[expires.property];
  if (day === undefined || !isDay(day)) return null;
  const moment = atLocalHour(day, days.hour, days.timeZone);
  return 'property' in expires && expires.plus !== null
    ? dayAfter(moment, expires.plus, days)
    : moment;
}

/**
 * When an existing group expires first that the policy has expire on that date. A group whose date falls into the grace
 * gets its end, or a later day of the spread: always the same one for the same group.
 */
export function firstExpiry(
  byPolicy: Date | null,
  { now, teamId }: { readonly now: Date; readonly teamId: string },
  { graceForExisting, spreadExisting }: LifecyclePolicy,
  days: TenantDays,
): Date | null {
  const earliest = dayAfter(now, graceForExisting, days);
  if (byPolicy === null || byPolicy >= earliest || spreadExisting === undefined) {
    return byPolicy === null || byPolicy >= earliest ? byPolicy : earliest;
  }
  const latest = dayAfter(earliest, spreadExisting, days);
  const daysOfSpread = Math.round((latest.getTime() - earliest.getTime()) / dayMs);
  const place = createHash('sha256').update(teamId).digest().readUInt32BE() % (daysOfSpread + 1);
  return place === 0 ? earliest : dayAfter(earliest, `P${place}D`, days);
}

/** A group as reviews by policy see it. */
export interface ReviewedGroup extends Graced {
  readonly now: Date;
  readonly existsSince: Date;
}

/** The first review of a group by policy. A group that exists when the policy comes has the grace period. */
export function firstReviewAt(
  group: ReviewedGroup,
  { every, graceForExisting }: { readonly every: string; readonly graceForExisting: string },
  days: TenantDays,
): Date {
  const { now, existsSince } = group;
  const regular = notWithinGrace(dayAfter(existsSince, every, days), group);
  if (now.getTime() - existsSince.getTime() < dayMs) return regular;
  const earliest = dayAfter(now, graceForExisting, days);
  return regular >= earliest ? regular : earliest;
}

/** A policy that asks more often counts at once: no later than this is the next review. */
export function latestReviewAt(group: ReviewedGroup, every: string, days: TenantDays): Date {
  return notWithinGrace(nextInSeries(group.now, every, group.existsSince, days), group);
}

const dayMs = 86_400_000;
const longestOfAll = 'P10Y';

/** The last expiry that a caller may set from that moment on. */
export function latestExpiry(
  { longest }: Pick<LifecyclePolicy, 'longest'>,
  from: Date,
  days: TenantDays,
): Date {
  return dayAfter(from, longest ?? longestOfAll, days);
}

/** The reminders before an expiry, in their order. */
export function reminderDates(
  { remindBefore }: Pick<LifecyclePolicy, 'remindBefore'>,
  expiresAt: Date,
  days: TenantDays,
): readonly Date[] {
  return remindBefore.map((before) => dayAfter(expiresAt, before, days, -1));
}

/** Less than a day, so that a reminder of the day before counts although its message takes some hours. */
const shortestNoticeMs = 20 * 3_600_000;

/**
 * The end of a week from the next hour of messages on: for groups whose date leaves no time for a reminder or a warning, and
 * after a hold.
 */
export function weekAfter(moment: Date, days: TenantDays): Date {
  const end = dayAfter(moment, 'P7D', days);
  return end.getTime() - moment.getTime() >= 7 * dayMs ? end : dayAfter(moment, 'P8D', days);
}

/**
 * When something ends by policy whose last reminder was sent at that moment: as planned, or a week later than the
 * reminder if that was sent too late.
 */
export function endAfterReminder(plannedAt: Date, remindedAt: Date, days: TenantDays): Date {
  const isInTime = plannedAt.getTime() - remindedAt.getTime() >= shortestNoticeMs;
  return isInTime ? plannedAt : weekAfter(remindedAt, days);
}

const warnBefore = ['P30D', 'P7D'] as const;

/** The warnings before a deletion, in their order. A long warning is omitted where the group was archived after it. */
export function warningDates(
  archivedSince: Date,
  deletesAt: Date,
  days: TenantDays,
): readonly Date[] {
  return warnBefore
    .map((before) => dayAfter(deletesAt, before, days, -1))
    .filter((at) => at > archivedSince);
}
