// Days that a person picks for a group or a key: days of the tenant, at the hour at which its dates count.
import { isDay } from '../../../service/src/ground/moment.ts';
import { atLocalHour, localTime } from '../../../service/src/ground/zoned-time.ts';

interface TenantDays {
  /** IANA name. */
  readonly timeZone: string;
  readonly hour: number;
}

let days: TenantDays = { timeZone: 'UTC', hour: 8 };

/** From then on, days are those of this tenant. */
export function followTenant({ timeZone, hour }: TenantDays): void {
  days = { timeZone, hour };
}

/** The moment of a day such as `2027-12-31`. Another text stays as it is: the service says what is wrong with it. */
export function momentOfDay(text: string): string {
  return isDay(text) ? atLocalHour(text, days.hour, days.timeZone).toISOString() : text;
}

/** The day of a moment, for a field that holds days. */
export function dayOfMoment(moment: string): string {
  return localTime(new Date(moment), days.timeZone).date;
}
