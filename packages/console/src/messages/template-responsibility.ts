import { de } from './de/template-responsibility.ts';
import { en } from './en/template-responsibility.ts';
import { area } from './use-messages.ts';

/** The responsibility that a template asks for. */
export const templateResponsibility = area({ en, de });
