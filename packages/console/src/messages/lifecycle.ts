import { de } from './de/lifecycle.ts';
import { en } from './en/lifecycle.ts';
import { area } from './use-messages.ts';

/** The lifecycle of groups: the page of all groups, the part of a group’s page, and the dialogs. */
export const lifecycle = area({ en, de });
