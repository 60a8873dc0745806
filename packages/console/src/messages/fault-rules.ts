import { de } from './de/fault-rules.ts';
import { en } from './en/fault-rules.ts';
import { area } from './use-messages.ts';

/** The rules behind the codes `not_valid` and `not_allowed` of faults. */
export const faultRules = area({ en, de });
