// Days that a person writes are days of the tenant, at the hour at which its dates count.
import type { Client } from '@groupwright/client';
import { InvalidArgumentError } from 'commander';
import { isDay, parseMoment } from '../../../service/src/ground/moment.ts';
import { atLocalHour } from '../../../service/src/ground/zoned-time.ts';

/** A day or a moment, as it is written. */
export function readDayOrMoment(text: string): string {
  if (isDay(text) || parseMoment(text) !== undefined) return text;
  throw new InvalidArgumentError('Write it as 2028-03-01 or 2028-03-01T08:00:00Z.');
}

interface TenantDays {
  readonly timeZone: string;
  readonly hour: number;
}

/** Turns days into moments, and leaves other texts as they are. The tenant is asked once, if there is a day. */
export function createMomentOf(
  client: Client,
  signal: AbortSignal,
): (text: string) => Promise<string> {
  let days: Promise<TenantDays> | undefined;
  return async (text) => {
    if (!isDay(text)) return text;
    days ??= client.request<TenantDays>('GET', '/tenant', { signal });
    const { timeZone, hour } = await days;
    return atLocalHour(text, hour, timeZone).toISOString();
  };
}
