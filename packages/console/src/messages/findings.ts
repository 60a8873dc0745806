import { de } from './de/findings.ts';
import { en } from './en/findings.ts';
import { area } from './use-messages.ts';

/** Findings: groups that differ from their record, or whose people cannot act. */
export const findings = area({ en, de });
