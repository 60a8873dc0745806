import { de } from './de/rosters.ts';
import { en } from './en/rosters.ts';
import { area } from './use-messages.ts';

/** The people whom other systems name in a group. */
export const rosters = area({ en, de });
