import { de } from './de/tried-months.ts';
import { en } from './en/tried-months.ts';
import { area } from './use-messages.ts';

/** Twelve months of groups under a change, before it is saved. */
export const triedMonths = area({ en, de });
