import { de } from './de/templates.ts';
import { en } from './en/templates.ts';
import { area } from './use-messages.ts';

/** The page of a template: its names, its policy, and the preview of names. */
export const templates = area({ en, de });
