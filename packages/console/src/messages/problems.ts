import { de } from './de/problems.ts';
import { en } from './en/problems.ts';
import { area } from './use-messages.ts';

/** Labels of the failures of groups, what to do about them, and the steps of their work. */
export const problems = area({ en, de });
