import { de } from './de/batches.ts';
import { en } from './en/batches.ts';
import { area } from './use-messages.ts';

/** Requests for many groups: their progress, their list and the page of one. */
export const batches = area({ en, de });
