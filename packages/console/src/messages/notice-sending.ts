import { de } from './de/notice-sending.ts';
import { en } from './en/notice-sending.ts';
import { area } from './use-messages.ts';

/** How messages are sent, and by which clock dates count. */
export const noticeSending = area({ en, de });
