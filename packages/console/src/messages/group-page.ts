import { de } from './de/group-page.ts';
import { en } from './en/group-page.ts';
import { area } from './use-messages.ts';

/** The page of a group: its progress, operations, people and facts. */
export const groupPage = area({ en, de });
