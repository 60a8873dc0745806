import { de } from './de/api-keys.ts';
import { en } from './en/api-keys.ts';
import { area } from './use-messages.ts';

/** API keys: their list, the page of each, and their dialogs. */
export const apiKeys = area({ en, de });
