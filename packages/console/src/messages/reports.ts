import { de } from './de/reports.ts';
import { en } from './en/reports.ts';
import { area } from './use-messages.ts';

/** Statistics of group provisioning. */
export const reports = area({ en, de });
