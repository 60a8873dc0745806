// RETENTION: how long data of the past is kept. Everything has a default, and a shortest time below which the service
// would break a promise to callers or lose what it still needs itself.
import { didYouMean } from '../did-you-mean.ts';
import { addDuration, parseDuration } from '../duration.ts';
import type { Wrong } from './read-values.ts';

/** Durations in ISO 8601. docs/operator/retention.md has the same table. */
export const retentions = {
  /** The default of `operator audit archive --older-than`. Nothing is removed that no archive has. */
  activity: { default: 'P2Y', shortest: 'P90D' },
  request_log: { default: 'P30D', shortest: 'P1D' },
  /** Calls by day of API keys. */
  key_calls: { default: 'P1Y', shortest: 'P31D' },
  /** It belongs to webhooks, once they have ended, with their attempts. */
  deliveries: { default: 'P30D', shortest: 'P1D' },
  /** They go to people. The last reminder before a group expires has to be found for as long as a grace may last. */
  messages: { default: 'P1Y', shortest: 'P1Y' },
  /** Failed attempts of creations. */
  incidents: { default: 'P1Y', shortest: 'P30D' },
  /** Plays of failures in a sandbox, after the end of their group. */
  rehearsals: { default: 'P30D', shortest: 'P1D' },
  /** It belongs to access tokens, after they signed last. Tokens last a day at most. */
  signing_keys: { default: 'P90D', shortest: 'P7D' },
  /** Organisations and templates without groups, and keys that were never used, after their end. */
  deleted_configuration: { default: 'P1D', shortest: 'P1D' },
} as const;

export type RetainedData = keyof typeof retentions;

/** Durations in ISO 8601, which PostgreSQL reads as intervals. */
export type Retention = Readonly<Record<RetainedData, string>>;

const names = Object.keys(retentions) as RetainedData[];

export const defaultRetention = Object.freeze(
  Object.fromEntries(names.map((name) => [name, retentions[name].default])),
) as Retention;

/** Longer ones are mistakes, such as days that were written as years. */
const longest = 'P100Y';

/** @param value such as `request_log=P90D,deliveries=P14D`; what it does not name has its default */
export function readRetention(value: string | undefined, wrong: Wrong): Retention {
  const chosen: Partial<Record<RetainedData, string>> = {};
  for (const pair of (value ?? '').split(',').map((part) => part.trim())) {
    if (pair === '') continue;
    const [name = '', duration = '', ...rest] = pair.split('=').map((part) => part.trim());
    const data = names.find((known) => known === name);
    if (data === undefined) {
      const meant = didYouMean(name, names);
      const hint =
        meant === undefined ? `; it can name ${names.join(', ')}.` : `; did you mean ${meant}?`;
      wrong(
        `RETENTION has ${JSON.stringify(name.slice(0, 60))}, which is no kind of data${hint}`,
        0,
      );
    } else if (data in chosen) {
      wrong(`RETENTION has ${data} twice.`, 0);
    } else if (rest.length > 0 || !isBetween(retentions[data].shortest, duration, longest)) {
      const { shortest } = retentions[data];
      wrong(
        `RETENTION must keep ${data} for a duration such as P90D, from ${shortest} to ${longest}.`,
        0,
      );
    } else {
      chosen[data] = duration;
    }
  }
  return Object.freeze({ ...defaultRetention, ...chosen });
}

/** Months differ in length; a fixed day makes the comparison the same each time. */
const anyDay = new Date('2000-01-01T00:00:00Z');

function isBetween(shortest: string, text: string, greatest: string): boolean {
  const lengthOf = (duration: string) => {
    const parsed = parseDuration(duration);
    return parsed === undefined ? Number.NaN : addDuration(anyDay, parsed).getTime();
  };
  return lengthOf(shortest) <= lengthOf(text) && lengthOf(text) <= lengthOf(greatest);
}
