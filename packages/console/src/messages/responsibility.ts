import { de } from './de/responsibility.ts';
import { en } from './en/responsibility.ts';
import { area } from './use-messages.ts';

/** The people who answer for a group. */
export const responsibility = area({ en, de });
