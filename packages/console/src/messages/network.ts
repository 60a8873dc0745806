import { de } from './de/network.ts';
import { en } from './en/network.ts';
import { area } from './use-messages.ts';

/** Why other hosts gave no answer. */
export const network = area({ en, de });
