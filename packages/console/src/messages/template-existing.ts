import { de } from './de/template-existing.ts';
import { en } from './en/template-existing.ts';
import { area } from './use-messages.ts';

/** The policies of a template for changes in the directory, and for groups that are adopted. */
export const templateExisting = area({ en, de });
