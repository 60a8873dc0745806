import { de } from './de/statuses.ts';
import { en } from './en/statuses.ts';
import { area } from './use-messages.ts';

/** The states of groups, requests, operations, keys, webhooks, deliveries, tasks and messages. */
export const statuses = area({ en, de });
