// The sums of many walked lives, and the first groups by name. No more groups are kept than are named.
import { addDuration, durationOf } from '../../ground/duration.ts';
import type { LifecyclePolicy } from '../../settings/organisations/lifecycle-policy.ts';
import type { NoticeSettings } from '../../settings/tenants/notice-settings.ts';
import type { WalkedMoment } from './walk-life.ts';

/** Twelve months by the governance clock: the next ones if nobody answers any question, or those that have passed. */
export interface LifecycleMonths {
  readonly from: Date;
  readonly until: Date;
  /** Groups whose future was derived: all, or the first ones of very many. */
  readonly groups: number;
  /** Groups whose beginning is in an archive of the audit log, so that their past cannot be derived. */
  readonly unknown: number;
  /** Questions whether to renew a group, and reviews of its people. */
  readonly questions: number;
  readonly reminders: number;
  /** Groups that expire and stay as they are. */
  readonly expired: number;
  readonly archived: number;
  readonly deleted: number;
  /** Groups that end the months without a responsible person or deputy who can sign in, as far as leave dates are known. */
  readonly withoutOwner: number;
  /** Groups with something above, the first to feel it first. */
  readonly concerned: number;
  readonly named: readonly ForecastGroup[];
}

export interface ForecastGroup {
  readonly teamId: string;
  readonly displayName: string;
  readonly mailNickname: string;
  readonly isWithoutOwner: boolean;
  readonly events: readonly Pick<WalkedMoment, 'at' | 'event'>[];
}

/** A template with the lifecycle that it may get. */
export interface TriedTemplate {
  readonly tenantId: string;
  readonly templateId: string;
  readonly policy: LifecyclePolicy | undefined;
  readonly settings: NoticeSettings | undefined;
}

const twelveMonths = durationOf('P1Y');
/** More take longer than a reader waits. */
const mostWalked = 25_000;

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

type ForecastedGroup = Omit<ForecastGroup, 'events'>;

/** @param atMost groups that are named */
export function createForecast(atMost: number) {
  const counts = { questions: 0, reminders: 0, expired: 0, archived: 0, deleted: 0 };
  let [groups, unknown, concerned, withoutOwner] = [0, 0, 0, 0];
  let named: ForecastGroup[] = [];

  const keepFirst = () => {
    named = named.sort(byFirstEvent).slice(0, atMost);
  };

  return {
    hasRoom: () => groups < mostWalked,
    /** The past of the group is not known. */
    addUnknown(): void {
      unknown += 1;
    },
    add(group: ForecastedGroup, moments: readonly WalkedMoment[]): void {
      groups += 1;
      for (const { event } of moments) {
        const name = countOf[event];
        if (name !== undefined) counts[name] += 1;
      }
      const { teamId, displayName, mailNickname } = group;
      const isDeleted = moments.some(({ event }) => event === 'deleted');
      const isWithoutOwner = group.isWithoutOwner && !isDeleted;
      if (isWithoutOwner) withoutOwner += 1;
      if (moments.length === 0 && !isWithoutOwner) return;
      concerned += 1;
      const events = moments.map(({ at, event }) => ({ at, event }));
      named.push({ teamId, displayName, mailNickname, isWithoutOwner, events });
      if (named.length >= 2 * atMost + 100) keepFirst();
    },
    of({ from, until }: Months): LifecycleMonths {
      keepFirst();
      return { from, until, groups, unknown, ...counts, withoutOwner, concerned, named };
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
} as const satisfies Record<WalkedMoment['event'], string | undefined>;

/** Groups in which nothing but their people changes come last. */
function byFirstEvent(one: ForecastGroup, other: ForecastGroup): number {
  const firstOf = ({ events: [first] }: ForecastGroup) => first?.at.getTime() ?? Infinity;
  const [a, b] = [firstOf(one), firstOf(other)];
  return a === b ? one.displayName.localeCompare(other.displayName) : a - b;
}
