import { de } from './de/template-history.ts';
import { en } from './en/template-history.ts';
import { area } from './use-messages.ts';

/** The versions of a template, and their differences in words. */
export const templateHistory = area({ en, de });
