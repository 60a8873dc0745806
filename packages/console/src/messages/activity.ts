import { de } from './de/activity.ts';
import { en } from './en/activity.ts';
import { area } from './use-messages.ts';

/** The activity log: its filters, and what each action is called. */
export const activity = area({ en, de });
