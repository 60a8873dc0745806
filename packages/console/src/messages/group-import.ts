import { de } from './de/group-import.ts';
import { en } from './en/group-import.ts';
import { area } from './use-messages.ts';

/** Groups that are created from a CSV file. */
export const groupImport = area({ en, de });
