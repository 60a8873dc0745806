import { de } from './de/to-do.ts';
import { en } from './en/to-do.ts';
import { area } from './use-messages.ts';

/** Decisions and repairs that wait for someone, by cause. */
export const toDo = area({ en, de });
