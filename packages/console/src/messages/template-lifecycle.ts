import { de } from './de/template-lifecycle.ts';
import { en } from './en/template-lifecycle.ts';
import { area } from './use-messages.ts';

/** The lifecycle that a template gives to its groups, and an example of it. */
export const templateLifecycle = area({ en, de });
