// Forms the digests of each tenant once its hour of the day has come: at most one for each person and day.
import { addDays, atLocalHour, localTime } from '../../ground/zoned-time.ts';
import type { NoticeSettings } from '../../settings/tenants/notice-settings.ts';
import type { DigestStore } from './digest-store.ts';

/** Notices that follow each other shortly, as after a bulk, go into one digest. The sandbox does not wait. */
const settleMs = 5 * 60_000;
/** A digest waits at most this long for the reminders of its day. */
const patienceMs = 60 * 60_000;

export interface FormDeps {
  readonly store: Pick<
    DigestStore,
    'tenantsWithNotices' | 'isAssessing' | 'form' | 'earliestWaiting'
  >;
  /** Undefined for a tenant that is gone. */
  readonly settingsOf: (tenantId: string) => NoticeSettings | undefined;
  /** The tenant's governance clock. */
  readonly now: (tenantId: string) => Date;
  readonly onError: (error: unknown) => void;
}

export function createFormDigests({ store, settingsOf, now, onError }: FormDeps) {
  return {
    /** Answers how many notices were put into digests; 0: nothing is due. */
    async formDue(): Promise<number> {
      let formed = 0;
      for (const tenantId of await store.tenantsWithNotices()) {
        const settings = settingsOf(tenantId);
        if (settings === undefined) continue;
        const until = now(tenantId);
        const { date: day, hour } = localTime(until, settings.timeZone);
        if (hour < settings.hour) continue;
        const settledBefore = new Date(until.getTime() - settleMsOf(settings));
        const hourAt = atLocalHour(day, settings.hour, settings.timeZone);
        // A fault of one tenant does not affect the notices of others.
        try {
          const isEarly = until.getTime() < hourAt.getTime() + patienceMs;
          if (isEarly && (await store.isAssessing(tenantId, hourAt))) continue;
          formed += await store.form(tenantId, { day, until, settledBefore });
        } catch (error) {
          onError(error);
        }
      }
      return formed;
    },

    /** When the next digest of the tenant is due, by its governance clock; also in the past. */
    async nextDueAt(tenantId: string): Promise<Date | undefined> {
      const settings = settingsOf(tenantId);
      if (settings === undefined) return undefined;
      const { date } = localTime(now(tenantId), settings.timeZone);
      const { today, hasLater } = await store.earliestWaiting(tenantId, date);
      if (today !== undefined) {
        const settled = today.getTime() + settleMsOf(settings);
        const hour = atLocalHour(date, settings.hour, settings.timeZone).getTime();
        return new Date(Math.max(settled, hour));
      }
      if (!hasLater) return undefined;
      return atLocalHour(addDays(date, 1), settings.hour, settings.timeZone);
    },
  };
}

function settleMsOf({ sender }: NoticeSettings): number {
  return sender === 'outbox' ? 0 : settleMs;
}
