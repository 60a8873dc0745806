import { de } from './de/lifecycle-forecast.ts';
import { en } from './en/lifecycle-forecast.ts';
import { area } from './use-messages.ts';

/** The next twelve months of the groups of a template, before it is saved. */
export const lifecycleForecast = area({ en, de });
