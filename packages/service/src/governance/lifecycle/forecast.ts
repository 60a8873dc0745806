// The sums of many walked lives, and the first groups by name. No more groups are kept than are named.
import { isDeepStrictEqual } from 'node:util';
import { addDuration, durationOf } from '../../ground/duration.ts';
import type { WalkedMoment } from './life-step.ts';

/** Twelve months by the governance clock: the next ones if nobody answers any question, or those that have passed. */
export interface LifecycleMonths {
  readonly from: Date;
  readonly until: Date;
  /** Groups whose future was derived: all, or the first ones of very many. */
  readonly groups: number;
  /** Groups whose beginning is in an archive of the audit log, so that their past cannot be derived. */
  readonly unknown: number;
  /** Whether to renew a group or whether it is still needed, who answers for it, and reviews of its people. */
  readonly questions: number;
  readonly reminders: number;
  /** Groups that expire and stay as they are. */
  readonly expired: number;
  readonly archived: number;
  readonly deleted: number;
  /** Groups go to another responsible person. */
  readonly handedOver: number;
  /** Groups in which a difference from the record is put back. */
  readonly restored: number;
  /** Groups that end the months without a responsible person or deputy who can sign in, as far as leave dates are known. */
  readonly withoutOwner: number;
  /** Groups with something above, or with something that the change takes away. */
  readonly concerned: number;
  /** Groups in which something happens at another time, to other people or not at all, compared with the present settings. */
  readonly different: number;
  /** There are more groups than are derived. */
  readonly isCut: boolean;
  /** Groups that the change makes different come first, and within each part those that feel something first. */
  readonly named: readonly ForecastGroup[];
}

export interface ForecastGroup {
  readonly teamId: string;
  readonly displayName: string;
  readonly mailNickname: string;
  readonly isWithoutOwner: boolean;
  /** The change makes a difference to it. */
  readonly isDifferent: boolean;
  readonly events: readonly Pick<WalkedMoment, 'at' | 'event'>[];
}

const twelveMonths = durationOf('P1Y');
/** More take longer than a reader waits. */
export const mostWalked = 100_000;

export interface Months {
  readonly from: Date;
  readonly until: Date;
}

export function monthsAfter(now: Date): Months {
  return { from: now, until: addDuration(now, twelveMonths) };
}

export function monthsBefore(now: Date): Months {
  return { from: addDuration(now, twelveMonths, -1), until: now };
}

type ForecastedGroup = Omit<ForecastGroup, 'events' | 'isDifferent'>;

/** @param atMost groups that are named */
export function createForecast(atMost: number) {
  const counts = {
    questions: 0,
    reminders: 0,
    expired: 0,
    archived: 0,
    deleted: 0,
    handedOver: 0,
    restored: 0,
  };
  let [groups, unknown, concerned, withoutOwner, different] = [0, 0, 0, 0, 0];
  let isCut = false;
  let named: ForecastGroup[] = [];

  const keepFirst = () => {
    named = named.sort(byFirstEvent).slice(0, atMost);
  };

  return {
    /** False once a group has come for which there is no room. */
    hasRoom(): boolean {
      isCut ||= groups >= mostWalked;
      return !isCut;
    },
    /** The past of the group is not known. */
    addUnknown(): void {
      unknown += 1;
    },
    /** @param present what happens without the change */
    add(
      group: ForecastedGroup,
      moments: readonly WalkedMoment[],
      present: readonly WalkedMoment[],
    ): void {
      groups += 1;
      for (const { event } of moments) {
        const name = countOf[event];
        if (name !== undefined) counts[name] += 1;
      }
      const { teamId, displayName, mailNickname } = group;
      const isDeleted = moments.some(({ event }) => event === 'deleted');
      const isWithoutOwner = group.isWithoutOwner && !isDeleted;
      if (isWithoutOwner) withoutOwner += 1;
      const isDifferent = !isDeepStrictEqual(moments.map(seen), present.map(seen));
      if (isDifferent) different += 1;
      if (moments.length === 0 && !isWithoutOwner && !isDifferent) return;
      concerned += 1;
      const events = moments.map(({ at, event }) => ({ at, event }));
      named.push({ teamId, displayName, mailNickname, isWithoutOwner, isDifferent, events });
      if (named.length >= 2 * atMost + 100) keepFirst();
    },
    of({ from, until }: Months): LifecycleMonths {
      keepFirst();
      const sums = { ...counts, withoutOwner, concerned, different };
      return { from, until, groups, unknown, ...sums, isCut, named };
    },
  };
}

const countOf = {
  renewal: 'questions',
  review: 'questions',
  reminder: 'reminders',
  expired: 'expired',
  archived: 'archived',
  warning: undefined,
  deleted: 'deleted',
  idle: 'questions',
  responsibility: 'questions',
  handover: 'handedOver',
  restored: 'restored',
} as const satisfies Record<WalkedMoment['event'], string | undefined>;

/** The result is the part that people feel. */
function seen({ at, event, asks, dueAt }: WalkedMoment) {
  return { at, event, dueAt, asks: asks.map(({ personId }) => personId) };
}

/** Groups in which nothing but their people changes come last. */
function byFirstEvent(one: ForecastGroup, other: ForecastGroup): number {
  if (one.isDifferent !== other.isDifferent) return one.isDifferent ? -1 : 1;
  const firstOf = ({ events: [first] }: ForecastGroup) => first?.at.getTime() ?? Infinity;
  const [a, b] = [firstOf(one), firstOf(other)];
  return a === b ? one.displayName.localeCompare(other.displayName) : a - b;
}
