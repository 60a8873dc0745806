import { de } from './de/connection.ts';
import { en } from './en/connection.ts';
import { area } from './use-messages.ts';

/** Failed calls of the service, and a lost connection. */
export const connection = area({ en, de });
