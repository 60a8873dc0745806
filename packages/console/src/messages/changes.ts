import { de } from './de/changes.ts';
import { en } from './en/changes.ts';
import { area } from './use-messages.ts';

/** The toasts of finished changes. */
export const changes = area({ en, de });
