import { de } from './de/directory-groups.ts';
import { en } from './en/directory-groups.ts';
import { area } from './use-messages.ts';

/** All groups of the directory, also those that the service does not govern. */
export const directoryGroups = area({ en, de });
