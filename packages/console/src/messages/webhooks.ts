import { de } from './de/webhooks.ts';
import { en } from './en/webhooks.ts';
import { area } from './use-messages.ts';

/** Webhook endpoints: their list, the page of each with its log, and their dialogs. */
export const webhooks = area({ en, de });
