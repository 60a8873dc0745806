import { de } from './de/sandbox.ts';
import { en } from './en/sandbox.ts';
import { area } from './use-messages.ts';

/** The built-in sandbox: its clock, its delays, its people and its groups. */
export const sandbox = area({ en, de });
