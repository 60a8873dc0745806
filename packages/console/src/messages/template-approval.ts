import { de } from './de/template-approval.ts';
import { en } from './en/template-approval.ts';
import { area } from './use-messages.ts';

/** The approval that a template asks for. */
export const templateApproval = area({ en, de });
