import { de } from './de/reviews.ts';
import { en } from './en/reviews.ts';
import { area } from './use-messages.ts';

/** Reviews of the owners and guests of groups. */
export const reviews = area({ en, de });
