import { de } from './de/refusals.ts';
import { en } from './en/refusals.ts';
import { area } from './use-messages.ts';

/** Why the role or the limit of an administrator does not allow something. */
export const refusals = area({ en, de });
