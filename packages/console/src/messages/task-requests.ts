import { de } from './de/task-requests.ts';
import { en } from './en/task-requests.ts';
import { area } from './use-messages.ts';

/** The requests that approvals are about. */
export const taskRequests = area({ en, de });
