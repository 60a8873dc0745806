import { de } from './de/group-tabs.ts';
import { en } from './en/group-tabs.ts';
import { area } from './use-messages.ts';

/** The tabs of the page of a group, and the menu that opens the group elsewhere. */
export const groupTabs = area({ en, de });
