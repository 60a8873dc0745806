import { de } from './de/shell.ts';
import { en } from './en/shell.ts';
import { area } from './use-messages.ts';

/** The frame around every page: sections, search, account and session. */
export const shell = area({ en, de });
