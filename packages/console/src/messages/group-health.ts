import { de } from './de/group-health.ts';
import { en } from './en/group-health.ts';
import { area } from './use-messages.ts';

/** Whether a group is healthy, in one line. */
export const groupHealth = area({ en, de });
