import { de } from './de/why.ts';
import { en } from './en/why.ts';
import { area } from './use-messages.ts';

/** The reasons for facts about a group. */
export const why = area({ en, de });
