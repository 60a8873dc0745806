import { de } from './de/group-changes.ts';
import { en } from './en/group-changes.ts';
import { area } from './use-messages.ts';

/** The dialogs that change one group or several. */
export const groupChanges = area({ en, de });
