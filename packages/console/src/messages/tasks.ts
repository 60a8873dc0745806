import { de } from './de/tasks.ts';
import { en } from './en/tasks.ts';
import { area } from './use-messages.ts';

/** The tasks of people, and their decisions. */
export const tasks = area({ en, de });
