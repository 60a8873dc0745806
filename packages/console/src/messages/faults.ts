import { de } from './de/faults.ts';
import { en } from './en/faults.ts';
import { area } from './use-messages.ts';

/** Faults of a field, and problems of a request, as the service reports them by their codes. */
export const faults = area({ en, de });
