import { de } from './de/template-protection.ts';
import { en } from './en/template-protection.ts';
import { area } from './use-messages.ts';

/** The settings that a template gives its groups in Microsoft 365. */
export const templateProtection = area({ en, de });
