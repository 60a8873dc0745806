import { de } from './de/groups.ts';
import { en } from './en/groups.ts';
import { area } from './use-messages.ts';

/** The list of groups: filters, columns, and what is done with selected groups. */
export const groups = area({ en, de });
