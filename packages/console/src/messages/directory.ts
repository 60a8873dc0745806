import { de } from './de/directory.ts';
import { en } from './en/directory.ts';
import { area } from './use-messages.ts';

/** The connection to the directory: its settings, its test and its rate limits. */
export const directory = area({ en, de });
