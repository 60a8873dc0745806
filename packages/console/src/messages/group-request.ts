import { de } from './de/group-request.ts';
import { en } from './en/group-request.ts';
import { area } from './use-messages.ts';

/** New groups, and failed requests that are edited and sent again. */
export const groupRequest = area({ en, de });
