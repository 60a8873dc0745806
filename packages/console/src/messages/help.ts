import { de } from './de/help.ts';
import { en } from './en/help.ts';
import { area } from './use-messages.ts';

/** The help panel. */
export const help = area({ en, de });
