import { de } from './de/requests.ts';
import { en } from './en/requests.ts';
import { area } from './use-messages.ts';

/** The log of the requests that API keys made. */
export const requests = area({ en, de });
