import { de } from './de/notices.ts';
import { en } from './en/notices.ts';
import { area } from './use-messages.ts';

/** The messages to people about groups. */
export const notices = area({ en, de });
