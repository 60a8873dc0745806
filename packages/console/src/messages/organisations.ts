import { de } from './de/organisations.ts';
import { en } from './en/organisations.ts';
import { area } from './use-messages.ts';

/** The page of organisations and their templates. */
export const organisations = area({ en, de });
