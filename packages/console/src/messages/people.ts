import { de } from './de/people.ts';
import { en } from './en/people.ts';
import { area } from './use-messages.ts';

/** The people of the directory, and those who answer for groups. */
export const people = area({ en, de });
