import { de } from './de/webhook-filters.ts';
import { en } from './en/webhook-filters.ts';
import { area } from './use-messages.ts';

/** The organisations and templates to which a webhook endpoint is limited. */
export const webhookFilters = area({ en, de });
