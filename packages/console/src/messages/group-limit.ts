import { de } from './de/group-limit.ts';
import { en } from './en/group-limit.ts';
import { area } from './use-messages.ts';

/** The organisations and templates to which a webhook endpoint is limited. */
export const groupLimit = area({ en, de });
