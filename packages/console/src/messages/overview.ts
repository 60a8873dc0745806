import { de } from './de/overview.ts';
import { en } from './en/overview.ts';
import { area } from './use-messages.ts';

/** The first page: what needs a person, the first steps, and the work in progress. */
export const overview = area({ en, de });
